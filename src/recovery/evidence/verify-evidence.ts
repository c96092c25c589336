/** Verifies an evidence bundle offline (recovery.md "Verification"). */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdPreimage, idOfHash } from "../../kernel/id-preimages.ts";
import { jsonDifferences, jsonPath } from "../../kernel/json-differences.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import type { CaseStatus, StatusReason } from "../case/case-state.ts";
import { hashRecoveryIntent } from "../intent/typed-data.ts";
import { evidenceDigest } from "./evidence.ts";
import {
	type EvidenceBundle,
	type EvidenceFailure,
	evidenceSchema,
	type UnsignedEvidence,
} from "./evidence-schema.ts";
import { verifyHead } from "./verify-head.ts";
import { historyFailures } from "./verify-history.ts";
import { type EvidenceSignature, verifySignatures } from "./verify-signatures.ts";

export type VerifyOptions = {
	/** The issuer's `/.well-known/evidence-jwks.json`, parsed. */
	jwks: unknown;
	/** From earlier webhooks. A history without one of these hashes was rewritten. */
	seenHistoryHashes?: readonly string[];
};

type EvidenceReport = {
	caseId: string;
	jrcHash: Hex;
	status: CaseStatus;
	statusReason: StatusReason | null;
	/** The service whose keys the caller trusts. */
	issuer: string;
	/** ISO 8601. */
	issuedAt: string;
	kid: string;
	digest: Hex;
	/** Of the newest entry. */
	historyHash: Hex;
	moves: number;
	events: number;
	/** Verified only if recovered. The bundle merely claims that contracts accepted the other signatures. */
	signatures: EvidenceSignature[];
};

export type EvidenceVerdict =
	| { ok: true; report: EvidenceReport }
	/** At least one failure. If the form is wrong, nothing else is checked. */
	| { ok: false; failures: EvidenceFailure[] };

/** @param bundle any parsed JSON value; never makes this throw */
export async function verifyEvidence(bundle: unknown, options: VerifyOptions): Promise<EvidenceVerdict> {
	const parsed = parseBundle(bundle);
	if (!parsed.ok) return parsed;
	const { head, ...unsigned } = parsed.bundle;
	const digest = await evidenceDigest(unsigned);
	const headVerdict = await verifyHead(head, options.jwks);
	const { signatures, failures: signatureFailures } = verifySignatures(unsigned);
	const failures = [
		...(headVerdict.ok
			? digestFailures(headVerdict.digest, digest)
			: [{ where: "$.head", what: headVerdict.what }]),
		...(await intentFailures(unsigned)),
		...signatureFailures,
		...(await historyFailures(unsigned)),
		...rewrittenFailures(unsigned, options.seenHistoryHashes ?? []),
	];
	if (!headVerdict.ok || failures.length > 0) return { ok: false, failures };
	return { ok: true, report: reportOf(unsigned, { kid: headVerdict.kid, digest, signatures }) };
}

/** Requires canonical text (RFC 8785), because some readers would see another case if a member is repeated. */
export async function verifyEvidenceText(text: string, options: VerifyOptions): Promise<EvidenceVerdict> {
	let bundle: unknown;
	try {
		bundle = JSON.parse(text);
		if (canonicalJson(bundle) !== text)
			return invalid("$", "is not canonical JSON (RFC 8785), the only accepted form");
	} catch {
		return invalid("$", "is not JSON that has a canonical form (RFC 8785)");
	}
	return verifyEvidence(bundle, options);
}

function invalid(where: string, what: string): { ok: false; failures: EvidenceFailure[] } {
	return { ok: false, failures: [{ where, what }] };
}

function parseBundle(
	bundle: unknown,
): { ok: true; bundle: EvidenceBundle } | { ok: false; failures: EvidenceFailure[] } {
	const parsed = evidenceSchema().safeParse(bundle);
	if (!parsed.success) {
		const failures = parsed.error.issues.map(({ path, message }) => ({
			where: jsonPath("$", path),
			what: message,
		}));
		return { ok: false, failures };
	}
	try {
		// Ensures that the parsed value, which alone is verified, is the whole value.
		if (canonicalJson(parsed.data) === canonicalJson(bundle)) return { ok: true, bundle: parsed.data };
	} catch {}
	return invalid(
		"$",
		"contains values that JSON cannot represent, or members that this version does not know",
	);
}

function digestFailures(signed: Hex, digest: Hex): EvidenceFailure[] {
	if (signed === digest) return [];
	return [{ where: "$", what: `has the digest ${digest}, but the head signs ${signed}` }];
}

async function intentFailures({
	caseId,
	jrcHash,
	intent,
	history,
}: UnsignedEvidence): Promise<EvidenceFailure[]> {
	const { emailHash: _, ...rec } = intent.rec;
	const failures: EvidenceFailure[] = [];
	if (hashRecoveryIntent({ rec: { ...rec, email: null }, txs: intent.txs }) !== jrcHash) {
		failures.push({ where: "$.jrcHash", what: "is not the hash of the intent" });
	}
	if (idOfHash("rc", await webSha256Hex(caseIdPreimage(jrcHash))) !== caseId) {
		failures.push({ where: "$.caseId", what: "does not follow from the jrcHash" });
	}
	const creation = history[0]?.payload;
	if (creation?.kind === "create") {
		const { rec, txs } = creation;
		for (const where of jsonDifferences({ rec, txs }, intent, "$.intent")) {
			failures.push({ where, what: "differs from the intent that the case was created with" });
		}
	}
	return failures;
}

function rewrittenFailures({ history }: UnsignedEvidence, seen: readonly string[]): EvidenceFailure[] {
	const hashes = new Set<string>(history.map(({ entry }) => entry.hash));
	return seen
		.filter((hash) => !hashes.has(hash))
		.map((hash) => ({
			where: "$.history",
			what: `has no entry with the hash ${hash}, which a webhook carried`,
		}));
}

function reportOf(
	{ caseId, jrcHash, issuer, issuedAt, state, history, events }: UnsignedEvidence,
	signed: Pick<EvidenceReport, "kid" | "digest" | "signatures">,
): EvidenceReport {
	const { status, statusReason } = state;
	const historyHash = history.at(-1)?.entry.hash ?? jrcHash;
	return {
		caseId,
		jrcHash,
		status,
		statusReason,
		issuer,
		issuedAt,
		historyHash,
		moves: history.length,
		events: events.length,
		...signed,
	};
}
