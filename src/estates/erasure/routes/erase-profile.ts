import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { estateError } from "../../errors.ts";
import { DEFAULT_CHAIN_ID } from "../../owner-proof.ts";
import { presentOwner } from "../../profile/present-estates.ts";
import { eraseBody, ownerParams } from "../../schemas.ts";

/** estates.md "Erasure". */
export const eraseProfile = defineOperation({
	operationId: "eraseEstateProfile",
	method: "DELETE",
	path: "/estate-profiles/{ownerAddress}",
	tag: "Estate profiles",
	summary: "Erase an estate profile",
	description:
		"`signature` is the owner's EIP-712 signature of the Erase message. Permanently deletes wills, codes, acceptances, history and release requests. Only keyed hashes without personal data remain: they prevent replays of signed messages and continue the version numbers of wills. The nonce is used up even if there is nothing to erase.",
	policy: "estate_submitter",
	browserOrigin: true,
	params: ownerParams,
	body: eraseBody,
	responses: { 200: "The profile is erased." },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "RESOURCE_NOT_FOUND"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, ...message } = body;
		const request = { caller: principal, clientAddress, ...params, chainId, ...message, now };
		const answer = await services.estates.erasure.erase(request);
		if (answer.kind !== "erased") throw estateError(answer);
		await audit({ action: "estate.erased", target: answer.estateId });
		return { status: 200, body: { ...presentOwner(answer.estateKey), erasedAt: isoTime(now) } };
	},
});
