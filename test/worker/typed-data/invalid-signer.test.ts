// signatures.md "Details of INVALID_SIGNER".
// The details of INVALID_SIGNER: a developer learns what was compared, and a stranger learns no address of a case.
import { type Hex, hashMessage, hashTypedData } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../../support/auth/accounts.ts";
import { newWalletBearer } from "../../support/auth/wallet-bearer.ts";
import { call } from "../../support/contract/openapi-client.ts";
import { claimant, newCaseBody, newIntent, owner, stranger } from "../../support/signing/signing.ts";
import { courtOrder, ownerAddress } from "../../support/signing/vectors.ts";
import { sha256Of } from "../../support/signing/will-signing.ts";
import { challengeFor, newAnonymous, newOrigin, newWallet } from "../access/support.ts";

const PAGE = "https://signing.example";
const will = new TextEncoder().encode("All to the cat.\n");
const intent = newIntent();
const { chainId } = intent.rec;
const ofCase = { jrcHash: hashRecoveryIntent(intent), chainId };

let developer: DeveloperWithKey;
beforeAll(async () => {
	developer = await newDeveloperWithKey();
	await newOrigin(developer, PAGE, "allow");
	const filing = { body: await newCaseBody(intent), headers: developer.keyPair };
	expect((await call("POST", "/recovery-cases/new-case", filing)).status).toBe(201);
});

type Headers = Record<string, string>;
type Change = (typedData: Record<string, unknown>) => Record<string, unknown>;

/** Prepares a message, and sends it with a signature by another account or of another message. */
async function sendWrong(
	message: object,
	{
		signer = stranger,
		change = (same) => same,
		headers = developer.keyPair as Headers,
		signature = "",
	} = {} as {
		signer?: PrivateKeyAccount;
		change?: Change;
		headers?: Headers;
		signature?: string;
	},
) {
	const { typedData, request, digest } = (await call("POST", "/typed-data", { body: message })).body;
	const signed = signature || (await signer.signTypedData(change(typedData) as never));
	const file = { base64: Buffer.from(will).toString("base64"), mimeType: "text/plain" };
	const isWill = typedData.primaryType === "Will";
	const { status, body } = await call(request.method, request.path.replace("/api/v1", ""), {
		body: { ...request.body, signature: signed, ...(isWill && { file }) },
		headers,
	});
	expect([status, body.error.code]).toEqual([403, "INVALID_SIGNER"]);
	expect(body.error.details).toHaveLength(1);
	const { error } = body;
	return { detail: error.details[0], error, text: JSON.stringify(body), digest };
}

const newCase = { message: "NewCase", case: intent.rec, transactions: intent.txs };
const order = { message: "CourtOrder", ...ofCase, courtInfo: courtOrder };
const contest = { message: "CloseCase", ...ofCase, action: "contest", reason: "I still hold the key" };
const withdrawal = { ...contest, action: "withdraw" };
const ofOwner = [
	{ message: "Agreement", ownerAddress },
	{ message: "PrivacyCode", ownerAddress, label: "Probate filing" },
	{
		message: "Will",
		ownerAddress,
		version: 1,
		sha256: sha256Of(will),
		mimeType: "text/plain",
		size: will.length,
	},
	{ message: "Erase", ownerAddress },
];

/** The message stays the same when it is prepared again. */
const fixed = { nonce: `0x${"7c".repeat(32)}`, deadline: Math.floor(Date.now() / 1000) + 600 };

describe("a signature by another account", () => {
	it.each([
		["NewCase", newCase, claimant.address],
		["CourtOrder of the developer's own case", order, claimant.address],
		...ofOwner.map((message): [string, object, string] => [message.message, message, ownerAddress]),
	])("of %s is rejected with both accounts and the digest", async (_, message, expectedSigner) => {
		const { detail, digest } = await sendWrong(message);
		const isCase = expectedSigner === claimant.address;
		expect(detail).toEqual({
			field: "signature",
			rule: "signer",
			message: expect.stringContaining(`must be by ${expectedSigner}`),
			expectedSigner,
			recoveredSigner: stranger.address,
			digest,
			chainId: isCase ? chainId : 1,
		});
		expect(detail.message).toMatch(/chainId .* field differs .* another account/);
	});

	it("of a login message is rejected with both accounts and the digest of the text", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet);
		const signature = await stranger.signMessage({ message });
		const { status, body } = await call("POST", "/auth/wallet/session", { body: { message, signature } });
		expect([status, body.error.code]).toEqual([403, "INVALID_SIGNER"]);
		expect(body.error.details).toEqual([
			{
				field: "signature",
				rule: "signer",
				message: expect.stringContaining("another account than this signed"),
				expectedSigner: wallet.address,
				recoveredSigner: stranger.address,
				digest: hashMessage(message),
				chainId,
			},
		]);
	});
});

