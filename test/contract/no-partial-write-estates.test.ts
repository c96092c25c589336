// estates.md "Whose estate it is".
// Like no-partial-write.test.ts, for estates: a rejected request stores nothing, not even an empty profile.
import { beforeAll, expect, it } from "vitest";
import { formatPrivacyCode } from "../../src/estates/privacy-code/privacy-code.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { newWalletBearer } from "../support/auth/wallet-bearer.ts";
import { call } from "../support/contract/openapi-client.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../support/signing/estate-signing.ts";
import { claimant, owner, stranger } from "../support/signing/signing.ts";
import { ownerAddress } from "../support/signing/vectors.ts";
import {
	changesBetween,
	fillBudgets,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../support/storage/storage-snapshot.ts";

let developer: DeveloperWithKey;
let other: DeveloperWithKey;
let wallet: { authorization: string };
let before: Snapshot;

const send = (method: string, path: string, body?: object, headers = developer.keyPair) =>
	call(method, `/estate-profiles/${path}`, { headers, ...(body && { body }) });
const withWallet = (method: string, path: string, body?: object) =>
	call(method, `/estate-profiles/${path}`, { headers: wallet, ...(body && { body }) });

// `owner` has an estate with accepted terms and used nonces; `claimant` has none.
const usedAgreement = await agreementBody(owner);
const usedCode = await privacyCodeBody(owner);

beforeAll(async () => {
	developer = await newDeveloperWithKey();
	other = await newDeveloperWithKey();
	wallet = await newWalletBearer();
	const done = [
		await send("POST", `${owner.address}/agreement`, usedAgreement),
		await send("POST", `${owner.address}/privacy-codes`, usedCode),
	];
	expect(done.map(({ status }) => status)).toEqual([201, 201]);
	await fillBudgets();
	before = await settledSnapshot();
});

const agree = async (changes: object, signer = claimant) => {
	const body = await agreementBody(signer, { ownerAddress: claimant.address });
	return send("POST", `${claimant.address}/agreement`, { ...body, ...changes });
};
const makeCode = async (signer: typeof owner, changes: object = {}) =>
	send("POST", `${owner.address}/privacy-codes`, {
		...(await privacyCodeBody(signer, { ownerAddress: owner.address })),
		...changes,
	});
const erase = async (signer: typeof owner, changes: object = {}, of = owner) =>
	send("DELETE", of.address, {
		...(await eraseBody(signer, { ownerAddress: of.address })),
		...changes,
	});
const unknownCode = formatPrivacyCode(new Uint8Array(16).fill(7));

it.each<[string, string, () => ReturnType<typeof call>]>([
	["an agreement signed by a stranger", "403 INVALID_SIGNER", () => agree({}, stranger)],
	["an agreement to other terms", "400 INPUT_VALIDATION_ERROR", () => agree({ version: "2020-01-01" })],
	["an agreement for another chain than was signed", "403 INVALID_SIGNER", () => agree({ chainId: 10 })],
	[
		"an agreement that another caller has sent",
		"409 NONCE_ALREADY_USED",
		() => send("POST", `${owner.address}/agreement`, usedAgreement, other.keyPair),
	],
	[
		"an agreement by another owner's session",
		"403 FORBIDDEN",
		async () => withWallet("POST", `${claimant.address}/agreement`, await agreementBody(claimant)),
	],
	["a code signed by a stranger", "403 INVALID_SIGNER", () => makeCode(stranger)],
	["a code that has already expired", "400 INPUT_VALIDATION_ERROR", () => makeCode(owner, { expiresAt: 1 })],
	["a code with a used nonce", "409 NONCE_ALREADY_USED", () => makeCode(owner, usedCode)],
	[
		"a code before the terms are accepted",
		"409 AGREEMENT_REQUIRED",
		async () => send("POST", `${claimant.address}/privacy-codes`, await privacyCodeBody(claimant)),
	],
	[
		"the revocation of a code that does not exist",
		"404 RESOURCE_NOT_FOUND",
		() => withWallet("DELETE", `${ownerAddress}/privacy-codes/pc_${"0".repeat(32)}`),
	],
	[
		"a resolution of an unknown code",
		"404 RESOURCE_NOT_FOUND",
		() => send("POST", "privacy-codes/resolve", { code: unknownCode }),
	],
	["an erasure signed by a stranger", "403 INVALID_SIGNER", () => erase(stranger)],
	["an erasure after its deadline", "400 INPUT_VALIDATION_ERROR", () => erase(owner, { deadline: 1 })],
	[
		"an erasure with a used nonce",
		"409 NONCE_ALREADY_USED",
		async () => erase(owner, await eraseBody(owner, { nonce: usedCode.nonce })),
	],
	["a read of another owner's profile", "403 FORBIDDEN", () => withWallet("GET", claimant.address)],
	[
		"a read of a profile on another chain than the session's",
		"403 FORBIDDEN",
		() => withWallet("GET", `${ownerAddress}?chainId=1`),
	],
	[
		"a read of another owner's history",
		"403 FORBIDDEN",
		() => withWallet("GET", `${claimant.address}/history`),
	],
])("rejects %s with %s, and stores nothing", async (_, expected, request) => {
	const { status, body } = await request();
	expect(`${status} ${body.error?.code}`).toBe(expected);
	expect(changesBetween(before, await takeSnapshot())).toEqual([]);
});

it("nothing of a rejected request is stored later, in the background", async () => {
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});
