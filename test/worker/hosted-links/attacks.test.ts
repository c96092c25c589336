// What the token, the secret and the id of a hosted link do not authorise (hosted-links.md "Against whom").
import { beforeAll, describe, expect, it } from "vitest";
import { internalOperations, operations } from "../../../src/operations.ts";
import { document } from "../../support/contract/contract-validation.ts";
import { sendUnchecked } from "../../support/contract/openapi-client.ts";
import { newCaseBody, newIntent, stranger } from "../../support/signing/signing.ts";
import { newAnonymous, newPageSession, newWallet } from "../access/support.ts";
import { newPartner } from "../recovery/support.ts";
import {
	fileThrough,
	linkOf,
	makeLink,
	newLinkPartner,
	newVisitor,
	pageCall,
	rowOf,
	startLink,
	walletSession,
} from "./support.ts";

const VICTIM = `0x${"d1".repeat(20)}`;
const intentOf = (lostAccount = VICTIM) => newIntent({ lostAccount });

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
let session: Record<string, string>;
let link: Awaited<ReturnType<typeof makeLink>>;
let secret: string;
beforeAll(async () => {
	partner = await newLinkPartner();
	session = await walletSession();
	link = await makeLink(partner, { prefill: { email: "victim@example.com", lostAccount: VICTIM } });
	secret = await startLink(link.token);
});

const CALLS = [
	["POST", "/hosted-app/links/look-up"],
	["POST", "/hosted-app/links/start"],
	["GET", "/hosted-app/links/started"],
] as const;

async function callPage(method: "GET" | "POST", path: string, headers: Record<string, string>) {
	const body =
		method === "POST"
			? { body: { token: link.token, ...(path.endsWith("start") && { takeOver: true }) } }
			: {};
	return pageCall(method, path, { headers: { "x-hosted-link": secret, ...headers }, ...body });
}

describe("the operations of the hosted pages", () => {
	it("are in no document and in no public route table", () => {
		const text = JSON.stringify(document);
		const ofLinks = internalOperations.filter(({ path }) => path.startsWith("/hosted-app/links/"));
		expect(ofLinks).toHaveLength(CALLS.length);
		for (const { path, operationId } of internalOperations) {
			expect(document.paths[path]).toBeUndefined();
			expect(operations.some((row) => row.operationId === operationId)).toBe(false);
		}
		expect(text).not.toMatch(/hosted-app\/|x-hosted-link/i);
	});

	it.each(CALLS)("reject every caller without the app's own session: %s %s", async (method, path) => {
		const before = await rowOf(link.linkId);
		expect((await callPage(method, path, {})).status).toBe(401);
		for (const headers of [partner.headers, partner.session, session]) {
			expect(await callPage(method, path, headers)).toMatchObject({ status: 403, code: "FORBIDDEN" });
		}
		expect(await rowOf(link.linkId)).toEqual(before);
	});

	it.each(CALLS)("reject a browser, also with the app's session: %s %s", async (method, path) => {
		const before = await rowOf(link.linkId);
		const headers = await newAnonymous();
		for (const browser of [{ Origin: "https://replevin.test" }, { "Sec-Fetch-Site": "same-origin" }]) {
			const response = await callPage(method, path, { ...headers, ...browser });
			expect(response).toMatchObject({ status: 403, code: "FORBIDDEN" });
			expect(JSON.stringify(response.body)).not.toContain("victim@example.com");
		}
		expect(await rowOf(link.linkId)).toEqual(before);
	});
});

describe("a link's id", () => {
	it("authorises nothing in the place of a token or a secret", async () => {
		const visitor = await newVisitor();
		const { linkId } = link;
		for (const guess of [linkId, `${linkId}.`, `${linkId}.${"A".repeat(43)}`, `${linkId}.${link.token}`]) {
			expect((await visitor.lookUp(guess)).status).toBe(404);
			expect((await visitor.start(guess, true)).status).toBe(404);
			expect((await visitor.started(guess)).status).toBe(404);
			expect(await fileThrough(guess, intentOf(), session)).toMatchObject({ status: 404 });
		}
		expect(await rowOf(linkId)).toMatchObject({ reserved_hash: null });
	});

	it("does not tell whether there is such a link", async () => {
		const visitor = await newVisitor();
		const unknown = `hl_${"0".repeat(32)}.${"A".repeat(43)}`;
		const known = `${link.linkId}.${"A".repeat(43)}`;
		const [a, b] = [await visitor.started(unknown), await visitor.started(known)];
		expect([a.status, a.code, a.message]).toEqual([b.status, b.code, b.message]);
	});
});

