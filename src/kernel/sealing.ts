/**
 * Secrets that must be read again, sealed at rest (webhooks.md "Endpoints"): AES-256-GCM (NIST SP 800-38D) under
 * a key derived from a key-encryption key, which is never used itself: every purpose has a key of its own
 * (HKDF-SHA256, RFC 5869, with the purpose as its info).
 *
 * A seal is bound to its purpose, to the version of its key and to its context, which says what it belongs to;
 * none of them can be exchanged. The nonce is made here, not handed in: under a nonce used twice GCM guards
 * nothing. 96 random bits are good for 2^32 seals under one version (SP 800-38D section 8.3).
 */
import { hkdfSync } from "node:crypto";
import * as z from "zod";
import { lazy } from "./once.ts";

type SealingPurpose = "webhook-secret" | "document-key";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const AES = "AES-GCM";

/** A seal as it is stored. */
export const sealedSchema = lazy(() =>
	z.strictObject({
		/** The version of the key-encryption key. */
		keyVersion: z.int().positive(),
		/** 12 bytes in base64, which need no padding. */
		iv: z.string().regex(/^[A-Za-z0-9+/]{16}$/, "must be 12 bytes in base64"),
		/** In base64; the tag's 16 bytes are the least. */
		ciphertext: z.base64().min(24, "must have the 16 bytes of a tag"),
	}),
);

export type Sealed = z.infer<ReturnType<typeof sealedSchema>>;

export type Sealer = {
	/** The version that new seals are made with. */
	currentVersion: number;
	/**
	 * @param context what the secret belongs to, such as an end point's id; `open` must be told the same
	 * @throws Error where the current version's key is not configured
	 */
	seal(plain: Uint8Array, context: string): Promise<Sealed>;
	/**
	 * @throws Error that names the version, and nothing of the content, where its key is not configured or the
	 * seal is broken: changed, of another context or purpose, or made with another key
	 */
	open(sealed: Sealed, context: string): Promise<Uint8Array>;
};

/** @param keys the key-encryption key of each version (32 random bytes) and the version in force */
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
			const additionalData = boundTo(context, keyVersion);
			const sealed = await crypto.subtle.encrypt({ name: AES, iv, additionalData }, key, copyOf(plain));
			return { keyVersion, iv: toBase64(iv), ciphertext: toBase64(new Uint8Array(sealed)) };
		},
		async open({ keyVersion, iv, ciphertext }, context) {
			const key = await keyOf(keyVersion);
			const additionalData = boundTo(context, keyVersion);
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

/** The additional data: version, length and text of the context, so that no two pairs of them read the same. */
function boundTo(context: string, keyVersion: number) {
	const utf8 = new TextEncoder();
	return utf8.encode(`${keyVersion}.${utf8.encode(context).length}.${context}`);
}

function toBase64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("base64");
}

/** @throws TypeError for any text but the one that `toBase64` writes; a lenient reader would take many */
function fromBase64(text: string) {
	const bytes = copyOf(Buffer.from(text, "base64"));
	if (toBase64(bytes) !== text) throw new TypeError("not base64 as it is written here");
	return bytes;
}

/** In a buffer of its own, as Web Crypto's types ask for. */
function copyOf(bytes: Uint8Array) {
	return Uint8Array.from(bytes);
}