describe("a signature by the right account", () => {
	it("of another chain's domain: the digest and chainId are those that were verified", async () => {
		const elsewhere: Change = (typedData) => ({
			...typedData,
			domain: { name: "Replevin", version: "1", chainId: 1 },
		});
		const { detail, digest } = await sendWrong(order, { signer: claimant, change: elsewhere });
		expect(detail).toMatchObject({ digest, chainId, expectedSigner: claimant.address });
		expect(detail.recoveredSigner).not.toBe(claimant.address);
		const { typedData } = (await call("POST", "/typed-data", { body: { ...order, chainId: 1 } })).body;
		expect(hashTypedData(typedData)).not.toBe(digest);
	});

	const underChainOne: Change = (typedData) => ({
		...typedData,
		domain: { name: "Replevin", version: "1", chainId: 1 },
	});
	it.each([
		["NewCase", newCase, claimant],
		["CourtOrder", order, claimant],
		["CloseCase", contest, owner],
		["ContestAll", { message: "ContestAll", account: owner.address, chainId }, owner],
		["Erase", { message: "Erase", ownerAddress: owner.address, chainId }, owner],
	])("of a %s under chain 1: the error begins with that", async (_, message, signer) => {
		const { detail, error } = await sendWrong(message, { signer, change: underChainOne });
		const words = `it signed the message under chain 1, and the chainId of the domain must be ${chainId}`;
		expect(error.message).toBe(`The right account signed, but ${words}. Nothing was stored.`);
		expect(detail.message).toMatch(new RegExp(`^must be by .*; ${words}$`));
	});

	it.each([
		["the bytes of the digest", (digest: Hex) => ({ raw: digest })],
		["the digest as text", (digest: Hex) => digest],
	])("by personal_sign of %s: the error begins with that", async (_, messageOf) => {
		for (const [message, signer] of [
			[order, claimant],
			[{ message: "Erase", ownerAddress: owner.address }, owner],
		] as const) {
			const body = { ...message, ...(message.message === "Erase" && fixed) };
			const prepared = (await call("POST", "/typed-data", { body })).body;
			const signature = await signer.signMessage({ message: messageOf(prepared.digest) });
			const { detail, error } = await sendWrong(body, { signature });
			expect(error.message).toMatch(/^The right account signed, but it signed the digest with personal_sign/);
			expect(detail.message).toContain("must sign the typed data with eth_signTypedData_v4");
		}
	});

	it("of another field: the digest is that of the fields sent", async () => {
		const otherReason: Change = (typedData) => ({
			...typedData,
			message: { ...Object(typedData.message), reason: "another reason" },
		});
		const { detail, digest } = await sendWrong(contest, { signer: owner, change: otherReason });
		expect(detail.digest).toBe(digest);
		expect(detail.recoveredSigner).not.toBe(owner.address);
	});
});

describe("bytes that no key made", () => {
	it.each([
		["0x", "it has 0 bytes, and a key's signature has 64 or 65"],
		["0x1234", "it has 2 bytes, and a key's signature has 64 or 65"],
		[
			`0x${"00".repeat(65)}`,
			"its r, s or v is not one that a key makes (for a high s, send the curve's order minus s, and the other v)",
		],
	])("%s: the message says why, and names one account and no other cause", async (signature, reason) => {
		const { detail, text } = await sendWrong(order, { signature });
		expect(detail.recoveredSigner).toBeNull();
		expect(detail.message).toBe(`must be by ${claimant.address}; no key made it, because ${reason}`);
		expect(text).not.toContain("both accounts");
	});
});

it.each([
	["size", 5],
	["mimeType", "application/pdf"],
])(
	"a will signed with another %s: the message has what the service derived from the file",
	async (field, value) => {
		const change: Change = (typedData) => ({
			...typedData,
			message: { ...Object(typedData.message), [field]: value },
		});
		const { detail } = await sendWrong(Object(ofOwner[2]), { change });
		expect(detail.message).toContain(`the file, which is text/plain with ${will.length} bytes`);
	},
);

