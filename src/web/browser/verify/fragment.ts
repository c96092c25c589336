/** The part of the address of `/verify` behind `#`, which browsers send to no server. */

export type Fragment =
	| { kind: "none" }
	/** From the code on an exhibit. */
	| { kind: "fingerprint"; jrcHash: string }
	/** What was typed before the language was changed. */
	| { kind: "typed"; text: string; hadFile: boolean }
	/** Of an evidence link. */
	| { kind: "link"; token: string }
	| { kind: "malformed" };

/** @param hash as `location.hash` */
export function readFragment(hash: string): Fragment {
	const text = hash.replace(/^#/, "");
	if (text === "") return { kind: "none" };
	const [, jrcHash] = /^jrcHash=(0x[0-9a-fA-F]{64})$/.exec(text) ?? [];
	if (jrcHash !== undefined) return { kind: "fingerprint", jrcHash: jrcHash.toLowerCase() };
	const kept = new URLSearchParams(text);
	for (const name of ["typed", "checked"]) {
		const typed = kept.get(name);
		if (typed !== null) return { kind: "typed", text: typed, hadFile: name === "checked" };
	}
	return /^[A-Za-z0-9_-]{43}$/.test(text) ? { kind: "link", token: text } : { kind: "malformed" };
}

/** Keeps what was typed for the same page in another language. An evidence link is read there again. */
export function fragmentOf({
	hash,
	typed,
	hasFile,
}: {
	hash: string;
	typed: string;
	hasFile: boolean;
}): string {
	const { kind } = readFragment(hash);
	if (kind === "link" || (kind === "fingerprint" && !hasFile)) return hash;
	if (!hasFile && typed === "") return "";
	return `#${new URLSearchParams({ [hasFile ? "checked" : "typed"]: typed })}`;
}
