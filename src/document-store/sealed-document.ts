/**
 * Seals documents at rest (estates.md "POST …/will"): AES-256-GCM under a random key per document, which is sealed under a
 * key-encryption key (kernel/crypto/sealing.ts, purpose `document-key`). Rotating the latter rewrites only the header.
 *
 * | bytes | content of a container |
 * | --- | --- |
 * | 4 | `RPLD` |
 * | 1 | version of the container, 1 |
 * | 4 | version of the key-encryption key, big-endian |
 * | 12 + 48 | the sealed document key: nonce, key and tag |
 * | 12 | nonce of the document |
 * | size + 16 | the encrypted document and its tag |
 *
 * A container opens only complete, unchanged and in its own context.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Sealed, Sealer } from "../kernel/crypto/sealing.ts";

export type DocumentSeal = {
	sealer: Sealer;
	/** Additional authenticated data, such as `estate-will/<owner>/<version>`. */
	context: string;
};

export type SealedDocument = {
	/** Also part of `bytes`. */
	header: Sealed;
	/** The container. */
	bytes: Uint8Array<ArrayBuffer>;
};

const MAGIC = Uint8Array.from([0x52, 0x50, 0x4c, 0x44, 1]);
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const KEY_VERSION_AT = MAGIC.length;
const KEY_NONCE_AT = KEY_VERSION_AT + 4;
const SEALED_KEY_AT = KEY_NONCE_AT + NONCE_BYTES;
const NONCE_AT = SEALED_KEY_AT + KEY_BYTES + TAG_BYTES;
export const DOCUMENT_HEADER_BYTES = NONCE_AT + NONCE_BYTES;

const BROKEN = "a sealed document is broken";

const CIPHER = "aes-256-gcm";
const CHUNK_BYTES = 256 * 1024;

export async function sealDocument(plain: Uint8Array, seal: DocumentSeal): Promise<SealedDocument> {
	const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	const header = await seal.sealer.seal(key, seal.context);
	const bytes = new Uint8Array(DOCUMENT_HEADER_BYTES + plain.length + TAG_BYTES);
	writeHeader(bytes, header);
	// Random although the key is used once, so that no bug can repeat a pair of key and nonce.
	const nonce = crypto.getRandomValues(bytes.subarray(NONCE_AT, DOCUMENT_HEADER_BYTES));
	const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(additionalDataOf(seal.context));
	transform(cipher, plain, bytes.subarray(DOCUMENT_HEADER_BYTES));
	cipher.final();
	bytes.set(cipher.getAuthTag(), bytes.length - TAG_BYTES);
	return { header, bytes };
}

/**
 * @throws Error, without content, if the key is not configured, or the container is malformed, changed or of another
 * context
 */
export async function openDocument(
	container: Uint8Array,
	seal: DocumentSeal,
): Promise<Uint8Array<ArrayBuffer>> {
	const key = await seal.sealer.open(readHeader(container), seal.context);
	const end = container.length - TAG_BYTES;
	if (end < DOCUMENT_HEADER_BYTES) throw new Error(BROKEN);
	try {
		const plain = new Uint8Array(end - DOCUMENT_HEADER_BYTES);
		const nonce = container.subarray(NONCE_AT, DOCUMENT_HEADER_BYTES);
		const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
		decipher.setAAD(additionalDataOf(seal.context));
		decipher.setAuthTag(container.subarray(end));
		transform(decipher, container.subarray(DOCUMENT_HEADER_BYTES, end), plain);
		// Checks the tag. `plain` must not be used before this.
		decipher.final();
		return plain;
	} catch {
		throw new Error(BROKEN);
	}
}

/** Seals the document's key again without opening the document. */
export async function rewrapDocument(container: Uint8Array, seal: DocumentSeal): Promise<SealedDocument> {
	const key = await seal.sealer.open(readHeader(container), seal.context);
	const header = await seal.sealer.seal(key, seal.context);
	const bytes = Uint8Array.from(container);
	writeHeader(bytes, header);
	return { header, bytes };
}

/**
 * @param container complete, or its first `DOCUMENT_HEADER_BYTES`
 * @throws Error if it is not a container
 */
export function keyVersionOf(container: Uint8Array): number {
	return readHeader(container).keyVersion;
}

function readHeader(container: Uint8Array): Sealed {
	const isContainer =
		container.length >= DOCUMENT_HEADER_BYTES && MAGIC.every((byte, at) => container[at] === byte);
	if (!isContainer) throw new Error("not a sealed document of a known version");
	return {
		keyVersion: Buffer.from(container.buffer, container.byteOffset, KEY_NONCE_AT).readUInt32BE(
			KEY_VERSION_AT,
		),
		iv: toBase64(container.subarray(KEY_NONCE_AT, SEALED_KEY_AT)),
		ciphertext: toBase64(container.subarray(SEALED_KEY_AT, NONCE_AT)),
	};
}

function writeHeader(bytes: Uint8Array<ArrayBuffer>, { keyVersion, iv, ciphertext }: Sealed): void {
	bytes.set(MAGIC);
	Buffer.from(bytes.buffer, bytes.byteOffset).writeUInt32BE(keyVersion, KEY_VERSION_AT);
	bytes.set(Buffer.from(iv, "base64"), KEY_NONCE_AT);
	bytes.set(Buffer.from(ciphertext, "base64"), SEALED_KEY_AT);
}

function transform(
	cipher: { update(piece: Uint8Array): Uint8Array },
	from: Uint8Array,
	to: Uint8Array,
): void {
	for (let at = 0; at < from.length; at += CHUNK_BYTES) {
		to.set(cipher.update(from.subarray(at, at + CHUNK_BYTES)), at);
	}
}

/** Unambiguous, because the context ends it. */
function additionalDataOf(context: string): Uint8Array {
	return Buffer.concat([MAGIC, Buffer.from(context)]);
}

function toBase64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("base64");
}
