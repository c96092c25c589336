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

export type KeyHint = Infer<typeof keyHintSchema>;

/** @param lookup MAC of the key, in hex */
export function hintNameOf(lookup: string): string {
	return `ak:${lookup}`;
}

export function serializeKeyHint({ keyId, developerId, secretMac, pepperVersion }: KeyHint): string {
	return JSON.stringify({ keyId, developerId, secretMac, pepperVersion });
}

/** Returns undefined for invalid text, as for a miss. */
export function parseKeyHint(text: string): KeyHint | undefined {
	try {
		return keyHintSchema().safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
