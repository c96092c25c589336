/** The forms of an archive's files (archives.md "The archive"). Receivers alone carry them. */
import { time } from "../evidence/evidence-form.ts";
import { hash, proof } from "../evidence/payload-form.ts";
import { list, type Of, object, oneOf, text, wholeNumber } from "../form.ts";
import { ARCHIVE_FORMAT } from "./archive-format.ts";

const archivedFile = { path: text(), sha256: hash, size: wholeNumber(0) };

const unsigned = {
	format: oneOf(ARCHIVE_FORMAT),
	kind: oneOf("case", "estate"),
	/** The caseId; or the owner's address, with `@` and the chain for a contract's estate. */
	subject: text(),
	/** Origin of the service. */
	issuer: text(),
	issuedAt: time,
	files: list(object(archivedFile)),
};

export const manifestForm = object(unsigned);
/** `signature`: a compact JWS (RFC 7515), whose payload is the canonical form of all other members. */
export const signedManifestForm = object({ ...unsigned, signature: text() });

export type ArchiveManifest = Of<typeof manifestForm>;

const signed = {
	/** Chain of the signed domain. */
	chainId: wholeNumber(1),
	/** The signed origin. */
	service: text(),
	signature: text<`0x${string}`>((given) => /^0x(?:[0-9a-f]{2})*$/i.test(given), { form: "bytes" }),
	proof,
};

/** What the owner of an estate has signed. */
export const signedMessagesForm = object({
	ownerAddress: text(),
	agreements: list(object({ version: text(), documentHash: hash, nonce: hash, acceptedAt: time, ...signed })),
	wills: list(
		object({
			version: wholeNumber(1),
			sha256: hash,
			mimeType: text(),
			size: wholeNumber(1),
			uploadedAt: time,
			/** Its path in the archive. */
			file: text(),
			...signed,
		}),
	),
});
