/**
 * sdk.md "Command line": `sign`, `cases file` and `cases order`, and what they reject.
 *
 * Over 300 lines, because these commands share the signed vectors and the key files.
 */
import { chmodSync, readFileSync } from "node:fs";
import { verifyMessage, verifyTypedData } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { type SigningRequest, typedData } from "../../../sdk/src/signing.ts";
import { siweMessage } from "../../../src/developers/wallets/siwe-message.ts";
import { commandFolder } from "../../support/sdk/run-command.ts";
import { json } from "../../support/sdk/scripted-fetch.ts";
import { cellOf } from "../../support/signing/signing-document.ts";
import {
	courtOrder,
	ownerAddress,
	ownerKey,
	recoveryAccount,
	recoveryAccountKey,
	signatures,
	vectorIntent,
} from "../../support/signing/vectors.ts";

const { write, replevin, remove } = commandFolder();
afterAll(remove);

const claimantKey = write("claimant.key", `${recoveryAccountKey}\n`);
const estateKey = write("owner.key", ownerKey.slice(2));
const intent = write("intent.json", JSON.stringify(vectorIntent));
const jrcHash = cellOf("jrcHash", "jrcHash");
const caseId = cellOf("caseId and eventId", "caseId");
const service = "https://replevin.example";
const nonce = `0x${"5a".repeat(32)}` as const;
const LOGIN = siweMessage(
	{
		...{ address: recoveryAccount, chainId: 1, nonce: "abcdefgh1", purpose: "sign_in" },
		expiresAt: Date.UTC(2026, 10, 23),
	},
	{ service: "https://replevin.example" },
);

const MESSAGES: SigningRequest[] = [
	{ message: "NewCase", case: vectorIntent.rec, transactions: [...vectorIntent.txs] },
	{ message: "CourtOrder", jrcHash: jrcHash as `0x${string}`, chainId: 8453, courtInfo: courtOrder },
	{
		message: "CloseCase",
		jrcHash: jrcHash as `0x${string}`,
		chainId: 8453,
		action: "contest",
		reason: "Mine",
	},
	{ message: "ContestAll", account: ownerAddress, chainId: 8453, nonce, deadline: 1_800_000_000 },
	{ message: "Agreement", service, ownerAddress, version: "2026-11-01", documentHash: nonce, nonce },
	{ message: "PrivacyCode", service, ownerAddress, label: "Probate", expiresAt: 0, nonce, chainId: 10 },
	{ message: "Will", service, ownerAddress, version: 2, sha256: nonce, mimeType: "text/plain", size: 17 },
	{ message: "Erase", service, ownerAddress, nonce, deadline: 1_800_000_000 },
];
const keyOf = ({ message }: SigningRequest) =>
	["NewCase", "CourtOrder", "CloseCase"].includes(message) ? claimantKey : estateKey;

