// estates.md "Whose estate it is".
/** Contract wallets through the whole service, also during an outage of their chain. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import type { Hex } from "../../src/kernel/encoding/hex.ts";
import {
	CHAIN_ID,
	lenientDelegate,
	startWalletChain,
	type WalletChain,
	wallet,
} from "../support/chain/wallet-chain.ts";
import { type Service, startService } from "../support/service/service.ts";
import {
	openWalletSession,
	registerPartner,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../support/signing/estate-signing.ts";
import { claimant, contestAllBody, newCaseBody, newIntent, owner } from "../support/signing/signing.ts";

const NEW_CASE = "/recovery-cases/new-case";
let stateDir: string;
let chain: WalletChain;
let service: Service;
let partner: ServicePartner;

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-wallet-"));
	chain = await startWalletChain();
	service = await startService({ stateDir, env: { RPC_URLS: JSON.stringify({ [CHAIN_ID]: chain.url }) } });
	partner = await registerPartner(service.url);
});
afterAll(async () => {
	await service?.stop();
	await chain?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

const caseList = z.object({ data: z.array(z.object({ caseId: z.string(), chainId: z.number() })) });

async function filedCase(body: object): Promise<string> {
	const response = await partner.send(NEW_CASE, body);
	expect(response.status).toBe(201);
	return z.object({ caseId: z.string() }).parse(await response.json()).caseId;
}

const walletSession = (address: string) =>
	openWalletSession(partner, { address, chainId: CHAIN_ID, signer: owner });

const byWallet = { recoveryAccount: wallet.address, lostAccount: `0x${"77".repeat(20)}`, chainId: CHAIN_ID };

it("a contract wallet contests all cases that name it, on its chain", async () => {
	const account = { ...owner, address: wallet.address };
	const rec = { lostAccount: wallet.address, chainId: CHAIN_ID };
	const caseId = await filedCase(await newCaseBody(newIntent(rec)));
	const body = await contestAllBody({ account, chainId: CHAIN_ID });
	const path = "/recovery-cases/contest-all";
	expect((await partner.send(path, { ...body, chainId: 1 })).status).toBe(403);
	const response = await partner.send(path, body);
	expect([response.status, Object(await response.json()).cases]).toEqual([202, 1]);
	await expect
		.poll(async () => Object(await (await partner.send(`/recovery-cases/${caseId}`)).json()).statusReason)
		.toBe("contested_by_lost_account");
});

it("a contract wallet's signature is proven with block and code hash", async () => {
	const response = await partner.send(NEW_CASE, await newCaseBody(newIntent(byWallet), owner));
	expect(response.status).toBe(201);
	expect(await response.json()).toMatchObject({
		signer: {
			kind: "contract",
			blockNumber: expect.any(Number),
			codeHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
		},
	});
});

it("a signature that the contract rejects is INVALID_SIGNER", async () => {
	const response = await partner.send(NEW_CASE, await newCaseBody(newIntent(byWallet), claimant));
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({ error: { code: "INVALID_SIGNER" } });
});

it("a contract wallet on a chain without a node is INVALID_SIGNER, with the reason", async () => {
	const response = await partner.send(
		NEW_CASE,
		await newCaseBody(newIntent({ ...byWallet, chainId: 8453 }), owner),
	);
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({
		error: { message: expect.stringContaining("this service has no node for chain 8453") },
	});
});

it("a contract wallet's session sees cases on its own chain only", async () => {
	const here = await filedCase(await newCaseBody(newIntent(byWallet), owner));
	// The same address on another chain may belong to another contract. It is the lost account there.
	const elsewhere = newIntent({ lostAccount: wallet.address, chainId: 8453 });
	const there = await filedCase(await newCaseBody(elsewhere));
	const session = await walletSession(wallet.address);
	const read = (path: string) => fetch(`${service.url}/api/v1${path}`, { headers: session });
	expect((await read(`/recovery-cases/${here}`)).status).toBe(200);
	expect((await read(`/recovery-cases/${there}`)).status).toBe(404);
	const list = async (query: string) =>
		caseList.parse(await (await read(`/recovery-cases${query}`)).json()).data;
	await expect.poll(async () => (await list("")).map(({ caseId }) => caseId)).toContain(here);
	// The index has the other case too, because its partner sees it.
	await expect
		.poll(async () => caseList.parse(await (await partner.send("/recovery-cases?chainId=8453")).json()).data)
		.toEqual([expect.objectContaining({ caseId: there })]);
	expect(new Set((await list("")).map(({ chainId }) => chainId))).toEqual(new Set([CHAIN_ID]));
	expect(await list("?chainId=8453")).toEqual([]);
});

it("a contract wallet owns the estate of its chain only, not that of its owner's key", async () => {
	const path = `/estate-profiles/${wallet.address}`;
	const of = { service: service.url, ownerAddress: wallet.address, chainId: CHAIN_ID };
	const profile = async (query = "") => (await partner.send(`${path}${query}`)).json();
	const accepted = await partner.send(`${path}/agreement`, await agreementBody(owner, of));
	expect([accepted.status, await accepted.json()]).toEqual([
		201,
		expect.objectContaining({ ownerAddress: wallet.address, chainId: CHAIN_ID }),
	]);
	expect(await profile(`?chainId=${CHAIN_ID}`)).toMatchObject({
		agreement: { accepted: { version: "2026-11-01" } },
	});
	expect(await profile()).toMatchObject({ chainId: null, agreement: { accepted: null } });
	const elsewhere = await agreementBody(owner, { ...of, chainId: 8453 });
	expect((await partner.send(`${path}/agreement`, elsewhere)).status).toBe(403);

	const made = await partner.send(`${path}/privacy-codes`, await privacyCodeBody(owner, of));
	const { code } = z.object({ code: z.string() }).parse(await made.json());
	const resolved = await partner.send("/estate-profiles/privacy-codes/resolve", { code });
	expect(await resolved.json()).toMatchObject({ ownerAddress: wallet.address, chainId: CHAIN_ID });

	const session = await walletSession(wallet.address);
	const read = async (rest: string) => fetch(`${service.url}/api/v1${rest}`, { headers: session });
	expect(await (await read(path)).json()).toMatchObject({
		chainId: CHAIN_ID,
		privacyCodes: [{ resolves: 1 }],
	});
	expect((await read(`/estate-profiles/${owner.address}`)).status).toBe(403);

	expect((await partner.send(path, await eraseBody(owner, of), "DELETE")).status).toBe(200);
	expect(await profile(`?chainId=${CHAIN_ID}`)).toMatchObject({ agreement: { accepted: null } });
});

it("a delegate cannot use its key's signed estate messages a second time", async () => {
	const account = privateKeyToAccount(`0x${"55".repeat(32)}`);
	await chain.deploy(lenientDelegate);
	await chain.delegateTo(account, lenientDelegate.address);
	const path = `/estate-profiles/${account.address}`;
	/** The same message in a form that only the delegate accepts. */
	const disguised = <T extends { signature: Hex }>(body: T) => ({
		...body,
		signature: `${body.signature}00` as const,
	});
	const resultOf = async (rest: string, body: object, method?: string) => {
		const response = await partner.send(`${path}${rest}`, body, method);
		const responseSchema = z.object({
			chainId: z.number().nullish(),
			error: z.object({ code: z.string() }).optional(),
		});
		const { chainId, error } = responseSchema.parse(await response.json());
		return [response.status, error?.code ?? chainId];
	};
	const agreement = await agreementBody(account, { service: service.url, chainId: CHAIN_ID });
	expect(await resultOf("/agreement", agreement)).toEqual([201, null]);
	expect(await resultOf("/agreement", disguised(agreement))).toEqual([409, "NONCE_ALREADY_USED"]);
	const delegates = disguised(await agreementBody(account, { service: service.url, chainId: CHAIN_ID }));
	expect(await resultOf("/agreement", delegates)).toEqual([201, CHAIN_ID]);
	const code = await privacyCodeBody(account, { service: service.url, chainId: CHAIN_ID });
	expect((await resultOf("/privacy-codes", code))[0]).toBe(201);
	expect(await resultOf("/privacy-codes", disguised(code))).toEqual([409, "NONCE_ALREADY_USED"]);
	const erasure = await eraseBody(account, { service: service.url, chainId: CHAIN_ID });
	expect(await resultOf("", disguised(erasure), "DELETE")).toEqual([200, CHAIN_ID]);
	expect(await resultOf("", erasure, "DELETE")).toEqual([409, "NONCE_ALREADY_USED"]);
	expect(await resultOf("/agreement", agreement)).toEqual([200, null]);
	expect(await resultOf("/agreement", delegates)).toEqual([409, "NONCE_ALREADY_USED"]);
	expect(
		await resultOf("", await eraseBody(account, { service: service.url, chainId: CHAIN_ID }), "DELETE"),
	).toEqual([200, null]);
	expect(await resultOf("/agreement", agreement)).toEqual([409, "NONCE_ALREADY_USED"]);
});

