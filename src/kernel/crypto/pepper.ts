/**
 * Keys derived from the peppers: HKDF-SHA256 (RFC 5869) with the purpose as info. A leaked key compromises no other
 * purpose.
 */
import { hkdfSync } from "node:crypto";

type PepperPurpose =
	| "password"
	| "api-key-lookup"
	| "api-key-secret"
	| "audit-client-address"
	| "audit-wallet"
	| "login-guard"
	| "device-cookie"
	| "privacy-code"
	| "estate-tombstone"
	| "bare-profile"
	| "origin-network"
	| "idempotency-key"
	| "mail-address"
	| "mail-code"
	| "mail-unsubscribe";

export type Peppers = {
	currentVersion: number;
	/** Newest first. */
	versions: readonly number[];
	/** A 32-byte key, or undefined if that version is not configured. */
	keyFor(purpose: PepperPurpose, version: number): Uint8Array | undefined;
};

const KEY_BYTES = 32;

/** @param secrets 32 random bytes for each version */
export function createPeppers(secrets: {
	currentVersion: number;
	byVersion: ReadonlyMap<number, Uint8Array>;
}): Peppers {
	const derived = new Map<string, Uint8Array>();
	const { currentVersion, byVersion } = secrets;
	const older = [...byVersion.keys()].filter((version) => version !== currentVersion).sort((a, b) => b - a);
	return {
		currentVersion,
		versions: [currentVersion, ...older],
		keyFor(purpose, version) {
			const name = `${purpose}:${version}`;
			const known = derived.get(name);
			if (known) return known;
			const secret = byVersion.get(version);
			if (!secret) return undefined;
			const key = deriveKey(secret, purpose);
			derived.set(name, key);
			return key;
		},
	};
}

function deriveKey(secret: Uint8Array, purpose: PepperPurpose): Uint8Array {
	const info = `replevin/pepper/${purpose}/v1`;
	return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(0), info, KEY_BYTES));
}
