/** The settings that hold secret keys by version, of which old ones go on being read while the newest one writes. */
import { allRead, json, membersOf, problemsOf, readText, Wrong } from "./setting.ts";

export type VersionedKeys = { currentVersion: number; byVersion: Map<number, Uint8Array<ArrayBuffer>> };

/** `{ "1": "<base64 of 32 bytes>" }`; the highest version is the one that new rows use. */
export const versionedKeys = json((source): VersionedKeys | Wrong => {
	const members = membersOf(source);
	if (!members) return new Wrong("must be a JSON object, version to key");
	if (members.size === 0) return new Wrong("must have at least one version");
	const keys = allRead(
		[...members].map(([version, encoded]): [number, Uint8Array<ArrayBuffer>] | Wrong => {
			if (!/^[1-9]\d{0,5}$/.test(version)) return new Wrong("a version must be a whole number from 1");
			const key = bytesOf(encoded);
			if (!key) return new Wrong("every key must be base64");
			return key.length === 32 ? [Number(version), key] : new Wrong("every key must have 32 bytes");
		}),
	);
	if (keys instanceof Wrong) return keys;
	const byVersion = new Map(keys);
	return { currentVersion: Math.max(...byVersion.keys()), byVersion };
});

/** Of padded base64; undefined where it is none. */
function bytesOf(encoded: unknown): Uint8Array<ArrayBuffer> | undefined {
	if (typeof encoded !== "string" || encoded.length % 4 !== 0) return undefined;
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
	return Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
}

/**
 * `PEPPERS` alone, for the Worker that has no other setting.
 * @throws Error that says what is wrong with it
 */
export function parsePeppers(source: unknown): VersionedKeys {
	const peppers = readText(versionedKeys, source);
	if (peppers instanceof Wrong) throw new Error(problemsOf("PEPPERS", peppers).join("; "));
	return peppers;
}
