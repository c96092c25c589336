import { defineUpload } from "../../../http/operation.ts";
import { DEFAULT_CHAIN_ID } from "../../owner-proof.ts";
import { presentWill } from "../../profile/present-estates.ts";
import { ownerParams } from "../../schemas.ts";
import { willError } from "../will-error.ts";
import { lodgeWillBody, lodgeWillForm } from "../will-schemas.ts";

/** estates.md "POST …/will". */
export const lodgeWill = defineUpload({
	operationId: "lodgeWill",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will",
	tag: "Estate profiles",
	summary: "Lodge a will",
	description:
		"The file is a PDF or plain text in UTF-8, at most 10 MiB; its bytes decide the type. The owner signs a `Will` message with that type (`application/pdf` or `text/plain`, without parameters) and the size in bytes. The will is encrypted and kept with all earlier versions. It needs no accepted agreement.",
	policy: "estate_submitter",
	browserOrigin: true,
	params: ownerParams,
	body: lodgeWillBody,
	upload: lodgeWillForm,
	responses: { 201: "The stored will." },
	errors: ["INVALID_SIGNER", "INVALID_FILE_FORMAT", "WILL_VERSION_CONFLICT", "EXCEEDED_DOCUMENT_AMOUNT"],
	handler: async ({ params, body, file, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...fields } = body;
		const request = { caller: principal, clientAddress, ...params, ...fields, chainId, file, now };
		const answer = await services.estates.wills.lodge(request);
		if (answer.kind !== "lodged") throw willError(answer);
		await audit({ action: "will.lodged", target: answer.estateId });
		return { status: 201, body: presentWill(answer.will) };
	},
});