describe("sign", () => {
	it.each(MESSAGES.map((request) => [request.message, request] as const))(
		"signs a message of the kind %s, from its fields and from its typed data",
		async (_, request) => {
			const prepared = typedData(request);
			const key = keyOf(request);
			const forms = [request, prepared, prepared.typedData].map((form) => JSON.stringify(form));
			const signed = [];
			for (const input of forms)
				signed.push(await replevin(["sign", "-", "--key", key], [], { input, env: {} }));
			expect(signed.map(({ code }) => code)).toEqual([0, 0, 0]);
			const [first] = signed;
			expect(new Set(signed.map(({ out }) => out)).size).toBe(1);
			const address = key === claimantKey ? recoveryAccount : ownerAddress;
			const signature = first?.out as `0x${string}`;
			expect(
				await verifyTypedData({ ...(prepared.typedData as never as object), address, signature } as never),
			).toBe(true);
		},
	);

	it("makes the published signature of an intent, with the request that takes it", async () => {
		const { out, sent } = await replevin(["sign", intent, "--key", claimantKey, "--json"], [], { env: {} });
		expect(JSON.parse(out)).toMatchObject({
			signature: signatures.newCase,
			signer: recoveryAccount,
			jrcHash,
			caseId,
			request: {
				method: "POST",
				path: "/api/v1/recovery-cases/new-case",
				body: { signature: signatures.newCase },
			},
		});
		expect(sent).toEqual([]);
	});

	it.each([
		["as text", LOGIN],
		["as text with a line break at its end", `${LOGIN}\n`],
		["as the response of the service", JSON.stringify({ message: LOGIN, expiresAt: "2026-11-23" })],
	])("signs the message of a log-in %s", async (_, input) => {
		const { code, out, err } = await replevin(["sign", "-", "--key", claimantKey], [], { input });
		expect(code).toBe(0);
		const signature = out as `0x${string}`;
		expect(await verifyMessage({ address: recoveryAccount, message: LOGIN, signature })).toBe(true);
		expect(err).toContain("replevin.example wants you to sign in");
	});

	it("shows each field before it signs", async () => {
		const { err } = await replevin(["sign", intent, "--key", claimantKey]);
		expect(err).toContain("NewCase on chain 8453:");
		expect(err).toContain(vectorIntent.rec.lostAccount);
		expect(err).toContain(vectorIntent.txs[0].data);
	});

	it("has an owner's message name the service of REPLEVIN_URL, or the one that it names itself", async () => {
		const { service: _, ...bare } = { service, ...MESSAGES[7] } as Record<string, unknown>;
		const args = ["sign", "-", "--key", estateKey, "--json"];
		const serviceOf = async (input: object) =>
			JSON.parse((await replevin(args, [], { input: JSON.stringify(input) })).out).request.body.service;
		expect(await serviceOf(bare)).toBe(service);
		expect(await serviceOf({ ...bare, service: "https://other.example" })).toBe("https://other.example");
		const offline = await replevin(args, [], { input: JSON.stringify(bare), env: {} });
		expect([offline.code, offline.err]).toEqual([2, expect.stringContaining("Add service")]);
		const path = await replevin(args, [], { input: JSON.stringify({ ...bare, service: `${service}/` }) });
		expect([path.code, path.err]).toEqual([2, expect.stringContaining("service must be an origin")]);
	});

	it("asks the service for the terms that an Agreement does not name", async () => {
		const terms = { version: "2026-11-01", documentHash: nonce, url: "https://replevin.example/terms" };
		const input = JSON.stringify({ message: "Agreement", ownerAddress });
		const args = ["sign", "-", "--key", estateKey, "--json"];
		const { out } = await replevin(args, [json({ terms })], { input });
		expect(JSON.parse(out).request.body).toMatchObject({ version: "2026-11-01", documentHash: nonce });
		const offline = await replevin(args, [], { input, env: {} });
		expect([offline.code, offline.err]).toEqual([2, expect.stringContaining("REPLEVIN_URL")]);
	});

	it("prints what another wallet has to sign, and signs nothing, without a key", async () => {
		const { code, out, err } = await replevin(["sign", intent], [], { env: {} });
		expect(code).toBe(0);
		const { typedData: expected } = typedData(MESSAGES[0] as SigningRequest);
		expect(JSON.parse(out)).toEqual(expected);
		expect(err).toContain(`${recoveryAccount} signs these typed data`);
		const login = await replevin(["sign", "-"], [], { input: LOGIN });
		expect(login.out).toBe(LOGIN);
	});

	const foreign = typedData(MESSAGES[7] as SigningRequest).typedData;
	it.each([
		["text that is no log-in", "Send all my coins", "neither a JSON object nor the message of a log-in"],
		["a permit", JSON.stringify({ ...foreign, primaryType: "Permit" }), "no message"],
		[
			"another domain",
			JSON.stringify({ ...foreign, domain: { ...foreign.domain, name: "USDC" } }),
			"is not the Erase",
		],
		[
			"another type",
			JSON.stringify({ ...foreign, types: { ...foreign.types, Erase: [] } }),
			"is not the Erase",
		],
		[
			"a further field",
			JSON.stringify({ ...foreign, message: { ...foreign.message, to: "0x" } }),
			"is not the Erase",
		],
		[
			"the log-in of another site",
			LOGIN.replace(/Sign in to .*/, "Welcome to the exchange"),
			"nor the message of a log-in",
		],
		[
			"a log-in that steers the terminal",
			LOGIN.replace("Nonce: ", "Nonce: \u001b[2J"),
			"nor the message of a log-in",
		],
		["JSON without a message", "{}", "has no message"],
		[
			"a court order without fields",
			JSON.stringify({ message: "CourtOrder" }),
			"The input lacks jrcHash, chainId, courtInfo.",
		],
		[
			"terms without an owner",
			JSON.stringify({ message: "Agreement", version: "2026-11-01", documentHash: nonce }),
			"The input lacks ownerAddress.",
		],
		[
			"typed data without the title of an order",
			JSON.stringify({ primaryType: "CourtOrder", domain: { chainId: 1 }, message: { courtId: "nysd" } }),
			"lacks message.jrcHash, message.title",
		],
		[
			"a mistyped address",
			JSON.stringify({ ...MESSAGES[7], ownerAddress: recoveryAccount.replace("8", "9") }),
			"checksum",
		],
		["a message of another account", JSON.stringify(MESSAGES[0]), "has to sign"],
		["a log-in of another account", LOGIN, "has to sign"],
	])("rejects %s", async (_, input, words) => {
		const { code, out, err } = await replevin(["sign", "-", "--key", estateKey], [], { input });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(words);
	});

	it.each([
		["is missing", () => "none.key", "is no file"],
		["is a key itself", () => ownerKey, "and no key: others see arguments"],
		["is no key", () => write("short.key", "0x1234"), "does not hold a private key"],
		["is zero", () => write("zero.key", "00".repeat(32)), "does not hold a private key"],
		["is open to others", () => write("open.key", ownerKey, 0o600), "Other users can read"],
	])("rejects a key file that %s, and never prints it", async (name, file, words) => {
		const path = file();
		if (name === "is open to others") chmodSync(path, 0o644);
		const { code, out, err } = await replevin(["sign", intent, "--key", path]);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(words);
		expect(err).not.toContain(ownerKey);
		if (path.endsWith(".key") && path !== "none.key") expect(err).not.toContain(readFileSync(path, "utf8"));
	});
});

