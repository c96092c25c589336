/** The evidence of the case: downloaded, stored, and verified with nothing but the issuer's public keys. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EvidenceReport, verify } from "../../sdk/src/evidence.ts";
import type { Replevin } from "../../sdk/src/index.ts";

export type Evidence = { text: string; keys: unknown; file: string };

export async function downloadEvidence(
	replevin: Replevin,
	serviceUrl: string,
	caseId: string,
	folder: string,
) {
	const text = await (await replevin.cases.evidence(caseId).asResponse()).text();
	const keys: unknown = await (await fetch(`${serviceUrl}/.well-known/evidence-jwks.json`)).json();
	const file = join(folder, "evidence.json");
	writeFileSync(file, text);
	writeFileSync(join(folder, "evidence-jwks.json"), JSON.stringify(keys));
	return { text, keys, file };
}

/** @throws Error with the faults */
export async function verifyEvidence({ text, keys }: Evidence): Promise<EvidenceReport> {
	const verdict = await verify(text, keys);
	if (!verdict.ok) throw new Error(verdict.faults.map(({ message }) => message).join("\n"));
	return verdict.report;
}

/**
 * Changes one word of a copy.
 * @returns the first entry of the history, counted from 1, that the verification rejects, and why
 */
export async function verifyForgedCopy({ text, keys }: Evidence, word: string, other: string) {
	const verdict = await verify(text.replace(word, other), keys);
	for (const { message } of verdict.ok ? [] : verdict.faults) {
		const index = /^\$\.history\[(\d+)\]/.exec(message)?.[1];
		if (index !== undefined) return { entry: Number(index) + 1, message };
	}
	throw new Error("No entry of the changed copy was rejected.");
}
