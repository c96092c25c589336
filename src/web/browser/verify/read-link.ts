/** Fetches the evidence behind a link by the service's own API. */
import type { verify } from "../../app/copy/en/verify.ts";

const PATH = "/api/v1/evidence-links/read";

/** @returns the bytes, or why there are none, in words */
export async function readLinkedEvidence(
	token: string,
	words: (typeof verify)["link"],
): Promise<Uint8Array | string> {
	try {
		const response = await fetch(PATH, {
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