it("speaks of a contract only where the account may have code, and last", async () => {
	const { error } = await sendWrong(newCase);
	expect(error.message).toMatch(/^The signature is not by the key of the account that must sign\. Compare /);
	expect(error.message).toContain("If the account is a contract: this service has no node for chain");
	const { text } = await sendWrong(newCase, { signer: owner });
	expect(text).not.toContain("contract");
});

it("the message tells how to tell the causes apart, and names personal_sign", async () => {
	const { detail, text } = await sendWrong(newCase);
	expect(text).toContain("Compare the `digest` in `details` with the one that you signed");
	expect(detail.message).toContain("the wallet used personal_sign instead of eth_signTypedData_v4");
});

it.each([
	["NewCase", newCase],
	["CourtOrder", order],
])("the message of a %s says first that the lost account has signed", async (_, message) => {
	const { detail, error } = await sendWrong(message, { signer: owner });
	expect(error.message).toBe(
		"The other account of the case signed, the case's lostAccount. Nothing was stored.",
	);
	expect(detail.message).toBe(
		`must be by ${claimant.address}; the case's lostAccount has signed this message instead`,
	);
});

describe("a caller who may not read the case", () => {
	const addresses = [intent.rec.lostAccount, intent.rec.recoveryAccount];
	const expectNoAddress = (text: string) => {
		for (const address of addresses) {
			expect(text.toLowerCase()).not.toContain(address.slice(2).toLowerCase());
		}
		expect(text).not.toContain(intent.rec.email);
	};

	it.each([
		["nobody", async () => ({})],
		// These routes need no credential and ignore one, so even the case's developer counts as nobody.
		["the case's developer", async () => developer.keyPair],
	])("learns no address by a contest or a withdrawal: %s", async (_, headersOf) => {
		const headers = await headersOf();
		const contested = await sendWrong(contest, { headers });
		expect(contested.detail.expectedSigner).toBe("the case's lostAccount");
		const withdrawn = await sendWrong(withdrawal, { headers });
		expect(withdrawn.detail.expectedSigner).toBe("the case's recoveryAccount");
		for (const { text, detail } of [contested, withdrawn]) {
			expectNoAddress(text);
			expect(detail.recoveredSigner).toBe(stranger.address);
		}
	});

	it.each([
		["another wallet's session", () => newWalletBearer(`wallet:${stranger.address.toLowerCase()}`)],
		["an anonymous session", newAnonymous],
		["a page of the developer's origin", async () => ({ Origin: PAGE })],
		[
			"a session of the recovery account's contract on another chain",
			() => newWalletBearer(`wallet:1:${claimant.address.toLowerCase()}`),
		],
	])("learns no address by a court order: %s", async (_, headersOf) => {
		const { detail, text } = await sendWrong(order, { headers: (await headersOf()) as Headers });
		expect(detail.expectedSigner).toBe("the case's recoveryAccount");
		expect(detail.message).toContain("must be by the case's recoveryAccount");
		expectNoAddress(text);
	});

	it("does not learn by a contest or a withdrawal that a signature is by the other account", async () => {
		for (const [message, other] of [
			[contest, claimant],
			[withdrawal, owner],
		] as const) {
			const anybody = await sendWrong(message, { headers: {} });
			const { detail } = await sendWrong(message, { headers: {}, signer: other });
			expect(detail).toEqual({ ...anybody.detail, recoveredSigner: other.address });
		}
	});

	it("learns no address by a mistake of the right account", async () => {
		for (const [message, signer] of [
			[contest, owner],
			[withdrawal, claimant],
		] as const) {
			const change: Change = (typedData) => ({
				...typedData,
				domain: { ...Object(typedData.domain), chainId: 1 },
			});
			const { detail, text } = await sendWrong(message, { headers: {}, signer, change });
			expect(detail.message).toContain("it signed the message under chain 1");
			expectNoAddress(text);
		}
	});

	it("learns not even that there is a case, as another developer", async () => {
		const other = await newDeveloperWithKey();
		const body = { courtInfo: courtOrder, signature: `0x${"11".repeat(65)}` };
		const path = `/recovery-cases/${ofCase.jrcHash}/court-order`;
		expect((await call("PATCH", path, { body, headers: other.keyPair })).body.error.code).toBe(
			"RESOURCE_NOT_FOUND",
		);
	});
});

it("a session of the lost account, which may read the case, learns who had to sign its court order", async () => {
	const headers = await newWalletBearer(`wallet:${owner.address.toLowerCase()}`);
	const { detail } = await sendWrong(order, { headers, signer: owner });
	expect(detail).toMatchObject({ expectedSigner: claimant.address, recoveredSigner: owner.address });
});
