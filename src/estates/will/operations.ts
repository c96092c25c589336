import * as z from "zod";
import { defineOperation, defineUpload } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { wholeNumberText } from "../../kernel/schemas/schemas.ts";
import { DEFAULT_CHAIN_ID } from "../../protocol/prepare-messages.ts";
import { ownerParams } from "../profile/owner-schemas.ts";
import { signatureFields } from "../signed-request.ts";
import { MAX_WILL_VERSION, WILL_MEDIA_TYPES, willContentType, willFileName } from "./will.ts";
import { presentWill, willFields, willStatusSchema } from "./will-schemas.ts";

const body = lazyObject(() => ({
	...willFields(),
	...signatureFields(),
}));

const lodgeWillResponse = willStatusSchema;

/** estates.md "POST …/will". */
export const lodgeWill = defineUpload({
	operationId: "lodgeWill",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will",
	tag: "Estate profiles",
	summary: doc("Lodge a will"),
	description: doc(
		"The file is a PDF or plain text in UTF-8, at most 10 MiB; its bytes decide the type. JSON has at most 1 MiB, so send a file of more than 0.75 MiB as a form. The owner signs a `Will` message with that type (`application/pdf` or `text/plain`, without parameters) and the size in bytes. The will is encrypted and kept with all earlier versions. It needs no accepted agreement.",
	),
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body,
	upload: { numbers: ["version", "chainId"], objects: [] },
	responses: { 201: { description: doc("The stored will."), schema: lodgeWillResponse } },
	errors: ["INVALID_SIGNER", "INVALID_FILE_FORMAT", "WILL_VERSION_CONFLICT", "EXCEEDED_DOCUMENT_AMOUNT"],
	handler: async ({ params, body, file, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...fields } = body;
		const request = { caller: principal, clientAddress, ...params, ...fields, chainId, file, now };
		const { estateId, will } = await services.estates.wills.lodge(request);
		await audit({ action: "will.lodged", target: estateId });
		return { status: 201, body: presentWill(will) };
	},
});

const query = lazyObject(() => ({
	version: wholeNumberText(1, MAX_WILL_VERSION).optional().describe(doc("The newest version if absent.")),
}));

const readWillResponse = lazy(() => z.file());

/** Writes history and audit, so it is not `readOnly`. */
export const readWill = defineOperation({
	operationId: "readWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will",
	tag: "Estate profiles",
	summary: doc("Download a will"),
	description: doc("For the owner only. The file is decrypted and its SHA-256 checked before it is sent."),
	policy: "wallet_session",
	params: ownerParams,
	query,
	download: WILL_MEDIA_TYPES,
	responses: { 200: { description: doc("The document as it was lodged."), schema: readWillResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { ownerAddress }, query, principal, services, now, audit }) => {
		const version = query.version === undefined ? undefined : Number(query.version);
		const request = { viewer: principal, ownerAddress, version, now };
		const { estateId, will, bytes } = await services.estates.wills.read(request);
		await audit({ action: "will.read", target: estateId });
		const fileName = willFileName({ ownerAddress, ...will });
		return { status: 200, file: { bytes, fileName, mimeType: willContentType(will.mimeType) } };
	},
});
