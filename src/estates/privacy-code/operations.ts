import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import type { Infer } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { DEFAULT_CHAIN_ID } from "../../protocol/prepare-messages.ts";
import { ownerFields, ownerParams, presentOwner } from "../profile/owner-schemas.ts";
import { signatureFields } from "../signed-request.ts";
import { presentWill, willStatusSchema } from "../will/will-schemas.ts";
import { codeIdField, codeTextSchema, labelField, privacyCodeFields } from "./privacy-code-schemas.ts";
import { type CreatedPrivacyCode, tooManyInvalidCodes } from "./privacy-code-service.ts";
import type { ResolvedEstate } from "./privacy-codes.d1.ts";

const codeBody = lazyObject("PrivacyCodeBody", () => ({
	...privacyCodeFields(),
	...signatureFields(),
}));

export const createPrivacyCodeResponse = lazyObject("CreatedPrivacyCode", () => ({
	codeId: codeIdField(),
	code: z
		.string()
		.regex(/^RPL(?:-[0-9A-Z]{5}){5}-[0-9A-Z][0-9A-Z*~$=]$/)
		.describe(doc("The code for the filing. It is shown in this response only and cannot be read again.")),
	label: labelField(),
	expiresAt: timestampSchema().nullable(),
}));

/** estates.md "POST …/privacy-codes". */
export const createPrivacyCode = defineOperation({
	operationId: "createPrivacyCode",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/privacy-codes",
	tag: "Estate profiles",
	summary: doc("Create a privacy code for public filings"),
	description: doc(
		"The code stands in public filings in place of the address. `signature` is the owner's EIP-712 signature of the PrivacyCode message. The code is shown in this response only; sending the message again is 409. If the response was lost, revoke the code in the owner's session and have a new message signed. An estate has at most 20 live codes.",
	),
	policy: "estate_submitter",
	cors: "signed",
	params: ownerParams,
	body: codeBody,
	responses: { 201: { description: doc("The new code."), schema: createPrivacyCodeResponse } },
	errors: ["INVALID_SIGNER", "NONCE_ALREADY_USED", "AGREEMENT_REQUIRED", "EXCEEDED_PRIVACY_CODE_AMOUNT"],
	handler: async ({ params, body, principal, services, clientAddress, now, audit }) => {
		const { chainId = DEFAULT_CHAIN_ID, expiresAt = 0, ...message } = body;
		const signed = { chainId, expiresAt, ...message };
		const request = { caller: principal, clientAddress, ...params, ...signed, now };
		const created = await services.estates.codes.create(request);
		await audit({ action: "privacy_code.created", target: created.codeId });
		return { status: 201, body: presentCreatedCode(created) };
	},
});

function presentCreatedCode({
	codeId,
	code,
	label,
	expiresAt,
}: CreatedPrivacyCode): Infer<typeof createPrivacyCodeResponse> {
	return { codeId, code, label, expiresAt: isoTimeOrNull(expiresAt) };
}

const params = lazyObject(() => ({
	...ownerParams().shape,
	codeId: z.string().regex(/^pc_[0-9a-f]{32}$/, "must be `pc_` and 32 lower-case hex digits"),
}));

const revokePrivacyCodeResponse = lazyObject("RevokedPrivacyCode", () => ({
	codeId: codeIdField(),
	revokedAt: timestampSchema(),
}));

/** estates.md "POST …/privacy-codes". */
export const revokePrivacyCode = defineOperation({
	operationId: "revokePrivacyCode",
	method: "DELETE",
	path: "/estate-profiles/{ownerAddress}/privacy-codes/{codeId}",
	tag: "Estate profiles",
	summary: doc("Revoke a privacy code"),
	description: doc(
		"For the owner's wallet session. The code stops resolving at once. Repeating the call returns the time of the first.",
	),
	policy: "wallet_session",
	cors: "allowlisted",
	params,
	responses: { 200: { description: doc("The code is revoked."), schema: revokePrivacyCodeResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { codeId } = params;
		const revokedAt = await services.estates.codes.revoke({ viewer: principal, ...params, now });
		if (revokedAt === now) await audit({ action: "privacy_code.revoked", target: codeId });
		return { status: 200, body: { codeId, revokedAt: isoTime(revokedAt) } };
	},
});

const resolutionBody = lazyObject("PrivacyCodeResolution", () => ({ code: codeTextSchema() }));

export const resolvePrivacyCodeResponse = lazyObject("ResolvedPrivacyCode", () => ({
	...ownerFields(),
	label: labelField(),
	agreementAccepted: z.boolean().describe(doc("Whether the owner has accepted the current terms.")),
	will: willStatusSchema().nullable(),
	resolvedAt: timestampSchema(),
}));

/** estates.md "POST /estate-profiles/privacy-codes/resolve". */
export const resolvePrivacyCode = defineOperation({
	operationId: "resolvePrivacyCode",
	method: "POST",
	path: "/estate-profiles/privacy-codes/resolve",
	tag: "Estate profiles",
	summary: doc("Resolve a privacy code to its estate"),
	description: doc(
		"For the developer through whom the code was created, and for accounts to which a reviewer has granted the role `resolver`. Unknown, expired and revoked codes and codes of others get the same response; after five of them, each one lengthens the wait for the next. The owner sees every resolve.",
	),
	policy: "developer",
	body: resolutionBody,
	responses: { 200: { description: doc("The estate of the code."), schema: resolvePrivacyCodeResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { code }, principal, services, clientAddress, now, audit, auditStamp }) => {
		const { developerId } = principal;
		const stamp = auditStamp();
		const asResolver = await services.passkeys.mayActAsResolver(principal, now);
		const resolving = { developerId, asResolver, clientAddress, code, stamp, now };
		const result = await services.estates.codes.resolve(resolving);
		if (result.kind === "throttled") {
			await audit({ action: "privacy_code.throttled" });
			throw tooManyInvalidCodes(result);
		}
		return { status: 200, body: presentResolvedEstate(result, now) };
	},
});

function presentResolvedEstate(
	estate: ResolvedEstate,
	resolvedAt: number,
): Infer<typeof resolvePrivacyCodeResponse> {
	const { label, agreementAccepted, will } = estate;
	return {
		...presentOwner(estate),
		label,
		agreementAccepted,
		will: will && presentWill(will),
		resolvedAt: isoTime(resolvedAt),
	};
}
