/** The part of the address of `/verify` behind `#`, which browsers send to no server. */

export type Fragment =
	| { kind: "none" }
	/** From the code on an exhibit. */
	| { kind: "fingerprint"; jrcHash: string }
	/** Of an evidence link. */
	| { kind: "link"; token: string }
	| { kind: "malformed" };

/** @param hash as `location.hash` */
export function readFragment(hash: string): Fragment {
	const text = hash.replace(/^#/, "");
	if (text === "") return { kind: "none" };
	const [, jrcHash] = /^jrcHash=(0x[0-9a-fA-F]{64})$/.exec(text) ?? [];
	if (jrcHash !== undefined) return { kind: "fingerprint", jrcHash: jrcHash.toLowerCase() };
	return /^[A-Za-z0-9_-]{43}$/.test(text) ? { kind: "link", token: text } : { kind: "malformed" };
}
