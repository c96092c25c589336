/**
 * Wallet sessions that are opened on pages of allowed origins (auth.md "Sessions of pages").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { parseSiweMessage } from "viem/siwe";
import { beforeAll, describe, expect, it } from "vitest";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newDeveloper, newDeveloperWithKey, setRole } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { accept, newCode, newOwner, profileOf } from "../estates/support.ts";
import { lodge } from "../estates/will-calls.ts";
import { added, pathOf as documentPath } from "../recovery/document-support.ts";
import { countBy, newPartner, type Partner } from "../recovery/support.ts";
import {
	challengeFor,
	newAnonymous,
	newOrigin,
	newPageSession,
	newWallet,
	newWalletSession,
	openWalletSession,
} from "./support.ts";

const PAGE = "https://app.wallet.example:8443";
const SIBLING = "https://other.wallet.example";
const RIVAL = "https://rival.example";
const EVIL = "https://evil.example";
let partner: Partner;
let rival: Partner;
beforeAll(async () => {
	[partner, rival] = [await newPartner(), await newPartner()];
	await newOrigin({ headers: { Authorization: `Bearer ${partner.token}` } }, PAGE, "allow");
	await newOrigin({ headers: { Authorization: `Bearer ${partner.token}` } }, SIBLING, "allow");
	await newOrigin({ headers: { Authorization: `Bearer ${rival.token}` } }, RIVAL, "allow");
});

const forbidden = { status: 403, code: "FORBIDDEN" };
const invalidToken = { status: 401, code: "INVALID_TOKEN" };
const listOf = async (headers: Record<string, string>) => {
	const response = await call("/recovery-cases", { headers });
	return caseListResponse()
		.parse(await response.json())
		.data.map(({ caseId }) => caseId);
};
const fileWith = async (headers: Record<string, string>, wallet = newWallet()) => {
	const intent = newIntent({ recoveryAccount: wallet.address, lostAccount: newWallet().address });
	const body = await newCaseBody(intent, wallet);
	return { intent, wallet, response: await call("/recovery-cases/new-case", { body, headers }) };
};

describe("a challenge for a page", () => {
	it("names the page's own host and origin, as wallets require, and the service in its text", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet, 8453, { Origin: PAGE });
		expect(parseSiweMessage(message)).toMatchObject({
			statement: expect.stringContaining("at https://replevin.test"),
			domain: "app.wallet.example:8443",
			uri: PAGE,
			address: wallet.address,
		});
	});

	it("names the service on its own pages and for callers that are no page", async () => {
		for (const page of [{}, { Origin: "https://replevin.test" }]) {
			const { message } = await challengeFor(newWallet(), 8453, page);
			expect(parseSiweMessage(message)).toMatchObject({
				domain: "replevin.test",
				uri: "https://replevin.test",
			});
		}
	});

	it("opens a session on that page only", async () => {
		const wallet = newWallet();
		const elsewhere = [{}, { Origin: SIBLING }, { Origin: RIVAL }, { Origin: "https://replevin.test" }];
		for (const page of elsewhere) {
			const { message } = await challengeFor(wallet, 8453, { Origin: PAGE });
			expect(await errorOf(await openWalletSession(wallet, message, page))).toMatchObject(invalidToken);
			// The attempt has used the message up.
			expect(await errorOf(await openWalletSession(wallet, message, { Origin: PAGE }))).toMatchObject(
				invalidToken,
			);
		}
	});

	it("is rejected for pages of other origins, like the session", async () => {
		const wallet = newWallet();
		const body = { address: wallet.address, chainId: 1 };
		for (const origin of [EVIL, "null"]) {
			const refused = await call("/auth/wallet/challenge", { body, headers: { Origin: origin } });
			expect(await errorOf(refused)).toMatchObject(forbidden);
			const { message } = await challengeFor(wallet);
			expect(await errorOf(await openWalletSession(wallet, message, { Origin: origin }))).toMatchObject(
				forbidden,
			);
		}
	});

	it("cannot be replaced by a message that the service issued for itself", async () => {
		const wallet = newWallet();
		const { message } = await challengeFor(wallet);
		expect(await errorOf(await openWalletSession(wallet, message, { Origin: PAGE }))).toMatchObject(
			invalidToken,
		);
		const forged = message
			.replaceAll("https://replevin.test", PAGE)
			.replace("replevin.test", new URL(PAGE).host);
		expect(await errorOf(await openWalletSession(wallet, forged, { Origin: PAGE }))).toMatchObject(
			invalidToken,
		);
	});
});

describe("a token from a page", () => {
	it.each([
		["no Origin", {}],
		["another origin of the same developer", { Origin: SIBLING }],
		["another developer's origin", { Origin: RIVAL }],
		["the service's own origin", { Origin: "https://replevin.test" }],
		["an origin that is not allowed", { Origin: EVIL }],
		["the origin null", { Origin: "null" }],
		["the host in upper case", { Origin: PAGE.toUpperCase() }],
		["two origins", { Origin: `${PAGE}, ${PAGE}` }],
	])("is rejected with %s", async (_, page) => {
		const wallet = newWallet();
		const { Origin, ...token } = await newPageSession(wallet, PAGE);
		expect((await call("/recovery-cases", { headers: { ...token, Origin } })).status).toBe(200);
		const refused = await call("/recovery-cases", { headers: { ...token, ...page } });
		expect(await errorOf(refused)).toMatchObject(forbidden);
		const { response } = await fileWith({ ...token, ...page }, wallet);
		expect(await errorOf(response)).toMatchObject(forbidden);
	});

	it("is rejected as a cookie without the page's Origin", async () => {
		const { Authorization = "", authorization = Authorization } = (await newPageSession(
			newWallet(),
			PAGE,
		)) as Record<string, string>;
		const headers = { cookie: `access_token=${authorization.slice("Bearer ".length)}` };
		expect(await errorOf(await call("/recovery-cases", { headers }))).toMatchObject(forbidden);
	});

	it("ends with the permission of its origin, and does not pass to the origin's next developer", async () => {
		const [first, second] = [await newDeveloper(), await newDeveloper()];
		const origin = "https://moving.example";
		const { originId } = await newOrigin(first, origin, "allow");
		const headers = await newPageSession(newWallet(), origin);
		expect((await call("/recovery-cases", { headers })).status).toBe(200);
		await call(`/origins/${originId}`, { method: "DELETE", headers: first.headers });
		expect(await errorOf(await call("/recovery-cases", { headers }))).toMatchObject(forbidden);
		await newOrigin(second, origin, "allow");
		expect(await errorOf(await call("/recovery-cases", { headers }))).toMatchObject(forbidden);
	});

	it("ends at logout, which the page can call", async () => {
		const headers = await newPageSession(newWallet(), PAGE);
		const response = await call("/auth/logout", { method: "POST", headers });
		expect([response.status, response.headers.get("Access-Control-Allow-Origin")]).toEqual([200, PAGE]);
		const ended = await call("/recovery-cases", { headers });
		// The page can read why, although the read ran beside the confirmation of the session.
		expect(ended.headers.get("Access-Control-Allow-Origin")).toBe(PAGE);
		expect(await errorOf(ended)).toMatchObject(invalidToken);
	});
});

describe("a case that a page files in a session", () => {
	it("belongs to the origin's developer, and is seen by the session and the developer", async () => {
		const wallet = newWallet();
		const headers = await newPageSession(wallet, PAGE);
		const { response, intent } = await fileWith(headers, wallet);
		expect(response.status).toBe(201);
		const record = caseRecordResponse().parse(await response.json());
		expect(record).toMatchObject({ source: "origin", case: { email: intent.rec.email } });
		expect((await partner.send(`/recovery-cases/${record.caseId}`)).status).toBe(200);
		expect((await rival.send(`/recovery-cases/${record.caseId}`)).status).toBe(404);
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
		const ordered = await call(path, {
			method: "PATCH",
			body: await courtOrderBody(intent, wallet),
			headers,
		});
		expect(await ordered.json()).toMatchObject({ caseId: record.caseId, status: "pending" });
		for (const rest of ["", "/events", "/evidence"]) {
			const read = await call(`/recovery-cases/${record.caseId}${rest}`, { headers });
			expect([rest, read.status, read.headers.get("Access-Control-Allow-Origin")]).toEqual([rest, 200, PAGE]);
		}
		expect(await listOf(headers)).toEqual([record.caseId]);
	});

	it("is rejected beside a credential of another developer or of another session", async () => {
		const wallet = newWallet();
		const page = { Origin: PAGE };
		const others = [
			{ ...page, Authorization: `Bearer ${rival.token}` },
			{ ...page, ...(await newWalletSession(wallet)) },
			{ ...page, ...(await newAnonymous()) },
			{ ...(await newPageSession(wallet, RIVAL)), ...page },
		];
		for (const headers of others) {
			const { response } = await fileWith(headers as Record<string, string>, wallet);
			expect(await errorOf(response)).toMatchObject(forbidden);
		}
		const own = await fileWith({ ...page, Authorization: `Bearer ${partner.token}` }, wallet);
		expect(own.response.status).toBe(201);
	});
});

describe("the sight of a page's session", () => {
	it("excludes cases of other developers and of other sessions that name its account", async () => {
		const wallet = newWallet();
		const intents = () => newIntent({ recoveryAccount: wallet.address, lostAccount: newWallet().address });
		const filed = await Promise.all(
			[partner.headers, rival.headers, await newWalletSession(wallet), await newAnonymous()].map(
				async (headers) => {
					const body = await newCaseBody(intents(), wallet);
					const response = await call("/recovery-cases/new-case", {
						body,
						headers: headers as Record<string, string>,
					});
					return caseRecordResponse().parse(await response.json());
				},
			),
		);
		const headers = await newPageSession(wallet, PAGE);
		expect(await listOf(headers)).toEqual([filed[0]?.caseId]);
		expect(await listOf(await newPageSession(wallet, RIVAL))).toEqual([filed[1]?.caseId]);
		expect((await listOf(await newWalletSession(wallet))).length).toBe(4);
		for (const [at, { caseId, jrcHash }] of filed.entries()) {
			for (const rest of ["", "/events", "/evidence"]) {
				const { status } = await call(`/recovery-cases/${caseId}${rest}`, { headers });
				expect([at, rest, status]).toEqual([at, rest, at === 0 ? 200 : 404]);
			}
			if (at === 0) continue;
			const body = { txHash: `0x${"5c".repeat(32)}` };
			const reported = await call(`/recovery-cases/${jrcHash}/execution`, { body, headers });
			expect(await errorOf(reported)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		}
	});

	it("excludes moving a case of another developer, even with the right signature", async () => {
		const wallet = newWallet();
		const intent = newIntent({ recoveryAccount: wallet.address, lostAccount: newWallet().address });
		await rival.send("/recovery-cases/new-case", await newCaseBody(intent, wallet));
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
		const body = await courtOrderBody(intent, wallet);
		const headers = await newPageSession(wallet, PAGE);
		expect(await errorOf(await call(path, { method: "PATCH", body, headers }))).toMatchObject({
			status: 404,
			code: "RESOURCE_NOT_FOUND",
		});
	});

	it("includes adding a document to its case, and never the document's bytes", async () => {
		const wallet = newWallet();
		const headers = await newPageSession(wallet, PAGE);
		const { intent, response } = await fileWith(headers, wallet);
		const { caseId } = caseRecordResponse().parse(await response.json());
		const { documentId } = await added(intent, headers);
		expect(await errorOf(await call(documentPath(caseId, documentId), { headers }))).toMatchObject(forbidden);
		const whole = await newWalletSession(wallet);
		const { Origin } = headers;
		expect(
			await errorOf(
				await call(documentPath(caseId, documentId), { headers: { ...headers, Origin: `${Origin}/` } }),
			),
		).toMatchObject(forbidden);
		const path = `https://replevin.test/api/v1${documentPath(caseId, documentId)}`;
		const { exports } = await import("cloudflare:workers");
		const bytes = await exports.default.fetch(path, { headers: whole as Record<string, string> });
		expect(bytes.status).toBe(200);
		await bytes.arrayBuffer();
	});
});

describe("an estate on a page", () => {
	it("shows the owner's status and the codes of the origin's developer only, and never the will", async () => {
		const owner = newOwner();
		const [headers, whole] = [await newPageSession(owner, PAGE), await newWalletSession(owner)];
		expect((await accept(owner, rival.headers)).status).toBe(201);
		expect((await lodge(owner, rival.headers)).status).toBe(201);
		const foreign = await newCode(owner, rival.headers);
		const own = await newCode(owner, headers);
		const profile = await profileOf(owner, headers);
		expect(profile).toMatchObject({
			agreement: { accepted: { version: "2026-11-01" } },
			will: { version: 1 },
		});
		expect(profile.privacyCodes.map(({ codeId }) => codeId)).toEqual([own.codeId]);
		expect((await profileOf(owner, whole as Record<string, string>)).privacyCodes.length).toBe(2);
		const path = `/estate-profiles/${owner.address}`;
		for (const rest of ["/will", "/history", "/will/release-requests"]) {
			expect(await errorOf(await call(`${path}${rest}`, { headers }))).toMatchObject(forbidden);
		}
		const revoke = async (codeId: string) =>
			(await call(`${path}/privacy-codes/${codeId}`, { method: "DELETE", headers })).status;
		expect([await revoke(foreign.codeId), await revoke(own.codeId)]).toEqual([404, 200]);
	});

	it("is brought by the origin's developer, who sees it from then on and resolves its code", async () => {
		const owner = newOwner();
		const headers = await newPageSession(owner, PAGE);
		expect((await accept(owner, headers)).status).toBe(201);
		const { code } = await newCode(owner, headers);
		expect((await profileOf(owner, partner.headers)).agreement.accepted).not.toBeNull();
		expect((await profileOf(owner, rival.headers)).agreement.accepted).toBeNull();
		const resolved = await partner.send("/estate-profiles/privacy-codes/resolve", { code });
		expect(resolved.status).toBe(200);
	});

	it("of another owner is out of reach", async () => {
		const [owner, other] = [newOwner(), newOwner()];
		const headers = await newPageSession(other, PAGE);
		expect(await errorOf(await call(`/estate-profiles/${owner.address}`, { headers }))).toMatchObject(
			forbidden,
		);
		expect(await errorOf(await accept(owner, headers))).toMatchObject(forbidden);
	});
});

it("a role of the origin's developer gives its pages nothing", async () => {
	const reviewer = await newDeveloperWithKey();
	await newOrigin(reviewer, "https://reviewer.example", "allow");
	await setRole(reviewer, "reviewer");
	const { response } = await fileWith(rival.headers);
	const { caseId } = caseRecordResponse().parse(await response.json());
	const headers = await newPageSession(newWallet(), "https://reviewer.example");
	expect((await call(`/recovery-cases/${caseId}/evidence`, { headers })).status).toBe(404);
	expect(await errorOf(await call("/review/origins", { headers }))).toMatchObject(forbidden);
});

it("counts the visitors of an allowed origin by their sessions, not with invented origins of their address", async () => {
	const headers = { ...(await newPageSession(newWallet(), PAGE)), "CF-Connecting-IP": "203.0.113.91" };
	const statuses = [];
	for (let count = 0; count < 70; count++) statuses.push((await call("/recovery-cases", { headers })).status);
	expect(countBy(statuses)).toEqual({ 200: 70 });
});

it("a challenge that was not asked for on a partner's page opens a session", async () => {
	const wallet = newWallet();
	const { message } = await challengeFor(wallet);
	const { results } = await env.DB.prepare("SELECT origin FROM wallet_challenges WHERE address = ?")
		.bind(wallet.address.toLowerCase())
		.all();
	expect(results).toEqual([{ origin: null }]);
	expect((await openWalletSession(wallet, message)).status).toBe(200);
});
