/** What a will is called and sealed to; which bytes can be one, `documents/core/judge-document.ts` says. */
import type { DocumentType } from "../../documents/core/judge-document.ts";
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

/** What a will is sealed to, as the `context` of kernel/sealed-document.ts. */
export function willContext(ownerAddress: string, version: number): string {
	return `estate-will/${ownerAddress.toLowerCase()}/${version}`;
}
