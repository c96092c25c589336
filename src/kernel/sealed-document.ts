/**
 * Documents sealed at rest (estates.md "POST …/will"): AES-256-GCM (NIST SP 800-38D) under a random key of the
 * document's own, which is itself sealed under a versioned key-encryption key (kernel/sealing.ts, purpose
 * `document-key`). So another key-encryption key means another 80 bytes, not another document.
 *
 * A container stands alone: all that opens it, but for the key-encryption key, is in it.
 *
 * | bytes | what |
 * | --- | --- |
 * | 4 | `RPLD` |
 * | 1 | version of the container, 1 |
 * | 4 | version of the key-encryption key, big-endian |
 * | 12 + 48 | the document's key, sealed: nonce, key and tag |
 * | 12 | nonce of the document |
 * | size + 16 | the document, encrypted, and its tag |
 *
 * Guarantees: a container opens only whole, unchanged and in its own context, or it throws. Beside what is handed
 * in and what is handed back no more than the document's size is held at any time.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Sealed, Sealer } from "./sealing.ts";

/** What opens a container, or makes one. */
export type DocumentSeal = {
	/** For the purpose `document-key`. */
	sealer: Sealer;
	/** What the document belongs to, such as `estate-will/<owner>/<version>`; opening must be told the same. */
	context: string;
};

export type SealedDocument = {
	/** The document's key, sealed; it stands in `bytes` too. */
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
/** As much of a container as `keyVersionOf` needs. */
export const DOCUMENT_HEADER_BYTES = NONCE_AT + NONCE_BYTES;

const BROKEN = "a sealed document is broken";

const CIPHER = "aes-256-gcm";
/** What is encrypted at a time: large enough to cost nothing, small enough to be nothing beside a document. */
const CHUNK_BYTES = 256 * 1024;

/** @throws Error where the key-encryption key in force is not configured */
export async function sealDocument(plain: Uint8Array, seal: DocumentSeal): Promise<SealedDocument> {
	const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	const header = await seal.sealer.seal(key, seal.context);
	const bytes = new Uint8Array(DOCUMENT_HEADER_BYTES + plain.length + TAG_BYTES);
	writeHeader(bytes, header);
	// A nonce of its own although the key is: nothing that repeats can then be repeated by mistake.
	const nonce = crypto.getRandomValues(bytes.subarray(NONCE_AT, DOCUMENT_HEADER_BYTES));
	const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(boundTo(seal.context));
	transform(cipher, plain, bytes.subarray(DOCUMENT_HEADER_BYTES));
	cipher.final();
	bytes.set(cipher.getAuthTag(), bytes.length - TAG_BYTES);
	return { header, bytes };
}

/**
 * @throws Error that says nothing of the content where the key-encryption key is not configured, or the container
 * is none or broken: changed, cut short, of another context, or made with another key
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
		decipher.setAAD(boundTo(seal.context));
		decipher.setAuthTag(container.subarray(end));
		transform(decipher, container.subarray(DOCUMENT_HEADER_BYTES, end), plain);
		// Nothing of `plain` may leave before this has said that it is genuine.
		decipher.final();
		return plain;
	} catch {
		throw new Error(BROKEN);
	}
}

/**
 * The same document with its key sealed under the key-encryption key in force; the document itself is neither
 * opened nor checked.
 * @throws Error as openDocument, but for a document that is broken behind its header
 */
export async function rewrapDocument(container: Uint8Array, seal: DocumentSeal): Promise<SealedDocument> {
	const key = await seal.sealer.open(readHeader(container), seal.context);
	const header = await seal.sealer.seal(key, seal.context);
	const bytes = Uint8Array.from(container);
	writeHeader(bytes, header);
	return { header, bytes };
}

/**
 * The version of the key-encryption key that opens a container.
 * @param container whole, or its first `DOCUMENT_HEADER_BYTES`
 * @throws Error where it is none
 */
export function keyVersionOf(container: Uint8Array): number {
	return readHeader(container).keyVersion;
}

function readHeader(container: Uint8Array): Sealed {
	const isContainer =
		container.length >= DOCUMENT_HEADER_BYTES && MAGIC.every((byte, at) => container[at] === byte);
	if (!isContainer) throw new Error("not a sealed document of a version that is known");
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

/** Piece by piece, so that the whole is there only once on either side. */
function transform(
	cipher: { update(piece: Uint8Array): Uint8Array },
	from: Uint8Array,
	to: Uint8Array,
): void {
	for (let at = 0; at < from.length; at += CHUNK_BYTES) {
		to.set(cipher.update(from.subarray(at, at + CHUNK_BYTES)), at);
	}
}

/** The additional data: version of the container, then the context to the end, so no two pairs read the same. */
function boundTo(context: string): Uint8Array {
	return Buffer.concat([MAGIC, Buffer.from(context)]);
}

function toBase64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("base64");
}
