import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { DEFAULT_CHAIN_ID } from "../../protocol/prepare-messages.ts";
import { ownerFields, ownerParams, presentOwner } from "../profile/owner-schemas.ts";
import { signatureFields } from "../signed-request.ts";
import { eraseFields } from "./erasure-schemas.ts";

const body = lazyObject("EraseBody", () => ({
	...eraseFields(),
	...signatureFields(),
}));

const eraseEstateProfileResponse = lazyObject("ErasedEstate", () => ({
	...ownerFields(),
	erasedAt: timestampSchema(),
}));

/** estates.md "Erasure". */
export const eraseProfile = defineOperation({
	operationId: "eraseEstateProfile",
	method: "DELETE",
	path: "/estate-profiles/{ownerAddress}",
	tag: "Estate profiles",
	summary: doc("Erase an estate profile"),
	description: doc(
		"`signature` is the owner's EIP-712 signature of the Erase message. Permanently deletes wills, codes, acceptances, history and release requests. Only keyed hashes without personal data remain: they prevent replays of signed messages and continue the version numbers of wills. The nonce is used up even if there is nothing to erase. If the response was lost, send the same message again: 409 `NONCE_ALREADY_USED` means that the first one worked.",
	),
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body,
	responses: { 200: { description: doc("The profile is erased."), schema: eraseEstateProfileResponse } },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "RESOURCE_NOT_FOUND"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...message } = body;
		const request = { caller: principal, clientAddress, ...params, chainId, ...message, now };
		const { estateId, estateKey } = await services.estates.erasure.erase(request);
		await audit({ action: "estate.erased", target: estateId });
		return { status: 200, body: { ...presentOwner(estateKey), erasedAt: isoTime(now) } };
	},
});
