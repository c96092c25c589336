// A wallet session files a case through a started link (hosted-links.md "One link, one case").
import { beforeAll, describe, expect, it } from "vitest";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { sendUnchecked } from "../../support/contract/openapi-client.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { caseObject, eventsOf } from "../recovery/support.ts";
import {
	fileThrough,
	linkOf,
	makeLink,
	newLinkPartner,
	rowOf,
	setRow,
	startLink,
	walletSession,
} from "./support.ts";

const REFERENCE = "claim:7";
const caseIdOfIntent = (intent: RecoveryIntent) => caseIdOf(hashRecoveryIntent(intent));
/** No two of them share a lost account, whose open cases are limited. */
let accounts = 0;
const freshIntent = (changes: Partial<RecoveryIntent["rec"]> = {}) =>
	newIntent({ lostAccount: `0x${(0xf11e0000 + ++accounts).toString(16).padStart(40, "0")}`, ...changes });

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
let session: { Authorization: string };
beforeAll(async () => {
	partner = await newLinkPartner();
	session = (await walletSession()) as typeof session;
});

async function startedLink(body: object = {}) {
	const link = await makeLink(partner, { reference: REFERENCE, ...body });
	return { ...link, secret: await startLink(link.token) };
}

describe("filing through a started link", () => {
	it("gives the case the link's developer and reference, and the session's subject", async () => {
		const { linkId, secret } = await startedLink({ prefill: { email: "claimant@example.com" } });
		const intent = freshIntent();
		const filed = await fileThrough(secret, intent, session);
		expect(filed.status).toBe(201);
		expect(filed.body).toMatchObject({ source: "hosted", reference: REFERENCE, status: "created" });
		const caseId = caseIdOfIntent(intent);
		const read = async (headers: Record<string, string>) =>
			(await sendUnchecked("GET", `/recovery-cases/${caseId}`, { headers })).json();
		expect(await read(partner.headers)).toEqual(filed.body);
		expect(await read(session)).toEqual(filed.body);
		const [event] = await eventsOf(caseId);
		expect(JSON.parse(event?.body ?? "").data).toMatchObject({ caseId, reference: REFERENCE });
		expect(await linkOf(partner, linkId)).toMatchObject({
			status: "used",
			caseId,
			usedAt: expect.any(String),
		});
		expect(await rowOf(linkId)).toMatchObject({ prefill: null });
		const feed = (await (
			await sendUnchecked("GET", "/events", { headers: partner.headers })
		).json()) as object;
		expect(JSON.stringify(feed)).toContain(`"reference":"${REFERENCE}"`);
	});

	it("returns the same case for the same intent, and rejects another intent", async () => {
		const { secret, linkId } = await startedLink();
		const intent = freshIntent();
		const first = await fileThrough(secret, intent, session);
		const again = await fileThrough(secret, intent, session);
		expect(again).toMatchObject({ status: 200, body: first.body });
		const other = freshIntent();
		expect(await fileThrough(secret, other, session)).toMatchObject({
			status: 409,
			code: "HOSTED_LINK_STATUS_ERROR",
		});
		expect(await caseObject(caseIdOfIntent(other)).openness()).toBe("absent");
		expect(await linkOf(partner, linkId)).toMatchObject({ caseId: caseIdOfIntent(intent) });
	});

	it("files one of several intents that arrive at once", async () => {
		const { secret } = await startedLink();
		const intents = Array.from({ length: 6 }, () => freshIntent());
		const responses = await Promise.all(intents.map((intent) => fileThrough(secret, intent, session)));
		expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
		const states = await Promise.all(intents.map((intent) => caseObject(caseIdOfIntent(intent)).openness()));
		expect(states.filter((state) => state === "open")).toHaveLength(1);
	});

	it("files one intent once that arrives several times at once", async () => {
		const { secret } = await startedLink();
		const intent = freshIntent();
		const responses = await Promise.all(
			Array.from({ length: 5 }, () => fileThrough(secret, intent, session)),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
	});

	it("leaves the link as it was when the filing is rejected", async () => {
		const { secret, linkId } = await startedLink();
		const intent = freshIntent();
		const unsigned = { ...(await newCaseBody(intent)), signature: `0x${"11".repeat(65)}` };
		const headers = { ...session, "x-hosted-link": secret };
		const rejected = await sendUnchecked("POST", "/recovery-cases/new-case", { headers, body: unsigned });
		expect(rejected.status).toBe(403);
		expect(await rowOf(linkId)).toMatchObject({ reserved_hash: null, used_at: null });
		expect((await fileThrough(secret, intent, session)).status).toBe(201);
	});

	it("takes a slot of the developer's open cases, and gives it back if the link is used up", async () => {
		const lostAccount = `0x${"5e".repeat(20)}`;
		const { secret } = await startedLink();
		expect((await fileThrough(secret, newIntent({ lostAccount }), session)).status).toBe(201);
		// Each is rejected after its slot was reserved.
		for (let tries = 0; tries < 6; tries++) {
			await fileThrough(secret, newIntent({ lostAccount }), session);
		}
		for (let open = 1; open < 5; open++) {
			const body = await newCaseBody(newIntent({ lostAccount }));
			expect((await partner.send("/recovery-cases/new-case", body)).status).toBe(201);
		}
		const full = await fileThrough((await startedLink()).secret, newIntent({ lostAccount }), session);
		expect(full).toMatchObject({ status: 429, code: "RATE_LIMITED" });
	});

	it("does not use up the link for a case that exists already", async () => {
		const intent = freshIntent();
		await sendUnchecked("POST", "/recovery-cases/new-case", {
			headers: session,
			body: await newCaseBody(intent),
		});
		const { secret, linkId } = await startedLink();
		expect(await fileThrough(secret, intent, session)).toMatchObject({
			status: 409,
			code: "CASE_ALREADY_EXISTS",
			message: expect.stringContaining(caseIdOfIntent(intent)),
		});
		expect(await linkOf(partner, linkId)).toMatchObject({ status: "started", caseId: null });
		// The case of the reserved hash exists, so nobody has to wait.
		expect((await fileThrough(secret, freshIntent(), session)).status).toBe(201);
	});

	it("keeps the developer's slot when the developer files the same intent again by API", async () => {
		const { secret } = await startedLink();
		const intent = freshIntent();
		await fileThrough(secret, intent, session);
		const again = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
		expect(again.status).toBe(409);
		const lostAccount = intent.rec.lostAccount;
		for (let open = 1; open < 5; open++) await partner.file(newIntent({ lostAccount }));
		const sixth = await partner.send(
			"/recovery-cases/new-case",
			await newCaseBody(newIntent({ lostAccount })),
		);
		expect(sixth.status).toBe(429);
	});
});

describe("a link whose filing died between reservation and case", () => {
	const reservation = (intent: RecoveryIntent, until: number) => [hashRecoveryIntent(intent), until] as const;

	it("continues with the same intent", async () => {
		const { secret, linkId } = await startedLink();
		const intent = freshIntent();
		await setRow(linkId, "reserved_hash = ?, reserved_until = ?", ...reservation(intent, Date.now() + 9_000));
		expect((await fileThrough(secret, intent, session)).status).toBe(201);
	});

	it("makes another intent wait until no delayed command can create the first case", async () => {
		const { secret, linkId } = await startedLink();
		const lost = freshIntent();
		await setRow(linkId, "reserved_hash = ?, reserved_until = ?", ...reservation(lost, Date.now() + 9_000));
		const intent = freshIntent();
		const early = await fileThrough(secret, intent, session);
		expect(early).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
		expect(Number(early.retryAfter)).toBeGreaterThan(10);
		expect(Number(early.retryAfter)).toBeLessThanOrEqual(15);
		await setRow(linkId, "reserved_until = ?", Date.now() - 4_000);
		expect((await fileThrough(secret, intent, session)).status).toBe(409);
		await setRow(linkId, "reserved_until = ?", Date.now() - 5_001);
		expect((await fileThrough(secret, intent, session)).status).toBe(201);
		expect((await fileThrough(secret, lost, session)).status).toBe(409);
	});

	it("creates no case with a command that arrives after its reservation has ended", async () => {
		const { linkId } = await startedLink();
		const intent = freshIntent();
		const { signature } = await newCaseBody(intent);
		const jrcHash = hashRecoveryIntent(intent);
		const caseId = caseIdOf(jrcHash);
		const { developerId } = partner;
		const owner = { developerId, subject: null, source: "hosted" } as const;
		const create = (until: number) =>
			caseObject(caseId).create(
				{
					...{ kind: "create", caseId, jrcHash, ...owner, ...intent, signature },
					...{ proof: { kind: "key" }, caseExpirySeconds: 60, link: { linkId, until } },
				},
				{ kind: "developer", developerId },
			);
		expect(await create(Date.now() - 1)).toMatchObject({ ok: false, reason: "reservation_ended" });
		expect(await caseObject(caseId).openness()).toBe("absent");
		expect(await create(Date.now() + 1_000)).toMatchObject({ kind: "created" });
	});

	it("is used up by a case whose use was not written to the link", async () => {
		const { secret, linkId } = await startedLink();
		const intent = freshIntent();
		await fileThrough(secret, intent, session);
		await setRow(linkId, "used_at = NULL, case_id = NULL, ends_at = ?", Date.now() + 60_000);
		expect(await fileThrough(secret, freshIntent(), session)).toMatchObject({
			status: 409,
			message: expect.stringContaining("used up"),
		});
		expect((await fileThrough(secret, intent, session)).status).toBe(200);
		await caseObject(caseIdOfIntent(intent)).rewriteCopies();
		expect(await linkOf(partner, linkId)).toMatchObject({ status: "used", caseId: caseIdOfIntent(intent) });
	});
});

describe("locked fields", () => {
	const prefilled = () => {
		const intent = freshIntent();
		const { email: _, ...rec } = intent.rec;
		const second = { ...intent.txs[0], value: "0x10", data: "0xABCD" } as (typeof intent.txs)[number];
		return { intent: { ...intent, txs: [...intent.txs, second] }, rec, txs: [...intent.txs, second] };
	};
	const linkFor = (given: ReturnType<typeof prefilled>, locked: string[]) =>
		startedLink({ prefill: { ...given.rec, transactions: given.txs }, locked });

	it.each([
		["lostAccount", `0x${"99".repeat(20)}`],
		["recoveryAccount", `0x${"98".repeat(20)}`],
		["chainId", 10],
		["reasonForRecovery", "other"],
	])("rejects another %s", async (name, value) => {
		const given = prefilled();
		const { secret, linkId } = await linkFor(given, [name]);
		const changed = { ...given.intent, rec: { ...given.intent.rec, [name]: value } };
		expect(await fileThrough(secret, changed, session)).toMatchObject({
			status: 400,
			code: "INPUT_VALIDATION_ERROR",
			details: [{ field: `case.${name}` }],
		});
		expect(await rowOf(linkId)).toMatchObject({ reserved_hash: null });
		expect((await fileThrough(secret, given.intent, session)).status).toBe(201);
	});

	it("rejects changed, added and moved transactions, and accepts the removal of one", async () => {
		const given = prefilled();
		const { secret } = await linkFor(given, ["transactions"]);
		const [first, second] = given.txs;
		if (!first || !second) throw new Error("two transactions are prefilled");
		for (const txs of [
			[{ ...first, value: "7777777" }, second],
			[first, { ...second, dest: claimant.address }],
			[first, second, first],
			[second, first],
		]) {
			const response = await fileThrough(secret, { ...given.intent, txs }, session);
			expect(response).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
			expect(JSON.stringify(response.details)).toMatch(/"transactions\.\d"/);
		}
		const same = { ...second, dest: second.dest.toLowerCase(), value: "16", data: "0xabcd" };
		expect((await fileThrough(secret, { ...given.intent, txs: [same] }, session)).status).toBe(201);
	});

	it("leaves fields that are only prefilled to the user", async () => {
		const given = prefilled();
		const { secret } = await linkFor(given, []);
		expect((await fileThrough(secret, freshIntent({ email: null }), session)).status).toBe(201);
	});
});
