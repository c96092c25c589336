// auth.md "When a credential is confirmed".
import { env } from "cloudflare:workers";
import { parseSiweMessage, validateSiweMessage } from "viem/siwe";
import { describe, expect, it } from "vitest";
import { CHALLENGE_LIFETIME_MS } from "../../../src/developers/wallets/siwe-message.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { countBy, newPartner } from "../recovery/support.ts";
import { challengeFor, newWallet, newWalletSession, openWalletSession } from "./support.ts";

describe("a wallet challenge", () => {
	it("is an EIP-4361 message for this service, the account and the chain", async () => {
		const wallet = newWallet();
		const { message, expiresAt } = await challengeFor(wallet, 10);
		const parsed = parseSiweMessage(message);
		expect(parsed).toMatchObject({
			domain: "replevin.test",
			uri: "https://replevin.test",
			address: wallet.address,
			version: "1",
			chainId: 10,
			expirationTime: new Date(expiresAt),
		});
		expect(Date.parse(expiresAt) - (parsed.issuedAt?.getTime() ?? 0)).toBe(CHALLENGE_LIFETIME_MS);
		expect(validateSiweMessage({ message: parsed, domain: "replevin.test", address: wallet.address })).toBe(
			true,
		);
	});

	it("is different each time", async () => {
		const wallet = newWallet();
		expect((await challengeFor(wallet)).message).not.toBe((await challengeFor(wallet)).message);
	});
});

describe("opening a wallet session", () => {
	it("opens a session of one hour for the wallet that signed", async () => {
		const wallet = newWallet();
		const response = await openWalletSession(wallet, (await challengeFor(wallet)).message);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			tokenType: "Bearer",
			expiresIn: 3600,
			address: wallet.address,
		});
	});

	it("opens one session for a message that is sent twenty times in parallel", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet);
		const signature = await wallet.signMessage({ message });
		const responses = await Promise.all(
			Array.from({ length: 20 }, () => call("/auth/wallet/session", { body: { message, signature } })),
		);
		expect(countBy(responses.map((response) => response.status))).toEqual({ 200: 1, 401: 19 });
	});

	it("needs the wallet's own signature; a wrong signature uses the message up", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet);
		const signature = await newWallet().signMessage({ message });
		expect(await errorOf(await call("/auth/wallet/session", { body: { message, signature } }))).toMatchObject(
			{
				status: 403,
				code: "INVALID_SIGNER",
			},
		);
		expect(await errorOf(await openWalletSession(wallet, message))).toMatchObject({
			status: 401,
			code: "INVALID_TOKEN",
		});
	});

	it.each([
		[
			"another domain",
			(text: string) => text.replace("replevin.test wants", "replevin.test.evil.example wants"),
		],
		[
			"another URI",
			(text: string) => text.replace("URI: https://replevin.test", "URI: https://evil.example"),
		],
		["another chain", (text: string) => text.replace("Chain ID: 8453", "Chain ID: 1")],
		["a later end", (text: string) => text.replace(/Expiration Time: 2/, "Expiration Time: 3")],
		["another statement", (text: string) => text.replace("This moves nothing", "This moves everything")],
		["a line more", (text: string) => `${text}\nRequest ID: 1`],
		["other line ends", (text: string) => text.replaceAll("\n", "\r\n")],
		["a made-up nonce", (text: string) => text.replace(/Nonce: \w+/, `Nonce: ${"a".repeat(32)}`)],
		["no nonce", (text: string) => text.replace(/Nonce: \w+\n/, "")],
	])("rejects a validly signed message with %s", async (_, change) => {
		const wallet = newWallet();
		const message = change((await challengeFor(wallet)).message);
		expect(await errorOf(await openWalletSession(wallet, message))).toMatchObject({
			status: 401,
			code: "INVALID_TOKEN",
		});
	});

	it("rejects a message that names another wallet's address", async () => {
		const [wallet, victim] = [newWallet(), newWallet()];
		const message = (await challengeFor(wallet)).message.replace(wallet.address, victim.address);
		expect(await errorOf(await openWalletSession(victim, message))).toMatchObject({ code: "INVALID_TOKEN" });
	});

	it("rejects an expired message", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet);
		await env.DB.prepare("UPDATE wallet_challenges SET expires_at = expires_at - 600001").run();
		expect(await errorOf(await openWalletSession(wallet, message))).toMatchObject({ code: "INVALID_TOKEN" });
	});
});

describe("a wallet session", () => {
	it("files a case, and lists and reads the cases that name its account", async () => {
		const [claimant, owner] = [newWallet(), newWallet()];
		const intent = newIntent({ lostAccount: owner.address, recoveryAccount: claimant.address });
		const headers = await newWalletSession(claimant);
		const filed = await call("/recovery-cases/new-case", {
			body: await newCaseBody(intent, claimant),
			headers,
		});
		expect(filed.status).toBe(201);
		const record = caseRecordResponse().parse(await filed.json());
		expect(record).toMatchObject({ source: "hosted" });
		for (const wallet of [claimant, owner]) {
			const list = await call("/recovery-cases", { headers: await newWalletSession(wallet) });
			expect(
				caseListResponse()
					.parse(await list.json())
					.data.map((row) => row.caseId),
			).toEqual([record.caseId]);
		}
	});

	it("shows the e-mail address to the recovery account only, and the case to no other wallet", async () => {
		const [claimant, owner] = [newWallet(), newWallet()];
		const intent = newIntent({ lostAccount: owner.address, recoveryAccount: claimant.address });
		const partner = await newPartner();
		const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent, claimant));
		const { caseId } = caseRecordResponse().parse(await filed.json());
		const read = async (wallet: typeof owner) =>
			call(`/recovery-cases/${caseId}`, { headers: await newWalletSession(wallet) });
		expect(caseRecordResponse().parse(await (await read(claimant)).json()).case.email).toBe(intent.rec.email);
		expect(caseRecordResponse().parse(await (await read(owner)).json()).case.email).toBeNull();
		expect(await errorOf(await read(newWallet()))).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	});

	it("ends at once after logout, without effect on other sessions", async () => {
		const [wallet, other] = [newWallet(), newWallet()];
		const [ended, second, foreign] = [
			await newWalletSession(wallet),
			await newWalletSession(wallet),
			await newWalletSession(other),
		];
		const response = await call("/auth/logout", { method: "POST", headers: ended });
		expect(response.status).toBe(200);
		// A cookie of the browser belongs to another session.
		expect(response.headers.has("Set-Cookie")).toBe(false);
		expect(await errorOf(await call("/recovery-cases", { headers: ended }))).toMatchObject({
			status: 401,
			code: "INVALID_TOKEN",
		});
		for (const headers of [second, foreign]) {
			expect((await call("/recovery-cases", { headers })).status).toBe(200);
		}
	});

	it("ends at once after logging out everywhere, with all sessions of its wallet only", async () => {
		const [wallet, other] = [newWallet(), newWallet()];
		const [ended, second] = [await newWalletSession(wallet), await newWalletSession(wallet)];
		const foreign = await newWalletSession(other);
		expect((await call("/auth/logout-all", { method: "POST", headers: ended })).status).toBe(200);
		for (const headers of [ended, second]) {
			expect(await errorOf(await call("/recovery-cases", { headers }))).toMatchObject({
				status: 401,
				code: "INVALID_TOKEN",
			});
		}
		expect((await call("/recovery-cases", { headers: foreign })).status).toBe(200);
	});
});
