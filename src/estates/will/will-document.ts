/** What a will is called and sealed to; which bytes can be one, `documents/core/judge-document.ts` says. */
import type { DocumentType } from "../../documents/judge-document.ts";
import { toChecksumAddress } from "../../kernel/address.ts";

/** The form of a document's name in a download: ASCII, and nothing of the name that it was uploaded under. */
export function documentFileName(will: {
	ownerAddress: string;
	/** Whole, from 1. */
	version: number;
	mimeType: DocumentType;
}): string {
	const extension = { "application/pdf": "pdf", "text/plain": "txt" }[will.mimeType];
	return `will-${toChecksumAddress(will.ownerAddress)}-${will.version}.${extension}`;
}

/**
 * What a will is sealed to, as the `context` of kernel/sealed-document.ts: the one estate (ADR 15), so that it opens
 * neither for that of the same address on another chain nor for one that came after an erasure.
 */
export function willContext(
	estate: { estateId: string; chainId: number; ownerAddress: string },
	version: number,
): string {
	return `estate-will/${estate.estateId}/${estate.chainId}/${estate.ownerAddress.toLowerCase()}/${version}`;
}
