import * as z from "zod";
import type { Config } from "../../../config/config.ts";
import { operatorSchema } from "../../../config/operator-schema.ts";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema, wholeNumberText } from "../../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import { currentAgreement } from "../../agreement/agreement.ts";
import { acceptanceSchema, documentHashField, presentAcceptance } from "../../agreement/agreement-schemas.ts";
import { codeIdField, labelField } from "../../privacy-code/privacy-code-schemas.ts";
import { presentWill, willStatusSchema } from "../../will/will-schemas.ts";
import { ownerFields, ownerParams, presentOwner } from "../owner-schemas.ts";
import type { Estate, EstateStatus, PrivacyCodeStatus } from "../profile.ts";

const query = lazy(() =>
	z.strictObject({
		chainId: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
			.optional()
			.meta({
				description: doc(
					"Reads the profile of the contract on this chain; if absent, the profile of the address's key. A wallet session omits it and reads its own profile.",
				),
			}),
	}),
);

const privacyCodeStatus = lazy(() =>
	z
		.strictObject({
			codeId: codeIdField(),
			label: labelField(),
			hint: z.string().meta({ description: doc("The end of the code."), example: doc("RPL-…7M-3K") }),
			createdAt: timestampSchema(),
			expiresAt: timestampSchema().nullable(),
			revokedAt: timestampSchema().nullable(),
			resolves: z.int().meta({ description: doc("How often the code was resolved.") }),
		})
		.meta({ id: "PrivacyCode" }),
);

export const getEstateProfileResponse = lazy(() =>
	z
		.strictObject({
			...ownerFields(),
			createdAt: timestampSchema().meta({
				description: doc(
					"When the profile was initialised for this caller: by its first read, or by the first message that the owner signed through it. The owner's session sees when the profile began.",
				),
			}),
			updatedAt: timestampSchema(),
			agreement: z.strictObject({
				current: z.strictObject({
					version: z.string().meta({ example: doc("2026-11-01") }),
					documentHash: documentHashField(),
					url: z
						.string()
						.meta({ description: doc("Address of the terms' text, whose bytes `documentHash` covers.") }),
				}),
				operator: operatorSchema(),
				accepted: acceptanceSchema()
					.nullable()
					.meta({ description: doc("The newest accepted version.") }),
			}),
			will: willStatusSchema().nullable(),
			privacyCodes: z.array(privacyCodeStatus()).meta({
				description: doc(
					"Newest first: all live codes, and ended ones up to 100 codes in all. A developer sees only the codes created through it.",
				),
			}),
		})
		.meta({ id: "EstateProfile" }),
);

/** estates.md "GET /estate-profiles/{ownerAddress}". Not `readOnly`, because the first read stores its time. */
export const getProfile = defineOperation({
	operationId: "getEstateProfile",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}",
	tag: "Estate profiles",
	summary: doc("Read an estate profile"),
	description: doc(
		"The owner's wallet session sees the whole profile; on a page of an allowlisted origin, without the codes of other developers. A developer through whom the owner has signed something sees the agreement, the will's status, and the codes created through it. Other developers see a bare profile, like that of an address that has signed nothing. A caller's first read initialises the profile for that caller: `createdAt` is its time, and says nothing of other callers.",
	),
	policy: "developer_or_wallet",
	cors: "allowlisted",
	params: ownerParams,
	query,
	responses: { 200: { description: doc("The profile."), schema: getEstateProfileResponse } },
	errors: [],
	handler: async ({ params: { ownerAddress }, query, principal, services, clientAddress, now }) => {
		const chainId = query.chainId === undefined ? undefined : Number(query.chainId);
		const request = { viewer: principal, clientAddress, ownerAddress, chainId, now };
		const profile = await services.estates.profiles.read(request);
		return { status: 200, body: presentProfile(profile, services.config) };
	},
});

export function presentProfile(
	{ estate, status }: { estate: Estate; status: EstateStatus },
	{ appOrigin, operator }: Pick<Config, "appOrigin" | "operator">,
): Infer<typeof getEstateProfileResponse> {
	const { version, documentHash, path } = currentAgreement;
	return {
		...presentOwner(estate),
		createdAt: isoTime(estate.createdAt),
		updatedAt: isoTime(estate.updatedAt),
		agreement: {
			current: { version, documentHash, url: `${appOrigin}${path}` },
			operator,
			accepted: status.accepted && presentAcceptance(status.accepted),
		},
		will: status.will && presentWill(status.will),
		privacyCodes: status.privacyCodes.map(presentCode),
	};
}

function presentCode(code: PrivacyCodeStatus): Infer<typeof privacyCodeStatus> {
	const { codeId, label, hint, resolves } = code;
	return {
		codeId,
		label,
		hint,
		createdAt: isoTime(code.createdAt),
		expiresAt: isoTimeOrNull(code.expiresAt),
		revokedAt: isoTimeOrNull(code.revokedAt),
		resolves,
	};
}
