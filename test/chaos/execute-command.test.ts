// recovery-module.md "From an approval to the chain": `replevin execute` and `replevin keep` on a real chain, and the exit: a case is
// executed and verified from its archive after the service has ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { heir } from "../support/chain/execution-chain.ts";
import {
	decide,
	type ExecutionService,
	fileCase,
	startExecutionService,
} from "../support/chain/execution-service.ts";
import {
	addressesOf,
	DAY,
	type ModuleStage,
	type Reviewer,
	startModuleStage,
} from "../support/chain/recovery-module.ts";
import { startRpcProxy } from "../support/chain/rpc-proxy.ts";
import { commandFolder } from "../support/sdk/run-command.ts";
import { claimant, courtOrderBody } from "../support/signing/signing.ts";
import { courtOrder } from "../support/signing/vectors.ts";

const ROOT = join(import.meta.dirname, "../..");

const WEI = 7n;
const CHALLENGE_SECONDS = 3600;
const { folder, write, replevin, remove } = commandFolder();

let stage: ModuleStage;
let service: ExecutionService;
let reviewers: Reviewer[];
let gasKey: string;
let env: Record<string, string>;
beforeAll(async () => {
	stage = await startModuleStage();
	reviewers = stage.newReviewers(2);
	service = await startExecutionService({
		RPC_URLS: JSON.stringify({ [stage.chainId]: stage.url }),
		MODULE_REVIEWERS: JSON.stringify({ [stage.chainId]: addressesOf(reviewers) }),
		CONFIRMATIONS: "0",
		// Approved and scheduled within this time, by `notBefore`.
		CHALLENGE_PERIOD_SECONDS: String(CHALLENGE_SECONDS),
	});
	// A stranger, who only pays for the gas.
	const key = generatePrivateKey();
	await stage.fund(privateKeyToAccount(key));
	gasKey = write("gas.key", key);
	const { "x-api-key": apiKey = "", "x-api-secret": apiSecret = "" } = service.partner.headers;
	env = {
		REPLEVIN_URL: service.url,
		REPLEVIN_API_KEY: apiKey,
		REPLEVIN_API_SECRET: apiSecret,
		REPLEVIN_RPC_URL: stage.url,
	};
}, 180_000);
afterAll(async () => {
	remove();
	await service?.stop();
	await stage?.stop();
});

const run = (...args: string[]) => replevin(args, [], { env, fetch });
const execute = (source: string, ...more: string[]) => run("execute", source, "--key", gasKey, ...more);
const keepOnce = () => run("keep", "--chain", String(stage.chainId), "--key", gasKey, "--once");
const stateOf = async ({ account, jrcHash }: { account: Address; jrcHash: string }) =>
	(await stage.statusOf(account, jrcHash as Hex)).state;

/** A payment out of a new Safe, whose order is verified and which both reviewers have approved. */
async function approvedCase() {
	const configured = { threshold: 2n, vetoers: [], delay: DAY, expiry: DAY };
	const account = await stage.newAccount({ ...configured, reviewers: addressesOf(reviewers) });
	const txs = [{ dest: heir, value: String(WEI), data: "0x" }] as const;
	const filed = await fileCase(service.partner, { lostAccount: account, chainId: stage.chainId, txs });
	await decide(service.url, service.reviewer, filed, "verify_order");
	const notBefore = BigInt(Math.ceil(Date.now() / 1000) + CHALLENGE_SECONDS);
	const terms = { notBefore, deadline: (await stage.now()) + 7200n, round: 0n, generation: 1n };
	for (const reviewer of reviewers) {
		const signature = await reviewer.sign({ account, jrcHash: filed.jrcHash, ...terms });
		const numbers = Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, Number(value)]));
		const body = JSON.stringify({ reviewer: reviewer.address, ...numbers, signature });
		const path = `${service.url}/api/v1/review/recovery-cases/${filed.caseId}/approvals`;
		expect((await fetch(path, { method: "POST", headers: service.reviewer, body })).status).toBe(200);
	}
	return { ...filed, account };
}

it("execute shows each call in words, schedules the recovery, and says from when it can be executed", async () => {
	const filed = await approvedCase();
	const shown = await run("execute", filed.caseId, "--dry-run");
	expect(shown).toMatchObject({ code: 0, err: "" });
	expect(shown.out).toBe(
		`1. Sends ${WEI} wei to ${heir}.\n   It would succeed now.\nThe recovery can be scheduled now.`,
	);
	const scheduled = await execute(filed.caseId);
	expect(scheduled.out).toMatch(
		/^Scheduled by 0x[0-9a-f]{64}\.\nThe recovery is scheduled\. It can be executed from 20/,
	);
	expect(scheduled.code).toBe(0);
	const again = await execute(filed.caseId, "--json");
	expect(JSON.parse(again.out)).toMatchObject({ did: null, txHash: null, next: { kind: "wait" } });
});

