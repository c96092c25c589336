/** English words for how fresh a bundle is. */
import type { Freshness } from "./case-head.ts";
import { faultInWords } from "./fault-words.ts";
import { faultAt } from "./faults.ts";
import type { EvidenceReport } from "./verify-evidence.ts";

/** The limit of every verdict, which therefore comes first. */
export function limitInWords({ issuedAt, moves }: Pick<EvidenceReport, "issuedAt" | "moves">): string {
	return `Complete up to ${issuedAt}, entry ${moves}. What happened later is not in this file.`;
}

export function freshnessInWords(freshness: Freshness): string {
	switch (freshness.kind) {
		case "latest":
			return `This is still the latest: as of ${freshness.asOf}, the service has no later entry.`;
		case "later_entries": {
			const { count, asOf } = freshness;
			return `There ${count === 1 ? "is 1 later entry" : `are ${count} later entries`} as of ${asOf}. Get a newer bundle.`;
		}
		case "behind":
			return `The service's public copy, as of ${freshness.asOf}, is older than this file. Ask again in a few minutes.`;
		case "two_stories": {
			const { sequence, inBundle, inHead } = freshness;
			return `The service has told two stories: it signed the hash ${inBundle} for entry ${sequence} in this file, and ${inHead} now.`;
		}
		case "unproven":
			return `Nothing shows whether anything happened later: ${reasonInWords(freshness)}.`;
	}
}

function reasonInWords(freshness: Extract<Freshness, { kind: "unproven" }>): string {
	switch (freshness.reason) {
		case "no_head":
			return "the service gave no head of this case";
		case "other_case":
			return "the head is that of another case";
		case "no_entry":
			return "the head does not have the last entry of this file";
		case "not_signed":
			return `the head ${faultInWords(faultAt("$.head", freshness.fault))}`;
	}
}
