import type { EvidenceReport } from "../../../protocol/evidence/verify-evidence.ts";

/** The head of the case, from our own service. @returns null without an answer */
export async function readHead({ jrcHash, moves }: EvidenceReport): Promise<unknown> {
	// Browsers report a request without a connection as an error of the page.
	if (!navigator.onLine) return null;
	try {
		const path = `/api/v1/recovery-cases/${jrcHash}/head?sequence=${moves}`;
		const response = await fetch(path, { credentials: "omit" });
		return response.ok ? await response.json() : null;
	} catch {
		return null;
	}
}
