/**
 * The terms that owners accept (estates.md "POST …/agreement"). Each version is a file of `public/terms`; owners sign
 * its SHA-256.
 */
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AGREEMENT_VERSIONS } from "./agreement-versions.ts";

export type Agreement = {
	readonly version: string;
	/** SHA-256 of the document's bytes. */
	readonly documentHash: Hex;
	readonly path: string;
};

export type AcceptedAgreement = {
	version: string;
	documentHash: string;
	/** Unix milliseconds. */
	acceptedAt: number;
};

/** Oldest first. */
export const agreements: readonly Agreement[] = AGREEMENT_VERSIONS.map(({ version, documentHash }) => ({
	version,
	documentHash,
	path: `/terms/${version}.txt`,
}));

export const currentAgreement: Agreement = newest(agreements);

export function isCurrentAgreement(version: string, documentHash: Hex): boolean {
	return findAgreement([currentAgreement], version, documentHash) !== undefined;
}

/** @param documentHash in any letter case */
export function findAgreement(
	published: readonly Agreement[],
	version: string,
	documentHash: Hex,
): Agreement | undefined {
	const hash = documentHash.toLowerCase();
	return published.find((agreement) => agreement.version === version && agreement.documentHash === hash);
}

function newest(all: readonly Agreement[]): Agreement {
	const last = all.at(-1);
	if (!last) throw new Error("there are no terms in agreement-versions.ts");
	return last;
}
