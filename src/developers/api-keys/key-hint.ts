/** The hint that KV keeps of an API key. It may be old or wrong: it only says which account to ask. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";

const keyHintSchema = lazy(() =>
	z.object({
		keyId: z.uuid(),
		developerId: z.string().regex(/^dev_[0-9a-f]{32}$/),
		/** MAC of key id and secret, in hex. */
		secretMac: z.string().regex(/^[0-9a-f]{64}$/),
		pepperVersion: z.int().positive(),
	}),
);

export type KeyHint = z.infer<ReturnType<typeof keyHintSchema>>;

/** Where the hint of a key stands. @param lookup MAC of the key, in hex */
export function hintNameOf(lookup: string): string {
	return `ak:${lookup}`;
}

export function serializeKeyHint({ keyId, developerId, secretMac, pepperVersion }: KeyHint): string {
	return JSON.stringify({ keyId, developerId, secretMac, pepperVersion });
}

/** Undefined for a value that is no hint: the caller goes on as if there were none. */
export function parseKeyHint(text: string): KeyHint | undefined {
	try {
		return keyHintSchema().safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