it("a delegate cannot accept terms with a message of an erased estate", async () => {
	const account = privateKeyToAccount(`0x${"56".repeat(32)}`);
	await chain.delegateTo(account, lenientDelegate.address);
	const path = `/estate-profiles/${account.address}`;
	const agreement = await agreementBody(account, { service: service.url, chainId: CHAIN_ID });
	expect((await partner.send(`${path}/agreement`, agreement)).status).toBe(201);
	expect(
		(await partner.send(path, await eraseBody(account, { service: service.url }), "DELETE")).status,
	).toBe(200);
	const captured = { ...agreement, signature: `${agreement.signature}00` };
	expect((await partner.send(`${path}/agreement`, captured)).status).toBe(409);
});

it("a contract wallet gets 503 while the node is down, and a key needs no node", async () => {
	await chain.stop();
	const intent = newIntent(byWallet);
	const response = await partner.send(NEW_CASE, await newCaseBody(intent, owner));
	expect(response.status).toBe(503);
	expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
	expect(await response.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
	expect(await (await partner.send("/recovery-cases/exists", intent)).json()).toMatchObject({
		caseExists: false,
	});

	const byKey = newIntent({ ...byWallet, recoveryAccount: claimant.address });
	expect((await partner.send(NEW_CASE, await newCaseBody(byKey))).status).toBe(201);
});
