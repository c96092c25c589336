/**
 * Seals secrets at rest (webhooks.md "Secrets at rest"): AES-256-GCM under a key for each purpose (HKDF-SHA256, RFC
 * 5869).
 *
 * - A seal is bound to its purpose, key version and context.
 * - The nonce is random: 96 bits suffice for 2^32 seals under one key version (NIST SP 800-38D section 8.3).
 */
import { hkdfSync } from "node:crypto";
import * as z from "zod";
import type { Infer } from "../once.ts";
import { lazyObject } from "../schemas/lazy-object.ts";

type SealingPurpose = "webhook-secret" | "document-key" | "watcher-address";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const AES = "AES-GCM";

export const sealedSchema = lazyObject(() => ({
	keyVersion: z.int().positive(),
	iv: z.string().regex(/^[A-Za-z0-9+/]{16}$/, "must be 12 bytes in base64"),
	/** At least the tag. */
	ciphertext: z.base64().min(24, "must have the 16 bytes of a tag"),
}));

export type Sealed = Infer<typeof sealedSchema>;

export type Sealer = {
	currentVersion: number;
	/** @param context such as an endpoint's id; `open` needs the same */
	seal(plain: Uint8Array, context: string): Promise<Sealed>;
	/**
	 * @throws Error, without content, if the key is not configured, or the seal was changed or is of another context
	 */
	open(sealed: Sealed, context: string): Promise<Uint8Array>;
};

/** @param keys 32 random bytes for each version */
export function createSealer(
	keys: { currentVersion: number; byVersion: ReadonlyMap<number, Uint8Array> },
	purpose: SealingPurpose,
): Sealer {
	const derived = new Map<number, Promise<CryptoKey>>();
	const keyOf = (version: number): Promise<CryptoKey> => {
		const known = derived.get(version);
		if (known) return known;
		const secret = keys.byVersion.get(version);
		if (!secret) throw new Error(`no key of version ${version} is configured for ${purpose}`);
		const key = deriveKey(secret, purpose);
		derived.set(version, key);
		return key;
	};
	return {
		currentVersion: keys.currentVersion,
		async seal(plain, context) {
			const keyVersion = keys.currentVersion;
			const key = await keyOf(keyVersion);
			const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
			const additionalData = additionalDataOf(context, keyVersion);
			const sealed = await crypto.subtle.encrypt({ name: AES, iv, additionalData }, key, copyOf(plain));
			return { keyVersion, iv: toBase64(iv), ciphertext: toBase64(new Uint8Array(sealed)) };
		},
		async open({ keyVersion, iv, ciphertext }, context) {
			const key = await keyOf(keyVersion);
			const additionalData = additionalDataOf(context, keyVersion);
			try {
				const algorithm = { name: AES, iv: fromBase64(iv), additionalData };
				return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromBase64(ciphertext)));
			} catch {
				throw new Error(`a seal of ${purpose} under key version ${keyVersion} is broken`);
			}
		},
	};
}

async function deriveKey(secret: Uint8Array, purpose: SealingPurpose): Promise<CryptoKey> {
	const info = `replevin/kek/${purpose}/v1`;
	const bytes = hkdfSync("sha256", secret, new Uint8Array(0), info, KEY_BYTES);
	return await crypto.subtle.importKey("raw", bytes, AES, false, ["encrypt", "decrypt"]);
}

/** Unambiguous by the length of the context. */
function additionalDataOf(context: string, keyVersion: number) {
	const utf8 = new TextEncoder();
	return utf8.encode(`${keyVersion}.${utf8.encode(context).length}.${context}`);
}

function toBase64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("base64");
}

/** @throws TypeError unless the text is canonical base64 */
function fromBase64(text: string) {
	const bytes = copyOf(Buffer.from(text, "base64"));
	if (toBase64(bytes) !== text) throw new TypeError("not canonical base64");
	return bytes;
}

function copyOf(bytes: Uint8Array) {
	return Uint8Array.from(bytes);
}
