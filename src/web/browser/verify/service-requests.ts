/** The requests of `/verify` to our own service. */

import type { EvidenceReport } from "../../../protocol/evidence/verify-evidence.ts";
import type { verify } from "../../app/copy/en/verify.ts";

const LINK_PATH = "/api/v1/evidence-links/read";

/** The evidence behind a link. @returns the bytes, or why there are none, in words */
export async function readLinkedEvidence(
	token: string,
	words: (typeof verify)["link"],
): Promise<Uint8Array | string> {
	try {
		const response = await fetch(LINK_PATH, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ token }),
			// The link alone authorises, so that it shows everybody the same.
			credentials: "omit",
		});
		if (response.ok) return new Uint8Array(await response.arrayBuffer());
		if (response.status === 429) return words.tooMany;
		return response.status < 500 ? words.gone : words.failed;
	} catch {
		return words.failed;
	}
}

/** The head of the case. @returns null without a response */
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