it("execute shows a call that would fail, and needs a key to send", async () => {
	const { caseId, account } = await approvedCase();
	await stage.test.setBalance({ address: account, value: 0n });
	const shown = await run("execute", caseId, "--dry-run");
	expect(shown.out).toContain("It would fail now:");
	expect(shown.code).toBe(1);
	expect((await run("execute", caseId)).code).toBe(2);
	expect((await execute(caseId)).code).toBe(0);
	await stage.pass(DAY);
	expect((await run("execute", caseId, "--dry-run")).out).toMatch(
		/The recovery can be executed now\.\nThe module would reject that: CallFailed \(0, 0x\)\.$/,
	);
	expect(await execute(caseId)).toMatchObject({
		code: 3,
		err: expect.stringContaining("CallFailed (0, 0x)"),
	});
	await stage.test.setBalance({ address: account, value: WEI });
});

it("nothing is sent for a case that a reviewer has rejected", async () => {
	const filed = await approvedCase();
	const path = `${service.url}/api/v1/review/recovery-cases/${filed.caseId}/decisions`;
	const body = JSON.stringify({ decision: "reject", reason: "The court has withdrawn the order." });
	expect((await fetch(path, { method: "POST", headers: service.reviewer, body })).status).toBe(200);
	const { code, out } = await execute(filed.caseId);
	expect([code, out]).toEqual([1, expect.stringContaining("The case is rejected")]);
	expect(await stateOf(filed)).toBe("unknown");
});

it("approvals of an earlier court order schedule nothing, although the chain would take them", async () => {
	const filed = await approvedCase();
	const path = `${service.url}/api/v1/review/recovery-cases/${filed.caseId}/decisions`;
	const body = JSON.stringify({ decision: "require_action", reason: "The court does not know this order." });
	expect((await fetch(path, { method: "POST", headers: service.reviewer, body })).status).toBe(200);
	const order = await courtOrderBody(filed.intent, claimant, { ...courtOrder, docketNumber: 99 });
	const attached = await service.partner.send(`/recovery-cases/${filed.jrcHash}/court-order`, order, "PATCH");
	expect(attached.status).toBe(200);
	await decide(service.url, service.reviewer, filed, "verify_order");
	const { code, out } = await execute(filed.caseId);
	expect([code, out]).toEqual([1, expect.stringContaining("and there are 0.")]);
	expect(await stateOf(filed)).toBe("unknown");
});

it.each([
	["adds a call", (text: string) => text.replace(`"value":"${WEI}"`, `"value":"${WEI + 1n}"`)],
	[
		"calls a halted case pending",
		(text: string) => text.replaceAll(`"status":"pending"`, `"status":"executed"`),
	],
	["sends another case", () => otherEvidence],
])(
	"nothing is sent if the service %s in the evidence",
	async (_, lie) => {
		const [filed, other] = [await approvedCase(), await approvedCase()];
		const evidence = await service.partner.send(`/recovery-cases/${other.caseId}/evidence`);
		otherEvidence = await evidence.text();
		const lying: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			if (!String(input).endsWith(`${filed.caseId}/evidence`)) return response;
			return new Response(lie(await response.text()), response);
		};
		const once = ["--chain", String(stage.chainId), "--once"];
		for (const words of [
			["execute", filed.caseId],
			["keep", ...once],
		]) {
			const { err } = await replevin([...words, "--key", gasKey], [], { env, fetch: lying });
			expect(err).toContain("Nothing was done, because the service");
		}
		expect(await stateOf(filed)).toBe("unknown");
		await stage.call({ functionName: "vetoAll", args: [filed.account] }, filed.account);
	},
	120_000,
);
let otherEvidence = "";

