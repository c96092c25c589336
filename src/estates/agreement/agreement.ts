/**
 * The terms that an owner accepts (estates.md "POST …/agreement"). Each version is a file of `public/terms`, which
 * the service serves as it is; its SHA-256 is what is signed. Versions are added and never changed.
 */
import type { Hex } from "../../kernel/hex.ts";
import { AGREEMENT_VERSIONS } from "./agreement-versions.ts";

export type Agreement = {
	/** The day it is dated, `YYYY-MM-DD`. */
	readonly version: string;
	/** SHA-256 of the document's bytes. */
	readonly documentHash: Hex;
	/** Where it stands, from the origin of the service. */
	readonly path: string;
};

/** Every version there was, oldest first. */
export const agreements: readonly Agreement[] = AGREEMENT_VERSIONS.map(({ version, documentHash }) => ({
	version,
	documentHash,
	path: `/terms/${version}.txt`,
}));

/** The one that can be accepted. */
export const currentAgreement: Agreement = newest(agreements);

/** Whether this is the version that can be accepted, with the hash that it has; the hash in any letter case. */
export function isCurrentAgreement(version: string, documentHash: Hex): boolean {
	return version === currentAgreement.version && documentHash.toLowerCase() === currentAgreement.documentHash;
}

/** A version that is or was in force. */
export function agreementOf(version: string): Agreement | undefined {
	return agreements.find((agreement) => agreement.version === version);
}

function newest(all: readonly Agreement[]): Agreement {
	const last = all.at(-1);
	if (!last) throw new Error("there are no terms in agreement-versions.ts");
	return last;
}
