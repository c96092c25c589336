/** The snippets of sdk/README.md, which is a guide of /developers/docs, do what they say (docs-pages.md "Blocks"). */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { register, setUpPartner } from "../../scripts/demo/people.ts";
import { buildSdk } from "../../scripts/sdk/build-sdk.ts";
import { lost, type PaymentChain, startPaymentChain } from "../support/chain/execution-chain.ts";
import { deploySafes } from "../support/chain/safe.ts";
import { readmeModules } from "../support/docs/sdk-readme.ts";
import { type Service, startService } from "../support/service/service.ts";
import { lostAccountKey } from "../support/signing/vectors.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const ROOT = join(import.meta.dirname, "../..");
const NAMES = [
	...["account", "replevin", "baseUrl", "lostAccount", "bundleText", "keys", "body"],
	...["client", "safe", "bySafe", "reviewers", "intent"],
];

/** What a reader has beside the snippets: wallets, a filed case with its evidence, and a body that another wallet signed. */
const GIVEN = `
import { Replevin } from "@replevin/sdk";
import { typedData } from "@replevin/sdk/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
export const baseUrl = process.env.REPLEVIN_URL;
const { REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret } = process.env;
export const replevin = new Replevin({ baseUrl, apiKey, apiSecret });
export const account = privateKeyToAccount(generatePrivateKey());
const other = privateKeyToAccount(generatePrivateKey());
export const lostAccount = other.address;
const prepared = typedData({
	message: "NewCase",
	case: { lostAccount: account.address, recoveryAccount: lostAccount, chainId: 1, reasonForRecovery: "other", email: null },
	transactions: [{ dest: lostAccount, value: "0", data: "0x" }],
});
export const body = { ...prepared.request.body, signature: await account.signTypedData(prepared.typedData) };
const { caseId } = await replevin.submit(prepared, await other.signTypedData(prepared.typedData));
export const bundleText = await (await replevin.cases.evidence(caseId).asResponse()).text();
export const keys = await (await fetch(baseUrl + "/.well-known/evidence-jwks.json")).json();
`;

/** A Safe on a chain without the module, whose owner sends a MultiSend, and two reviewers. */
const GIVEN_SAFE = `
import { createWalletClient, http, publicActions } from "viem";
import { foundry } from "viem/chains";
const { CHAIN_URL, DEPLOYER, SAFE, OWNER_KEY, SAFE_SUPPORT } = process.env;
const { MULTI_SEND, execTransaction, multiSendData } = await import(SAFE_SUPPORT);
export const client = createWalletClient({ account: DEPLOYER, chain: foundry, transport: http(CHAIN_URL) }).extend(publicActions);
export const safe = SAFE;
export const reviewers = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key));
const rec = { lostAccount: safe, recoveryAccount: lostAccount, chainId: 31337, reasonForRecovery: "lost key", email: null };
export const intent = { rec, txs: [{ dest: lostAccount, value: "7", data: "0x" }] };
export async function bySafe(calls) {
	const data = multiSendData(calls.map(({ to, value, data }) => ({ dest: to, value, data })));
	const batch = execTransaction({ to: MULTI_SEND, data, operation: 1 });
	const hash = await client.sendTransaction({ account: privateKeyToAccount(OWNER_KEY), to: safe, data: batch });
	await client.waitForTransactionReceipt({ hash });
}
`;

/** Runs each snippet in order. The receiver of webhooks gets a request of the service, and a forged one. */
const MAIN = `
const { body, headers } = JSON.parse(process.env.GENUINE);
for (let i = 0; i < Number(process.env.COUNT); i++) {
	const { receive } = await import("./readme-" + i + ".ts");
	if (!receive) continue;
	for (const text of [body, body + " "])
		console.log("receive", (await receive(new Request("http://x", { method: "POST", headers, body: text }))).status);
}
`;

let folder: string;
let service: Service;
let receiver: Receiver;
let chain: PaymentChain;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "replevin-sdk-readme-"));
	const sdk = join(folder, "node_modules/@replevin/sdk");
	mkdirSync(sdk, { recursive: true });
	for (const name of ["@noble", "viem"])
		symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "dir");
	const starting = startService({ stateDir: join(folder, "state") });
	[service, receiver, chain] = await Promise.all([
		...([starting, startReceiver(), startPaymentChain()] as const),
		buildSdk(sdk),
	]);
});
afterAll(async () => {
	await Promise.all([service?.stop(), receiver?.stop(), chain?.stop()]);
	rmSync(folder, { recursive: true, force: true });
});

async function partnerWithSample() {
	const partner = await register(service.url, "partner@example.com");
	const { apiKey, apiSecret } = await setUpPartner(partner, receiver.url);
	const endpoint = await partner.replevin.webhooks.create({ url: receiver.hook("readme") });
	await partner.replevin.webhooks.test(endpoint.endpointId);
	return { apiKey, apiSecret, secret: "secret" in endpoint ? endpoint.secret : endpoint.notice };
}

/** What the snippets of the recovery module find on a chain. */
async function newSafe() {
	const { createSafe } = await deploySafes(chain);
	await chain.fund(lost);
	return {
		...{ CHAIN_URL: chain.url, DEPLOYER: chain.deployer.address, SAFE: await createSafe() },
		...{ OWNER_KEY: lostAccountKey, SAFE_SUPPORT: join(ROOT, "test/support/chain/safe.ts") },
	};
}

it("every snippet of the SDK's README runs against the service", { timeout: 60_000 }, async () => {
	const { apiKey, apiSecret, secret } = await partnerWithSample();
	const given = NAMES.map((name) => [name, `import { ${name} } from "./given.mjs";`]);
	const modules = readmeModules(Object.fromEntries(given));
	const adapt = (code: string) =>
		code
			.replaceAll("https://replevin.example", service.url)
			.replaceAll("https://partner.example/hooks", receiver.hook("other"));
	writeFileSync(join(folder, "given.mjs"), `${GIVEN}${GIVEN_SAFE}`);
	writeFileSync(join(folder, "main.mjs"), MAIN);
	for (const [i, code] of modules.entries()) writeFileSync(join(folder, `readme-${i}.ts`), adapt(code));
	const env = {
		...process.env,
		...{ REPLEVIN_URL: service.url, REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret },
		...(await newSafe()),
		...{ WEBHOOK_SECRET: secret, GENUINE: JSON.stringify(receiver.received("readme")[0]) },
		COUNT: String(modules.length),
	};
	const hook = `--import=${join(ROOT, "scripts/wasm-hook.ts")}`;
	const args = ["--disable-warning=ExperimentalWarning", hook, "main.mjs"];
	const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
	expect(modules).toHaveLength(9);
	expect(stdout).toMatch(/^http\S+\/l\/[\w-]{43}\nwhsec_\S+\n/);
	expect(stdout).toContain("sample recovery_case.created\nreceive 204\nreceive 400\n");
	expect(stdout).toMatch(/threshold: 2,[^}]+generation: 1\n}\nwaiting 20/);
	expect(stdout).toMatch(/complete up to .+ created \[/i);
	expect(stderr).toMatch(/^must be by 0x[0-9a-fA-F]{40}.* req_\w+\n$/);
});