const filed = { caseId, jrcHash, status: "created", statusReason: null };

describe("cases file", () => {
	it.each([
		["with a key", ["cases", "file", intent, "--key", claimantKey]],
		["with a signature", ["cases", "file", intent, "--signature", signatures.newCase]],
		[
			"with the body of new-case",
			[
				"cases",
				"file",
				write(
					"body.json",
					JSON.stringify({
						case: vectorIntent.rec,
						transactions: vectorIntent.txs,
						signature: signatures.newCase,
					}),
				),
			],
		],
	])("sends the signed case, and prints its ids, %s", async (_, args) => {
		const { code, out, sent } = await replevin(args, [json(filed, 201)]);
		expect(code).toBe(0);
		expect(out).toBe(`caseId   ${caseId}\njrcHash  ${jrcHash}\nstatus   created`);
		expect(await sent[0]?.json()).toEqual({
			case: vectorIntent.rec,
			transactions: vectorIntent.txs,
			signature: signatures.newCase,
		});
	});

	it.each([
		["no signature", [], "Pass --signature or --key"],
		["both", ["--key", claimantKey, "--signature", signatures.newCase], "Pass --signature or --key"],
		["a signature of another message", ["--signature", signatures.courtOrder], "or of another message"],
		["a signature by another account", ["--key", estateKey], `by ${ownerAddress}`],
		["a signature that is none", ["--signature", "0x1234"], "no signature by a key"],
		["an empty signature", ["--signature", "0x"], "no signature by a key"],
		["text that is no hex", ["--signature", "abc"], "not hex"],
	])("sends nothing with %s", async (_, options, words) => {
		const { code, err, sent } = await replevin(["cases", "file", intent, ...options]);
		expect([code, sent]).toEqual([2, []]);
		expect(err).toContain(words);
	});

	it.each(["0x1234", "0x"])(
		"leaves the signature %s of a contract wallet to the service",
		async (signature) => {
			const args = ["cases", "file", intent, "--signature", signature, "--contract", "--json"];
			const { code, out, sent } = await replevin(args, [json(filed, 201)]);
			expect([code, JSON.parse(out)]).toEqual([0, filed]);
			expect(await sent[0]?.json()).toMatchObject({ signature });
		},
	);
});

