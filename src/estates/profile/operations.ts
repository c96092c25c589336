import * as z from "zod";
import { textFile } from "../../archives/archiver.ts";
import type { Config } from "../../config/config.ts";
import { operatorSchema } from "../../config/operator-schema.ts";
import { freshSignatureBody, requireFreshProof } from "../../developers/fresh-proof.ts";
import { defineOperation } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema, wholeNumberText } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { SIGNED_MESSAGES_PATH } from "../../protocol/archive/archive-format.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import { acceptanceSchema, documentHashField, presentAcceptance } from "../agreement/agreement-schemas.ts";
import { codeIdField, labelField } from "../privacy-code/privacy-code-schemas.ts";
import { presentRelease } from "../release/release-schemas.ts";
import { presentWill, willStatusSchema } from "../will/will-schemas.ts";
import { ownerFields, ownerParams, presentOwner } from "./owner-schemas.ts";
import {
	type Estate,
	type EstateStatus,
	HISTORY_ACTIONS,
	type HistoryEntry,
	type PrivacyCodeStatus,
} from "./profile.ts";

const profileQuery = lazyObject(() => ({
	chainId: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
		.optional()
		.describe(
			doc(
				"Reads the profile of the contract on this chain; if absent, the profile of the address's key. A wallet session omits it and reads its own profile.",
			),
		),
}));

const privacyCodeStatus = lazyObject("PrivacyCode", () => ({
	codeId: codeIdField(),
	label: labelField(),
	hint: z.string().meta({ description: doc("The end of the code."), example: doc("RPL-…7M-3K") }),
	createdAt: timestampSchema(),
	expiresAt: timestampSchema().nullable(),
	revokedAt: timestampSchema().nullable(),
	resolves: z.int().describe(doc("How often the code was resolved.")),
}));

export const getEstateProfileResponse = lazyObject("EstateProfile", () => ({
	...ownerFields(),
	createdAt: timestampSchema().describe(
		doc(
			"When the profile was initialised for this caller: by its first read, or by the first message that the owner signed through it. The owner's session sees when the profile began.",
		),
	),
	updatedAt: timestampSchema(),
	agreement: z.strictObject({
		current: z.strictObject({
			version: z.string().meta({ example: doc("2026-11-01") }),
			documentHash: documentHashField(),
			url: z.string().describe(doc("Address of the terms' text, whose bytes `documentHash` covers.")),
		}),
		operator: operatorSchema(),
		accepted: acceptanceSchema().nullable().describe(doc("The newest accepted version.")),
	}),
	will: willStatusSchema().nullable(),
	privacyCodes: z
		.array(privacyCodeStatus())
		.describe(
			doc(
				"Newest first: all live codes, and ended ones up to 100 codes in all. A developer sees only the codes created through it.",
			),
		),
}));

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
	query: profileQuery,
	responses: { 200: { description: doc("The profile."), schema: getEstateProfileResponse } },
	handler: async ({ params: { ownerAddress }, query, principal, services, clientAddress, now }) => {
		const chainId = query.chainId === undefined ? undefined : Number(query.chainId);
		const request = { viewer: principal, clientAddress, ownerAddress, chainId, now };
		const profile = await services.estates.profiles.read(request);
		return { status: 200, body: presentProfile(profile, services.config) };
	},
});

function presentProfile(
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

const historyQuery = lazyObject(pageFields);

const historyEntry = lazyObject("EstateHistoryEntry", () => ({
	at: timestampSchema(),
	action: z.enum(HISTORY_ACTIONS),
	actor: z.string().nullable().describe(doc("Id of the account that acted; null for the owner.")),
	target: z.string().nullable().describe(doc("Id of the object of the action.")),
}));

export const listEstateHistoryResponse = pageSchema("EstateHistory", historyEntry);

/** Includes every resolve of a code (estates.md "POST /estate-profiles/privacy-codes/resolve"). */
export const listHistory = defineOperation({
	operationId: "listEstateHistory",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/history",
	tag: "Estate profiles",
	summary: doc("List the history of an estate, newest first"),
	description: doc(
		"For the owner's wallet session: accepted terms, privacy codes and who resolved them, wills, and release requests. An erasure deletes the history.",
	),
	policy: "wallet_session",
	readOnly: true,
	params: ownerParams,
	query: historyQuery,
	responses: { 200: { description: doc("One page of the history."), schema: listEstateHistoryResponse } },
	handler: async ({ params: { ownerAddress }, query, principal, services }) => {
		const { rows, next } = await services.estates.profiles.listHistory({
			viewer: principal,
			ownerAddress,
			before: parseSeqCursor("estate-history", query.cursor),
			limit: pageSizeOf(query.limit),
		});
		const nextCursor = encodeSeqCursor("estate-history", next);
		return { status: 200, body: { data: rows.map(presentEntry), nextCursor } };
	},
});

function presentEntry({ at, action, actor, target }: HistoryEntry): Infer<typeof historyEntry> {
	return { at: isoTime(at), action, actor, target };
}

const archiveResponse = lazy(() => z.file());

/** archives.md "The archive". */
export const downloadEstate = defineOperation({
	operationId: "downloadEstate",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/download",
	tag: "Estate profiles",
	summary: doc("Download an estate whole"),
	description: doc(
		"A ZIP archive for the owner: the profile, its history, the requests for the will, every version of the will, what the owner has signed, and the service's public keys. A signed manifest lists every file with its SHA-256; `replevin verify` checks the archive offline. The wallet signs once more: a message of `POST /auth/wallet/challenge` with the purpose `download`.",
	),
	policy: "wallet_session",
	params: ownerParams,
	body: freshSignatureBody,
	download: ["application/zip"],
	responses: { 200: { description: doc("The archive."), schema: archiveResponse } },
	errors: ["INVALID_SIGNER"],
	handler: async ({ params: { ownerAddress }, body, principal, services, clientAddress, audit, now }) => {
		await requireFreshProof({ principal, body, services, clientAddress, audit, now });
		const request = { viewer: principal, ownerAddress, clientAddress, now };
		const { estateId, ...contents } = await services.estates.archives(request);
		await audit({ action: "estate.downloaded", ...(estateId !== null && { target: estateId }) });
		const profile = presentProfile(contents.profile, services.config);
		const { ownerAddress: owner, chainId } = profile;
		const files = [
			jsonFile("profile.json", profile),
			jsonFile("history.json", contents.history.map(presentEntry)),
			jsonFile(
				"release-requests.json",
				contents.requests.map((one) => presentRelease(one, now)),
			),
			jsonFile(SIGNED_MESSAGES_PATH, { ownerAddress: owner, ...contents.messages }),
			...contents.wills,
		];
		const subject = chainId === null ? owner : `${owner}@${chainId}`;
		const bytes = await services.archive({ kind: "estate", subject, files, now });
		const fileName = `estate-${subject.replace("@", "-")}.zip`;
		return { status: 200, file: { bytes, mimeType: "application/zip", fileName } };
	},
});

const jsonFile = (path: string, content: unknown) => textFile(path, `${JSON.stringify(content, null, 2)}\n`);
