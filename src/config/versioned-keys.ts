/** Secret keys by version. The newest writes; older keys can still be read. */
import { allRead, Invalid, json, membersOf } from "./setting.ts";

export type VersionedKeys = { currentVersion: number; byVersion: Map<number, Uint8Array<ArrayBuffer>> };

/** `{ "1": "<base64 of 32 bytes>" }` */
export const versionedKeys = json((source): VersionedKeys | Invalid => {
	const members = membersOf(source);
	if (!members) return new Invalid("must be a JSON object, version to key");
	if (members.size === 0) return new Invalid("must have at least one version");
	const keys = allRead(
		[...members].map(([version, encoded]): [number, Uint8Array<ArrayBuffer>] | Invalid => {
			if (!/^[1-9]\d{0,5}$/.test(version)) return new Invalid("a version must be a whole number from 1");
			const key = bytesOf(encoded);
			if (!key) return new Invalid("every key must be base64");
			return key.length === 32 ? [Number(version), key] : new Invalid("every key must have 32 bytes");
		}),
	);
	if (keys instanceof Invalid) return keys;
	const byVersion = new Map(keys);
	return { currentVersion: Math.max(...byVersion.keys()), byVersion };
});

function bytesOf(encoded: unknown): Uint8Array<ArrayBuffer> | undefined {
	if (typeof encoded !== "string" || encoded.length % 4 !== 0) return undefined;
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
	return Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
}