describe("a link's secret", () => {
	it("is no credential: without a session of its own nothing accepts it", async () => {
		for (const headers of [
			{ "x-hosted-link": secret },
			{ Authorization: `Bearer ${secret}` },
			{ Authorization: `Bearer ${secret.split(".")[1]}` },
			{ Cookie: `access_token=${secret}` },
			{ Cookie: `__Host-link-${link.linkId}=${secret}` },
		] as Record<string, string>[]) {
			for (const path of ["/recovery-cases", `/hosted-links/${link.linkId}`, "/auth/me", "/events"]) {
				expect((await pageCall("GET", path, { headers })).status).toBe(401);
			}
			const filing = { headers, body: await newCaseBody(intentOf()) };
			expect((await pageCall("POST", "/recovery-cases/new-case", filing)).status).toBe(401);
		}
	});

	it("adds no rights to a session: its cases, lists and links stay hidden", async () => {
		const owned = await partner.file(newIntent({ lostAccount: `0x${"d7".repeat(20)}` }));
		const other = await walletSession(newWallet());
		const anonymous = await newAnonymous();
		for (const headers of [other, anonymous]) {
			const withSecret = { ...headers, "x-hosted-link": secret };
			const read = await pageCall("GET", `/recovery-cases/${owned.caseId}`, { headers: withSecret });
			expect(read.status).toBe(404);
			const links = await pageCall("GET", "/hosted-links", { headers: withSecret });
			expect(links.status).toBe(403);
		}
		const list = await pageCall("GET", "/recovery-cases", { headers: { ...other, "x-hosted-link": secret } });
		expect(list.body).toMatchObject({ data: [] });
	});

	it("is not accepted with any credential but a wallet session that no page opened", async () => {
		const [owner] = [partner.origin];
		const callers: Record<string, string>[] = [
			partner.headers,
			partner.session,
			await newAnonymous(),
			{ Origin: owner },
			await newPageSession(newWallet(), owner),
			(await newPartner()).headers,
		];
		for (const headers of callers) {
			expect(await fileThrough(secret, intentOf(), headers)).toMatchObject({
				status: 403,
				code: "FORBIDDEN",
			});
		}
		const browser = { ...session, "Sec-Fetch-Site": "same-origin" };
		expect(await fileThrough(secret, intentOf(), browser)).toMatchObject({ status: 403 });
		expect(await rowOf(link.linkId)).toMatchObject({ reserved_hash: null, used_at: null });
	});

	it("files nothing without the signature of the recovery account", async () => {
		const body = await newCaseBody(intentOf(), stranger);
		const headers = { ...(await walletSession(stranger)), "x-hosted-link": secret };
		const response = await pageCall("POST", "/recovery-cases/new-case", { headers, body });
		expect(response).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
		expect(await rowOf(link.linkId)).toMatchObject({ reserved_hash: null });
	});

	it("is worth nothing once the link was taken over: a stranger's session cannot file through it", async () => {
		const taken = await makeLink(partner);
		const former = await startLink(taken.token);
		const present = await startLink(taken.token, true);
		const thief = await walletSession(newWallet());
		for (const caller of [thief, session]) {
			expect(await fileThrough(former, intentOf(`0x${"d2".repeat(20)}`), caller)).toMatchObject({
				status: 409,
				message: expect.stringContaining("another browser"),
			});
		}
		expect(await rowOf(taken.linkId)).toMatchObject({ reserved_hash: null });
		const filed = await fileThrough(present, intentOf(`0x${"d2".repeat(20)}`), session);
		expect(filed.status).toBe(201);
		expect(await fileThrough(former, intentOf(`0x${"d3".repeat(20)}`), thief)).toMatchObject({ status: 409 });
	});

	it("does not replay the case to a session of another wallet", async () => {
		const shared = await makeLink(partner);
		const stolen = await startLink(shared.token);
		const intent = intentOf(`0x${"d4".repeat(20)}`);
		expect((await fileThrough(stolen, intent, session)).status).toBe(201);
		const replayed = await fileThrough(stolen, intent, await walletSession(newWallet()));
		expect(replayed).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
		expect(JSON.stringify(replayed.body)).not.toContain("claimant@example.com");
	});

	it("of another link files nothing for this one", async () => {
		const [mine, theirs] = [await makeLink(partner), await makeLink(await newLinkPartner())];
		const [own] = [await startLink(mine.token)];
		await startLink(theirs.token);
		const forged = own.replace(mine.linkId, theirs.linkId);
		expect(await fileThrough(forged, intentOf(`0x${"d5".repeat(20)}`), session)).toMatchObject({
			status: 404,
		});
	});
});

describe("a link's developer", () => {
	it("cannot see the secret or the token, nor start the link with the key pair", async () => {
		const shown = JSON.stringify(await linkOf(partner, link.linkId));
		expect(shown).not.toContain(secret.split(".")[1]);
		expect(shown).not.toContain(link.token);
	});

	it("gets the case of the link, and no case of its user that came otherwise", async () => {
		const intent = intentOf(`0x${"d6".repeat(20)}`);
		const body = await newCaseBody(intent);
		const filed = await sendUnchecked("POST", "/recovery-cases/new-case", { headers: session, body });
		const { caseId } = (await filed.json()) as { caseId: string };
		expect((await partner.send(`/recovery-cases/${caseId}`)).status).toBe(404);
	});
});