describe("cases order", () => {
	const found = { ...filed, case: vectorIntent.rec };
	const order = write("order.json", JSON.stringify(courtOrder));

	it("signs for the chain of the case, and sends the order", async () => {
		const pending = { ...found, status: "pending" };
		const args = ["cases", "order", caseId, order, "--key", claimantKey];
		const { code, out, sent } = await replevin(args, [json(found), json(pending)]);
		expect(code).toBe(0);
		expect(out).toContain("status   pending");
		expect(sent[1]?.url).toContain(`/recovery-cases/${jrcHash}/court-order`);
		expect(await sent[1]?.json()).toEqual({ courtInfo: courtOrder, signature: signatures.courtOrder });
	});

	it.each([`0x${"1".repeat(64)}`, "0x", null])(
		"signs nothing if the service responds with another case (%s)",
		async (other) => {
			const args = ["cases", "order", caseId, order, "--key", claimantKey];
			const { code, err, sent } = await replevin(args, [json({ ...found, jrcHash: other })]);
			expect([code, sent.length]).toEqual([3, 1]);
			expect(err).toContain("another case");
		},
	);

	it.each([
		["order.json lacks fullCaseNumber, courtId, docketNumber.", { title: "In re Doe" }],
		["order.json lacks courtInfo.courtId.", { courtInfo: { ...courtOrder, courtId: undefined } }],
		["order.json: docketNumber must be a number, not text", { ...courtOrder, docketNumber: "17" }],
	])("asks nobody for the case if %s", async (words, order) => {
		const path = write("wrong-order.json", JSON.stringify(order));
		const { code, err, sent } = await replevin(["cases", "order", caseId, path, "--key", claimantKey]);
		expect([code, sent]).toEqual([2, []]);
		expect(err).toContain(words);
	});

	it("takes the body of court-order, and rejects another account and another file", async () => {
		const body = write(
			"order-body.json",
			JSON.stringify({ courtInfo: courtOrder, signature: signatures.courtOrder }),
		);
		expect((await replevin(["cases", "order", caseId, body], [json(found), json(found)])).code).toBe(0);
		const wrong = await replevin(["cases", "order", caseId, order, "--key", estateKey], [json(found)]);
		expect([wrong.code, wrong.sent.length]).toEqual([2, 1]);
		const other = await replevin(["cases", "order", caseId, intent, "--key", claimantKey]);
		expect([other.code, other.err]).toEqual([2, expect.stringContaining("docketNumber")]);
	});
});

describe("cases withdraw", () => {
	const found = { ...filed, case: vectorIntent.rec };
	const withdrawn = { ...filed, status: "rejected", statusReason: "withdrawn_by_claimant" };
	const reason = "The key was found";
	const args = ["cases", "withdraw", caseId, "--reason", reason];
	const message: SigningRequest = {
		message: "CloseCase",
		action: "withdraw",
		jrcHash: jrcHash as `0x${string}`,
		chainId: 8453,
		reason,
	};

	it.each([caseId, jrcHash])("signs for the chain of the case %s, and withdraws it", async (name) => {
		const { code, out, sent } = await replevin(
			["cases", "withdraw", name, ...args.slice(3), "--key", claimantKey],
			[json(found), json(withdrawn)],
		);
		expect(code).toBe(0);
		expect(out).toContain("status   rejected (withdrawn_by_claimant)");
		expect(sent[1]?.url).toContain(`/recovery-cases/${jrcHash}/withdraw`);
		const body = (await sent[1]?.json()) as { signature: `0x${string}` };
		const { typedData: signed } = typedData(message);
		const { signature } = body;
		expect(body).toEqual({ reason, signature });
		expect(
			await verifyTypedData({ ...(signed as never as object), address: recoveryAccount, signature } as never),
		).toBe(true);
	});

	it("takes a signature that sign has made", async () => {
		const input = JSON.stringify(message);
		const { out: signature } = await replevin(["sign", "-", "--key", claimantKey], [], { input });
		const given = await replevin([...args, "--signature", signature], [json(found), json(withdrawn)]);
		expect([given.code, await given.sent[1]?.json()]).toEqual([0, { reason, signature }]);
	});

	it.each([
		["another account", [...args, "--key", estateKey], "has to sign"],
		["no key", args, "Pass --signature or --key"],
		[
			"another case",
			["cases", "withdraw", `rc_${"0".repeat(32)}`, ...args.slice(3), "--key", claimantKey],
			"another case",
		],
		["no reason", ["cases", "withdraw", caseId, "--key", claimantKey], "Pass --reason"],
	])("withdraws nothing with %s", async (_, given, words) => {
		const { code, err, sent } = await replevin(given, [json(found)]);
		expect(code).toBe(words === "another case" ? 3 : 2);
		expect(err).toContain(words);
		expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
	});
});
