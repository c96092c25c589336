import { defineOperation } from "../../../http/operation.ts";
import { estateError } from "../../errors.ts";
import { ownerParams, profileQuery } from "../../schemas.ts";
import { presentProfile } from "../present-estates.ts";

/** estates.md "GET /estate-profiles/{ownerAddress}". What is not there is shown as it would be, and not stored (ADR 26). */
export const getProfile = defineOperation({
	operationId: "getEstateProfile",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}",
	tag: "Estate profiles",
	summary: "Read an estate profile",
	description:
		"The owner's wallet session sees the whole profile. A developer through whom the owner has signed something sees the agreement, the will's status, and the codes created through it. Other developers see a bare profile, like that of an address that has signed nothing.",
	policy: "developer_or_wallet",
	readOnly: true,
	params: ownerParams,
	query: profileQuery,
	responses: { 200: "The profile." },
	errors: [],
	handler: async ({ params: { ownerAddress }, query, principal, services, now }) => {
		const chainId = query.chainId === undefined ? undefined : Number(query.chainId);
		const read = services.estates.profiles.read({ viewer: principal, ownerAddress, chainId, now });
		const answer = await read;
		if (answer.kind !== "profile") throw estateError(answer);
		const { estate, status } = answer;
		return { status: 200, body: presentProfile(estate, status, services.config.appOrigin) };
	},
});