it("a command that was killed has sent its step once, for which the next run waits", async () => {
	const filed = await approvedCase();
	const { address } = privateKeyToAccount(readFileSync(gasKey, "utf8") as Hex);
	const sent = (blockTag: "latest" | "pending" = "latest") =>
		stage.client.getTransactionCount({ address, blockTag });
	const before = await sent();
	await stage.test.setAutomine(false);
	const args = ["sdk/cli/main.ts", "execute", filed.caseId, "--key", gasKey];
	const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
	});
	const exited = once(child, "exit");
	await until(
		async () => (await sent("pending")) > before,
		60_000,
		() => "The command sent nothing.",
	);
	child.kill("SIGKILL");
	await exited;
	const waiting = Promise.withResolvers<void>();
	const onNote = (line: string) => line.includes("is under way") && waiting.resolve();
	const next = replevin(["execute", filed.caseId, "--key", gasKey], [], { env, fetch, onNote });
	await waiting.promise;
	await stage.test.mine({ blocks: 1 });
	await stage.test.setAutomine(true);
	expect(await next).toMatchObject({ code: 0, out: expect.stringContaining("The recovery is scheduled.") });
	expect(await sent()).toBe(before + 1);
}, 120_000);

it("names the transaction that it sent before its node went down, and sends no other after that", async () => {
	const filed = await approvedCase();
	let isDown = false;
	const proxy = await startRpcProxy(stage.url, ({ method, params }) => {
		if (isDown) return (response) => response.writeHead(500).end("{}");
		if (method !== "eth_sendRawTransaction") return undefined;
		isDown = true;
		const serializedTransaction = params[0] as Hex;
		// The node takes the transaction and goes down before it responds.
		return (response) =>
			stage.client.sendRawTransaction({ serializedTransaction }).finally(() => response.destroy());
	});
	const failed = await execute(filed.caseId, "--rpc", proxy.url);
	await proxy.stop();
	expect(failed.code).toBe(3);
	const [, hash] = /(0x[0-9a-f]{64}) may have been sent\. Run this again/.exec(failed.err) ?? [];
	expect((await stage.client.getTransactionReceipt({ hash: hash as Hex })).status).toBe("success");
	expect(await stateOf(filed)).toBe("waiting");
	expect((await execute(filed.caseId)).out).toMatch(/^The recovery is scheduled\./);
}, 60_000);

it("two keepers at once schedule and then execute every case once, and do nothing more", async () => {
	// One may find the other's transaction on its way, since they have one key.
	const quiet = expect.stringMatching(
		/^(?:A transaction of 0x\w+ is under way\. Waiting until a block has it\.\s*)*$/,
	);
	const filed = [await approvedCase(), await approvedCase()];
	const first = await Promise.all([keepOnce(), keepOnce()]);
	expect(first.map(({ code, err }) => [code, err])).toEqual([
		[0, quiet],
		[0, quiet],
	]);
	expect(await Promise.all(filed.map(stateOf))).toEqual(["waiting", "waiting"]);
	await stage.pass(DAY);
	const before = await stage.client.getBalance({ address: heir });
	const second = await Promise.all([keepOnce(), keepOnce()]);
	expect(second.map(({ code, err }) => [code, err])).toEqual([
		[0, quiet],
		[0, quiet],
	]);
	expect(await Promise.all(filed.map(stateOf))).toEqual(["executed", "executed"]);
	// With those of the tests before.
	const moved = (await stage.client.getBalance({ address: heir })) - before;
	await keepOnce();
	expect((await stage.client.getBalance({ address: heir })) - before).toBe(moved);
}, 120_000);

it("a case is verified and executed from its archive after the service has ended", async () => {
	const filed = await approvedCase();
	const path = `${service.url}/api/v1/recovery-cases/${filed.caseId}/download`;
	const body = JSON.stringify({ password: PASSWORD });
	const response = await fetch(path, { method: "POST", headers: service.reviewer, body });
	expect(response.status).toBe(200);
	const zip = join(folder, "case.zip");
	writeFileSync(zip, new Uint8Array(await response.arrayBuffer()));
	await service.stop();
	await expect(fetch(service.url)).rejects.toThrow();
	env = { REPLEVIN_RPC_URL: stage.url };

	expect((await execute(zip)).out).toContain("Scheduled by 0x");
	await stage.pass(DAY);
	const unpacked = join(folder, "unpacked");
	for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zip)))) {
		mkdirSync(dirname(join(unpacked, name)), { recursive: true });
		writeFileSync(join(unpacked, name), bytes);
	}
	const before = await stage.client.getBalance({ address: heir });
	expect((await execute(unpacked)).out).toMatch(/^Executed by 0x[0-9a-f]{64}\.\nThe recovery is executed\.$/);
	expect((await stage.client.getBalance({ address: heir })) - before).toBe(WEI);
	expect((await execute(unpacked)).out).toBe("The recovery is executed.");
	const verified = await run("verify", unpacked);
	expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("The evidence is genuine")]);
	// An archive that somebody has changed executes nothing.
	writeFileSync(join(unpacked, "evidence.json"), "{}");
	expect((await execute(unpacked)).code).toBe(2);
}, 120_000);
