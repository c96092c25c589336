import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { wholeNumberText } from "../../../kernel/schemas/schemas.ts";
import { ownerParams } from "../../profile/owner-schemas.ts";
import { MAX_WILL_VERSION, WILL_MEDIA_TYPES, willContentType, willFileName } from "../will.ts";

const query = lazy(() =>
	z.strictObject({
		version: wholeNumberText(1, MAX_WILL_VERSION)
			.optional()
			.meta({ description: doc("The newest version if absent.") }),
	}),
);

const readWillResponse = lazy(() => z.file());

/** Writes history and audit, so it is not `readOnly`. */
export const readWill = defineOperation({
	operationId: "readWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will",
	tag: "Estate profiles",
	summary: doc("Download a will"),
	description: doc("For the owner only. The file is decrypted and its SHA-256 checked before it is sent."),
	policy: "estate_owner",
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
