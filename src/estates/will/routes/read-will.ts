import { defineOperation } from "../../../http/operation.ts";
import { ownerParams } from "../../schemas.ts";
import { DOCUMENT_MEDIA_TYPES, sentMediaType } from "../document-media-types.ts";
import { documentFileName } from "../will-document.ts";
import { willError } from "../will-error.ts";
import { readWillQuery } from "../will-schemas.ts";

/** estates.md "POST …/will": to the owner's wallet session only. It is noted, so it is no mere read. */
export const readWill = defineOperation({
	operationId: "readWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will",
	tag: "Estate profiles",
	summary: "Download a will",
	description: "For the owner only. The file is decrypted and its SHA-256 checked before it is sent.",
	policy: "estate_owner",
	params: ownerParams,
	query: readWillQuery,
	download: DOCUMENT_MEDIA_TYPES,
	responses: { 200: "The document as it was lodged." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { ownerAddress }, query, principal, services, now, audit }) => {
		const version = query.version === undefined ? undefined : Number(query.version);
		const answer = await services.estates.wills.read({ viewer: principal, ownerAddress, version, now });
		if (answer.kind !== "document") throw willError(answer);
		const { will, bytes } = answer;
		await audit({ action: "will.read", target: answer.estateId });
		const fileName = documentFileName({ ownerAddress, ...will });
		return { status: 200, file: { bytes, fileName, mimeType: sentMediaType(will.mimeType) } };
	},
});
