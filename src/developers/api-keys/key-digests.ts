/** Stores an API key pair as two MACs under keys derived from the pepper. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Peppers } from "../../kernel/crypto/pepper.ts";

/** Compared for an unknown key, so that timing is the same. */
const NO_KEY = { keyId: "00000000-0000-4000-8000-000000000000", secretMac: "0".repeat(64) };

/** The hex MAC that finds a key; undefined if the pepper version is not configured. */
export function lookupOf(peppers: Peppers, version: number, apiKey: string): string | undefined {
	const key = peppers.keyFor("api-key-lookup", version);
	return key && createHmac("sha256", key).update(apiKey).digest("hex");
}

/** The MAC of the secret, bound to its key id so that halves of two pairs cannot be mixed. */
export function secretMacOf(
	peppers: Peppers,
	version: number,
	{ keyId, apiSecret }: { keyId: string; apiSecret: string },
): string | undefined {
	return macOf(peppers, version, keyId, apiSecret)?.toString("hex");
}

export function isSecretOf(
	peppers: Peppers,
	record: { keyId: string; secretMac: string; pepperVersion: number } | undefined,
	apiSecret: string,
): boolean {
	const { keyId, secretMac } = record ?? NO_KEY;
	const actual = macOf(peppers, record?.pepperVersion ?? peppers.currentVersion, keyId, apiSecret);
	const expected = Buffer.from(secretMac, "hex");
	// timingSafeEqual throws on unequal lengths.
	if (!actual || actual.length !== expected.length) return false;
	return timingSafeEqual(actual, expected) && record !== undefined;
}

function macOf(peppers: Peppers, version: number, keyId: string, apiSecret: string): Buffer | undefined {
	const key = peppers.keyFor("api-key-secret", version);
	return key && createHmac("sha256", key).update(`${keyId}\0${apiSecret}`).digest();
}
