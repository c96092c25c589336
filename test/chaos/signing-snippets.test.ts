// signatures.md "Messages".
/** The snippets of docs/signing.md work: a wallet signs what the service prepares, and a bundle is verified. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startAnvil } from "../../scripts/chain/anvil.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { readSection } from "../support/docs/run-section.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";
import { blocksOf, readExampleBundle } from "../support/signing/signing-document.ts";

const CHAIN_ID = 8453;
let directory: string;
let service: Service;
let chain: Awaited<ReturnType<typeof startAnvil>>;

/** Files a case and orders with each wallet library, then verifies the evidence, in Node and with nothing of ours. */
const SCRIPT = `
import canonicalize from "canonicalize";
import { prepare, send, signWithEthers, signWithRpc, signWithViem } from "./signing.mjs";
import { verifyBundle } from "./verify.mjs";

const { serviceUrl, chainUrl, credentials, example, exampleKeys } = JSON.parse(process.env.INPUT);

// A wallet as a page has one: the keys are anvil's, and so is the EIP-712 encoder.
const rpc = async ({ method, params = [] }) => {
	const name = method === "eth_requestAccounts" ? "eth_accounts" : method;
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: name, params });
	const response = await fetch(chainUrl, { method: "POST", headers: { "Content-Type": "application/json" }, body });
	const { result, error } = await response.json();
	if (error) throw new Error(name + ": " + error.message);
	return result;
};
const provider = { request: rpc, on() {}, removeListener() {} };
const [recoveryAccount] = await rpc({ method: "eth_accounts" });

const results = {};
for (const [at, sign] of [signWithViem, signWithEthers, signWithRpc].entries()) {
	const lostAccount = "0x" + String(at + 1).padStart(40, "0");
	const rec = { lostAccount, recoveryAccount, chainId: ${CHAIN_ID}, reasonForRecovery: "lost key", email: null };
	const transactions = [{ dest: lostAccount, value: "1", data: "0x" }];
	const filing = await prepare({ message: "NewCase", case: rec, transactions });
	const filed = await send(filing, await sign(provider, filing), credentials);
	const courtInfo = { title: "In re Estate of Doe", fullCaseNumber: "1", courtId: "nysd", docketNumber: 17 };
	const { jrcHash, caseId } = filing;
	const order = await prepare({ message: "CourtOrder", jrcHash, chainId: ${CHAIN_ID}, courtInfo });
	const ordered = await send(order, await sign(provider, order), credentials);
	const terms = await prepare({ message: "Agreement", ownerAddress: recoveryAccount });
	const accepted = await send(terms, await sign(provider, terms), credentials);
	const bytes = Buffer.from("All to the cat.");
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const sha256 = "0x" + Buffer.from(digest).toString("hex");
	const of = { ownerAddress: recoveryAccount, version: at + 1, sha256, mimeType: "text/plain", size: bytes.length };
	const will = await prepare({ message: "Will", ...of });
	const file = { base64: bytes.toString("base64"), mimeType: "text/plain" };
	const lodged = await send(will, await sign(provider, will), credentials, { file });
	results[sign.name] = [filed.status, ordered.status, (await ordered.json()).status, accepted.status, lodged.status];

	const path = "/api/v1/recovery-cases/" + caseId + "/evidence";
	const bundle = await (await fetch(serviceUrl + path, { headers: credentials })).text();
	const keys = await (await fetch(serviceUrl + "/.well-known/evidence-jwks.json")).json();
	await verifyBundle(bundle, keys);
}

await verifyBundle(example, exampleKeys);
const parsed = JSON.parse(example);
const changed = (change) => canonicalize({ ...parsed, ...change });
const [header, payload, signature] = parsed.head.split(".");
const bytes = Buffer.from(signature, "base64url").toString("hex");
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const highS = (order - BigInt("0x" + bytes.slice(64))).toString(16).padStart(64, "0");
const malleated = Buffer.from(bytes.slice(0, 64) + highS, "hex").toString("base64url");
const tampered = [
	changed({ issuedAt: "2026-11-21T00:00:00.000Z" }),
	changed({ history: parsed.history.slice(1) }),
	changed({ head: parsed.head.replace(/.$/, (last) => (last === "A" ? "B" : "A")) }),
	changed({ head: [header, payload, malleated].join(".") }),
	changed({ head: parsed.head.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)) }),
	JSON.stringify(parsed, null, 2),
	example.replace("{", '{"caseId":"rc_00000000000000000000000000000000",'),
];
results.tampered = await Promise.all(tampered.map((bundle) => verifyBundle(bundle, exampleKeys).then(() => "valid", () => "invalid")));
console.log(JSON.stringify(results));
`;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "replevin-signing-"));
	service = await startService({ stateDir: join(directory, "state") });
	chain = await startAnvil({ chainId: CHAIN_ID });
});
afterAll(async () => {
	await service?.stop();
	await chain?.stop();
	await rm(directory, { recursive: true, force: true });
});

it("viem, ethers and JSON-RPC sign what the service accepts, and a page of code verifies its evidence", async () => {
	const folder = join(directory, "integrator");
	await mkdir(folder);
	await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"), "dir");
	const snippets = readSection("docs/signing.md", "Sign it", "js").map(({ code }) => code);
	expect(snippets).toHaveLength(4);
	const signing = snippets.join("\n").replace("http://127.0.0.1:8787", service.url);
	await writeFile(join(folder, "signing.mjs"), signing);
	const verifying = readSection("docs/signing.md", "Verify a bundle", "js")
		.map(({ code }) => code)
		.join("\n");
	await writeFile(join(folder, "verify.mjs"), verifying);
	await writeFile(join(folder, "run.mjs"), SCRIPT);
	const input = {
		serviceUrl: service.url,
		chainUrl: chain.url,
		credentials: keyPairHeaders(await issueKey(service.url, await registerDeveloper(service.url))),
		example: readExampleBundle(),
		exampleKeys: JSON.parse(blocksOf("The head of a bundle", "json").join("\n")),
	};
	const { stdout } = await promisify(execFile)(process.execPath, ["run.mjs"], {
		cwd: folder,
		env: { ...process.env, INPUT: JSON.stringify(input) },
	});
	const accepted = [201, 200, "pending", 201, 201];
	expect(JSON.parse(stdout)).toEqual({
		signWithViem: accepted,
		signWithEthers: accepted,
		signWithRpc: accepted,
		tampered: Array.from({ length: 7 }, () => "invalid"),
	});
});
