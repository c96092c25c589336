/** A contract wallet files a case through the whole service, and an outage of its chain is never its fault. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import { registerPartner, type ServicePartner } from "../support/service-client.ts";
import { claimant, newCaseBody, newIntent, owner } from "../support/signing.ts";
import { CHAIN_ID, startWalletChain, type WalletChain, wallet } from "../support/wallet-chain.ts";

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

const byWallet = { recoveryAccount: wallet.address, lostAccount: `0x${"77".repeat(20)}`, chainId: CHAIN_ID };

it("is proven by its contract, at a block and with the code that it had", async () => {
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

it("is refused when its contract says no", async () => {
	const response = await partner.send(NEW_CASE, await newCaseBody(newIntent(byWallet), claimant));
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({ error: { code: "INVALID_SIGNER" } });
});

it("cannot be asked on a chain without an RPC, and the answer says so", async () => {
	const response = await partner.send(
		NEW_CASE,
		await newCaseBody(newIntent({ ...byWallet, chainId: 8453 }), owner),
	);
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({
		error: { message: expect.stringContaining("contract signers need an RPC for chain 8453") },
	});
});

it("is asked to come again while the node is gone; a key needs no node", async () => {
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
