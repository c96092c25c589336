import type { DocumentType } from "../../document-store/judge-document.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";

export type WillStatus = {
	/** Counts from 1. */
	version: number;
	sha256: string;
	mimeType: DocumentType;
	size: number;
	/** Unix milliseconds. */
	uploadedAt: number;
};

export const MAX_WILL_VERSION = 2 ** 31;

/** @param versions `current` is 0 without a will; `erased` is the tombstone's */
export function nextWillVersion(versions: { current: number; erased: number }): number {
	return Math.max(versions.current, versions.erased) + 1;
}

export function willFileName(will: {
	ownerAddress: string;
	version: number;
	mimeType: DocumentType;
}): string {
	const extension = { "application/pdf": "pdf", "text/plain": "txt" }[will.mimeType];
	return `will-${toChecksumAddress(will.ownerAddress)}-${will.version}.${extension}`;
}

const CONTENT_TYPES = {
	"application/pdf": "application/pdf",
	// Only UTF-8 is accepted.
	"text/plain": "text/plain; charset=utf-8",
} as const satisfies Record<DocumentType, string>;

export const WILL_MEDIA_TYPES = Object.keys(CONTENT_TYPES);

export function willContentType(type: DocumentType): string {
	return CONTENT_TYPES[type];
}
