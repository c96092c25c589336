import * as z from "zod";
import {
	agreementRequest,
	eraseRequest,
	privacyCodeRequest,
	willRequest,
} from "../estates/message-requests.ts";
import type { ServiceOrigins } from "../estates/other-service.ts";
import { prepareOwnerMessage } from "../estates/prepare-message.ts";
import { defineOperation } from "../http/operation.ts";
import { bytesToHex } from "../kernel/encoding/hex.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { chainIdSchema, hash32Schema } from "../kernel/schemas/schemas.ts";
import type { PreparedMessage } from "../protocol/prepared-message.ts";
import { caseIdSchema, jrcHashSchema } from "../recovery/case/case-schemas.ts";
import {
	closeCaseRequest,
	contestAllRequest,
	courtOrderRequest,
	newCaseRequest,
} from "../recovery/intent/message-requests.ts";
import { prepareCaseMessage } from "../recovery/intent/prepare-message.ts";

const MESSAGES = [
	"NewCase",
	"CourtOrder",
	"CloseCase",
	"ContestAll",
	"Agreement",
	"PrivacyCode",
	"Will",
	"Erase",
] as const;

const body = lazy(() =>
	z
		.discriminatedUnion(
			"message",
			[
				newCaseRequest(),
				courtOrderRequest(),
				closeCaseRequest(),
				contestAllRequest(),
				agreementRequest(),
				privacyCodeRequest(),
				willRequest(),
				eraseRequest(),
			],
			{ error: `must be one of ${MESSAGES.map((name) => `\`${name}\``).join(", ")}` },
		)
		.meta({
			id: "TypedDataRequest",
			description: doc(
				"The message to sign, by its name, with the fields of the operation that takes it. `chainId` is the chain id of the signed domain.",
			),
			discriminator: {
				propertyName: "message",
				mapping: Object.fromEntries(MESSAGES.map((name) => [name, `#/components/schemas/${name}Message`])),
			},
		}),
);

const typedDataSchema = lazyObject(
	{ id: "TypedData", description: doc("The complete argument of eth_signTypedData_v4 (EIP-712).") },
	() => ({
		types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
		primaryType: z.enum(MESSAGES),
		domain: z.strictObject({
			name: z.literal("Replevin"),
			version: z.literal("1"),
			chainId: chainIdSchema(),
		}),
		message: z
			.record(z.string(), z.unknown())
			.describe(doc("The signed fields. Integers are decimal strings, addresses have their checksum.")),
	}),
);

const prepareTypedDataResponse = lazyObject(
	{
		id: "PreparedMessage",
		description: doc("`jrcHash` and `caseId` are present if the message is about a case."),
	},
	() => ({
		typedData: typedDataSchema(),
		digest: hash32Schema().describe(doc("The 32 bytes that the wallet signs.")),
		structHash: hash32Schema().describe(doc("hashStruct of the message, without the domain.")),
		signer: z.string().meta({
			description: doc(
				"The account that must sign: its address if the request gives it, else `recoveryAccount of the case` or `lostAccount of the case`.",
			),
			example: doc("0x1563915e194D8CfBA1943570603F7606A3115508"),
		}),
		request: z
			.strictObject({
				method: z.enum(["POST", "PATCH", "DELETE"]),
				path: z.string().meta({ example: doc("/api/v1/recovery-cases/new-case") }),
				body: z.record(z.string(), z.unknown()),
			})
			.describe(
				doc("The request that takes the signature. Add `signature` to its body, and `file` for a will."),
			),
		jrcHash: jrcHashSchema().optional(),
		caseId: caseIdSchema().optional(),
	}),
);

/** signing.md "Get the typed data". */
export const prepareTypedData = defineOperation({
	operationId: "prepareTypedData",
	method: "POST",
	path: "/typed-data",
	tag: "Signing",
	summary: doc("Prepare a message for a wallet"),
	description: doc(
		"Returns the typed data of any message that this service verifies, with its digest and the account that must sign it. Fields that the service knows may be absent: its own origin, the current terms and their hash, a fresh nonce, a deadline. Needs no credential, may be called by pages of every origin, and stores nothing.",
	),
	policy: "public",
	// A case of many transactions.
	hasLargeBody: true,
	cors: "public",
	rateLimited: true,
	body,
	responses: { 200: { description: doc("The message."), schema: prepareTypedDataResponse } },
	errors: ["NO_RECOVERY_CASE_TXS", "UNMATCHED_JRC_HASH", "INVALID_SIGNER"],
	handler: ({ body, services, now }) => {
		const { request, ...message } = preparedMessageOf(body, now, services.config);
		const path = services.basePath + request.path;
		return { status: 200, body: { ...message, request: { ...request, path } } };
	},
});

function preparedMessageOf(
	request: Infer<typeof body>,
	now: number,
	origins: ServiceOrigins,
): PreparedMessage {
	const fresh = { origins, nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))), now };
	switch (request.message) {
		case "NewCase":
		case "CourtOrder":
		case "CloseCase":
		case "ContestAll":
			return prepareCaseMessage(request, fresh);
		default:
			return prepareOwnerMessage(request, fresh);
	}
}
