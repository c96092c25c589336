/** The copy of an API key in KV. It may be stale, because it only names the account to ask. */
import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";

const keyHintSchema = lazy(() =>
	z.object({
		keyId: z.uuid(),
		developerId: z.string().regex(/^dev_[0-9a-f]{32}$/),
		secretMac: z.string().regex(/^[0-9a-f]{64}$/),
		pepperVersion: z.int().positive(),
	}),
);

/** KV rejects an earlier expiry. */
const MIN_EXPIRY_MS = 60_000;

export type KeyHint = Infer<typeof keyHintSchema>;

/** @param lookup MAC of the key, in hex */
export function hintNameOf(lookup: string): string {
	return `ak:${lookup}`;
}

/** The arguments of a `put`; undefined for a key that ends too soon. @param expiresAt unix milliseconds */
export function hintEntryOf(
	key: KeyHint & { lookup: string; expiresAt: number | null },
	now: number,
): [name: string, text: string, options: KVNamespacePutOptions] | undefined {
	const { lookup, expiresAt, keyId, developerId, secretMac, pepperVersion } = key;
	if (expiresAt !== null && expiresAt - now < MIN_EXPIRY_MS) return undefined;
	const options = expiresAt === null ? {} : { expiration: Math.ceil(expiresAt / 1000) };
	const hint: KeyHint = { keyId, developerId, secretMac, pepperVersion };
	return [hintNameOf(lookup), JSON.stringify(hint), options];
}

/** Returns undefined for invalid text, as for a miss. */
export function parseKeyHint(text: string): KeyHint | undefined {
	try {
		return keyHintSchema().safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
