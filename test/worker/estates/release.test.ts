/**
 * Releases the will of a deceased owner (estates.md "Release of a will").
 *
 * Over 300 lines: a file of this tier begins with an emptied store, so one of its slice costs less than two.
 */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Account } from "../../../durable/account/account.ts";
import { type ReleaseState, releaseStateSchema } from "../../../src/estates/release/release.ts";
import { createReleaseRows } from "../../../src/estates/release/releases.d1.ts";
import { newReviewer, setRole } from "../../support/auth/accounts.ts";
import { call, codeOf, ORIGIN } from "../../support/contract/openapi-client.ts";
import { eraseBody } from "../../support/signing/estate-signing.ts";
import { formOf, jsonOf, sha256Of } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import {
	auditOf,
	type Headers,
	historyOf,
	newCode,
	newEstate,
	newResolver,
	profileOf,
	repeat,
	unknownCode,
} from "./support.ts";
import { lodge, PDF, sendForm, storedKeys, willPath } from "./will-calls.ts";

const DAY_MS = 86_400_000;
const ORDER = pdfFile({ text: "It is so ordered" });
const order = { bytes: ORDER, type: "application/pdf", name: "order.pdf" };
const courtInfo = {
	title: "In re Estate of Doe",
	fullCaseNumber: "1:26-cv-00042",
	courtId: "nysd",
	docketNumber: 17,
};
const applicant = "Probate court of Example County";

/** Creates an estate with a will and a code, and a resolver. */
async function newReleasable() {
	const estate = await newEstate();
	await lodge(estate.owner, estate.session);
	const { code, codeId } = await newCode(estate.owner, estate.partner.headers);
	const path = `${willPath(estate.owner)}/release-requests`;
	return { ...estate, code, codeId, path, resolver: await newResolver() };
}
type Releasable = Awaited<ReturnType<typeof newReleasable>>;

const ask = (
	{ path, code, resolver }: Pick<Releasable, "path" | "code" | "resolver">,
	changes: { headers?: Headers; code?: string } = {},
) =>
	sendForm(
		path,
		formOf({ code: changes.code ?? code, courtInfo, applicant }, order),
		changes.headers ?? resolver.headers,
	);

/** Simulates that days have passed by moving the times of a request into the past. */
async function letPass(requestId: string, days: number): Promise<void> {
	const row = await env.DB.prepare("SELECT state FROM release_requests WHERE request_id = ?")
		.bind(requestId)
		.first<{ state: string }>();
	const state = releaseStateSchema().parse(JSON.parse(row?.state ?? ""));
	const by = days * DAY_MS;
	const earlier: ReleaseState = {
		...state,
		requestedAt: state.requestedAt - by,
		challengeEndsAt: state.challengeEndsAt - by,
		approvals: state.approvals.map((one) => ({ ...one, approvedAt: one.approvedAt - by })),
		downloadableUntil: state.downloadableUntil === null ? null : state.downloadableUntil - by,
	};
	await env.DB.prepare("UPDATE release_requests SET state = ?, requested_at = ? WHERE request_id = ?")
		.bind(JSON.stringify(earlier), earlier.requestedAt, requestId)
		.run();
}

const decide = (requestId: string, { headers }: { headers: Headers }, decision = "approve") =>
	call("POST", `/review/release-requests/${requestId}/decisions`, { body: { decision }, headers });

/** Creates a request that two reviewers have approved. */
async function newReleased() {
	const releasable = await newReleasable();
	const { requestId } = (await ask(releasable)).body;
	await letPass(requestId, 30);
	const reviewers = [await newReviewer(), await newReviewer()] as const;
	for (const reviewer of reviewers) expect((await decide(requestId, reviewer)).status).toBe(200);
	const download = (headers: Headers = releasable.resolver.headers) =>
		call("GET", `${releasable.path}/${requestId}/will`, { headers });
	return { ...releasable, requestId, reviewers, download };
}

describe("releasing a will", () => {
	it("allows a download for seven days after the time to object and two approvals", async () => {
		const releasable = await newReleasable();
		const { path, resolver, owner, session } = releasable;
		const asked = await ask(releasable);
		expect(asked.status).toBe(201);
		expect(asked.body).toMatchObject({
			ownerAddress: owner.address,
			chainId: null,
			phase: "challenge_period",
			applicant,
			courtInfo,
			order: { sha256: sha256Of(ORDER), size: ORDER.length },
			approvals: 0,
			downloadableUntil: null,
			endedAt: null,
		});
		const { requestId } = asked.body;
		const days = (Date.parse(asked.body.challengeEndsAt) - Date.parse(asked.body.requestedAt)) / DAY_MS;
		expect(days).toBe(30);
		const download = () => call("GET", `${path}/${requestId}/will`, { headers: resolver.headers });
		const [first, second] = [await newReviewer(), await newReviewer()];
		expect(codeOf(await decide(requestId, first))).toBe("409 RELEASE_STATUS_ERROR");
		await letPass(requestId, 30);
		expect(codeOf(await download())).toBe("409 RELEASE_STATUS_ERROR");
		expect((await decide(requestId, first)).body).toMatchObject({ phase: "awaiting_approval" });
		expect((await decide(requestId, first)).body.approvals).toHaveLength(1);
		expect(codeOf(await download())).toBe("409 RELEASE_STATUS_ERROR");
		expect((await decide(requestId, second)).body).toMatchObject({
			phase: "downloadable",
			applicantId: resolver.developerId,
			approvals: [{ reviewerId: first.developerId }, { reviewerId: second.developerId }],
		});
		const response = await exports.default.fetch(`${ORIGIN}/api/v1${path}/${requestId}/will`, {
			headers: resolver.headers,
		});
		expect(sha256Of(new Uint8Array(await response.arrayBuffer()))).toBe(sha256Of(PDF));
		expect(response.headers.get("content-disposition")).toBe(
			`attachment; filename="will-${owner.address}-1.pdf"`,
		);
		await letPass(requestId, 7);
		expect(codeOf(await download())).toBe("409 RELEASE_STATUS_ERROR");
		expect((await historyOf(owner, session)).data.slice(0, 4)).toMatchObject([
			{ action: "release.downloaded", actor: resolver.developerId, target: requestId },
			{ action: "release.approved", actor: second.developerId, target: requestId },
			{ action: "release.approved", actor: first.developerId, target: requestId },
			{ action: "release.requested", actor: resolver.developerId, target: requestId },
		]);
		for (const action of ["release.requested", "release.approved", "release.downloaded"]) {
			expect((await auditOf(action)).map(({ target }) => target)).toContain(requestId);
		}
	});

	it("gives the newest version to the applicant's account only", async () => {
		const { owner, session, partner, download } = await newReleased();
		const text = new TextEncoder().encode("All to the dog.");
		const file = { bytes: text, type: "text/plain" };
		await lodge(owner, session, { file, signed: { version: 2, mimeType: "text/plain" } });
		expect((await download()).body).toBe("All to the dog.");
		const other = await newResolver();
		for (const headers of [partner.headers, other.headers]) {
			expect(codeOf(await download(headers))).toBe("404 RESOURCE_NOT_FOUND");
		}
		expect(codeOf(await download(session))).toBe("403 FORBIDDEN");
	});

	it("rejects a download by a former resolver", async () => {
		const { resolver, download } = await newReleased();
		await resolver.revoke();
		expect(codeOf(await download())).toBe("403 FORBIDDEN");
	});
});

describe("the owner", () => {
	it("sees every request and ends it by objecting, even after the release", async () => {
		const { owner, session, path, requestId, download } = await newReleased();
		const listed = await call("GET", path, { headers: session });
		expect(listed.body.data).toMatchObject([{ requestId, phase: "downloadable", approvals: 2 }]);
		const objected = await call("POST", `${path}/${requestId}/object`, { headers: session });
		expect(objected.body).toMatchObject({ phase: "objected", endedAt: expect.any(String) });
		expect(codeOf(await download())).toBe("409 RELEASE_STATUS_ERROR");
		const again = await call("POST", `${path}/${requestId}/object`, { headers: session });
		expect(codeOf(again)).toBe("409 RELEASE_STATUS_ERROR");
		expect(codeOf(await decide(requestId, await newReviewer()))).toBe("409 RELEASE_STATUS_ERROR");
		expect((await historyOf(owner, session)).data[0]).toMatchObject({
			action: "release.objected",
			actor: null,
			target: requestId,
		});
		const objections = (await auditOf("release.objected")).filter(({ target }) => target === requestId);
		expect(objections).toEqual([{ actor: expect.stringMatching(/^wallet:/), target: requestId }]);
	});

	it("sees all requests in pages, and so does the applicant", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		// A hundred more with the same time, so that the ids decide the order.
		await env.DB.prepare(
			`INSERT INTO release_requests (request_id, order_key, status, state, estate_id, code_id, applicant_id, applicant,
			court_info, order_sha256, order_size, requested_at) SELECT 'rel_' || lower(hex(randomblob(16))),
			order_key || at.value, 'rejected', json_set(state, '$.ended', json('{"as":"rejected","at":1}')), estate_id,
			code_id, applicant_id, applicant, court_info, order_sha256, order_size, requested_at
			FROM release_requests, json_each(?) AS at WHERE request_id = ?`,
		)
			.bind(JSON.stringify(Array.from({ length: 100 }, (_, at) => at)), requestId)
			.run();
		for (const headers of [releasable.session, releasable.resolver.headers]) {
			const seen: string[] = [];
			for (let cursor: string | null = ""; cursor !== null; ) {
				const path = `${releasable.path}?limit=30${cursor && `&cursor=${cursor}`}`;
				const { body } = await call("GET", path, { headers });
				seen.push(...body.data.map((one: { requestId: string }) => one.requestId));
				cursor = body.nextCursor ?? null;
			}
			expect(seen).toEqual([...new Set(seen)].sort().reverse());
			expect(seen).toHaveLength(101);
			expect(seen).toContain(requestId);
		}
		const wrong = await call("GET", `${releasable.path}?cursor=MS5yY18x`, { headers: releasable.session });
		expect(codeOf(wrong)).toBe("400 INPUT_VALIDATION_ERROR");
	});

	it("of another estate can neither see nor end a request", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		const other = await newEstate();
		const objection = (path: string) => call("POST", path, { headers: other.session });
		expect(codeOf(await objection(`${releasable.path}/${requestId}/object`))).toBe("403 FORBIDDEN");
		const foreign = `${willPath(other.owner)}/release-requests/${requestId}/object`;
		expect(codeOf(await objection(foreign))).toBe("404 RESOURCE_NOT_FOUND");
		const listed = await call("GET", releasable.path, { headers: other.session });
		expect(codeOf(listed)).toBe("403 FORBIDDEN");
	});

	it("deletes release requests and their court orders by an erasure", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		const before = await storedKeys();
		const body = await eraseBody(releasable.owner);
		const path = `/estate-profiles/${releasable.owner.address}`;
		expect((await call("DELETE", path, { body, headers: releasable.session })).status).toBe(200);
		expect(await storedKeys()).toHaveLength(before.length - 2);
		expect(codeOf(await decide(requestId, await newReviewer()))).toBe("404 RESOURCE_NOT_FOUND");
	});
});

describe("requesting a release", () => {
	it("accepts one open request per account and will, also of five in parallel, and keeps no other order", async () => {
		const releasable = await newReleasable();
		const before = await storedKeys();
		const responses = await repeat(5, () => ask(releasable));
		expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(4).fill(409)]);
		expect(await storedKeys()).toHaveLength(before.length + 1);
		const listed = await call("GET", releasable.path, { headers: releasable.resolver.headers });
		expect(listed.body.data).toHaveLength(1);
		const { headers } = await newResolver();
		expect((await call("GET", releasable.path, { headers })).body.data).toEqual([]);
		expect((await ask(releasable, { headers })).status).toBe(201);
	});

	it("with one Idempotency-Key is made once, as a form or as JSON, and returned as it stands", async () => {
		const releasable = await newReleasable();
		const { path, code, resolver } = releasable;
		const headers = { ...resolver.headers, "idempotency-key": crypto.randomUUID() };
		const first = await ask(releasable, { headers });
		expect(first.status).toBe(201);
		const before = await storedKeys();
		const body = jsonOf({ code, courtInfo, applicant }, order);
		for (const again of [await ask(releasable, { headers }), await call("POST", path, { body, headers })]) {
			expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
			expect(again.body).toEqual(first.body);
		}
		const other = await call("POST", path, { body: { ...body, applicant: "Another" }, headers });
		expect(codeOf(other)).toBe("409 IDEMPOTENCY_KEY_REUSED");
		// The response to the first was lost in a crash.
		const account = (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(resolver.developerId);
		await runInDurableObject(account, (_, { storage }) => {
			storage.sql.exec("UPDATE idempotent_requests SET is_completed = 0");
		});
		expect((await ask(releasable, { headers })).body).toEqual(first.body);
		expect(await storedKeys()).toEqual(before);
		const asked = (await auditOf("release.requested")).filter(({ actor }) => actor === resolver.developerId);
		expect(asked).toHaveLength(1);
	});

	it("accepts a second request after the first one has ended", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		const reviewer = await newReviewer();
		expect((await decide(requestId, reviewer, "reject")).body.phase).toBe("rejected");
		const rejection = { actor: reviewer.developerId, target: requestId };
		expect(await auditOf("release.rejected")).toContainEqual(rejection);
		const { data } = await historyOf(releasable.owner, releasable.session);
		expect(data[0]).toMatchObject({ action: "release.rejected", ...rejection });
		expect((await ask(releasable)).status).toBe(201);
	});

	it("returns the same error for every code that is not for this address", async () => {
		const [releasable, other] = [await newReleasable(), await newReleasable()];
		const before = await storedKeys();
		const unknown = unknownCode();
		const revoked = await newCode(releasable.owner, releasable.partner.headers);
		await call("DELETE", `/estate-profiles/${releasable.owner.address}/privacy-codes/${revoked.codeId}`, {
			headers: releasable.session,
		});
		const responses = [];
		for (const code of [unknown, other.code, revoked.code]) responses.push(await ask(releasable, { code }));
		expect(new Set(responses.map(codeOf))).toEqual(new Set(["404 RESOURCE_NOT_FOUND"]));
		expect(new Set(responses.map(({ body }) => body.error.message)).size).toBe(1);
		expect((await profileOf(other.owner, other.session)).privacyCodes[0]?.resolves).toBe(0);
		expect(codeOf(await ask(releasable, { code: `${releasable.code}0` }))).toBe("400 INPUT_VALIDATION_ERROR");
		expect(await storedKeys()).toEqual(before);
	});

	it("resolves the code visibly for the owner, even if the request fails", async () => {
		const { owner, session, partner } = await newEstate();
		const { code, codeId } = await newCode(owner, partner.headers);
		const releasable = { code, path: `${willPath(owner)}/release-requests`, resolver: await newResolver() };
		const actor = releasable.resolver.developerId;
		const seen = async () =>
			(await historyOf(owner, session)).data.filter(({ action }) => action === "privacy_code.resolved");
		const audited = async () =>
			(await auditOf("privacy_code.resolved")).filter(({ target }) => target === codeId);
		expect(codeOf(await ask(releasable))).toBe("409 RELEASE_STATUS_ERROR");
		expect(await seen()).toMatchObject([{ actor, target: codeId }]);
		expect(await audited()).toEqual([{ actor, target: codeId }]);
		await lodge(owner, session);
		expect((await ask(releasable)).status).toBe(201);
		expect(codeOf(await ask(releasable))).toBe("409 RELEASE_STATUS_ERROR");
		expect(await seen()).toHaveLength(3);
		expect(await audited()).toHaveLength(3);
		expect((await profileOf(owner, session)).privacyCodes[0]?.resolves).toBe(3);
	});

	it("throttles guesses at codes", async () => {
		const releasable = await newReleasable();
		const guess = () => ask(releasable, { code: unknownCode() });
		for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(404);
		expect(codeOf(await guess())).toBe("429 RATE_LIMITED");
	});

	it("requires a resolver, a PDF as the order, and a will; also accepts JSON", async () => {
		const releasable = await newReleasable();
		const { partner, session, path, code, resolver } = releasable;
		const before = await storedKeys();
		expect(codeOf(await ask(releasable, { headers: partner.headers }))).toBe("403 FORBIDDEN");
		expect(codeOf(await ask(releasable, { headers: session }))).toBe("403 FORBIDDEN");
		const text = { bytes: new TextEncoder().encode("It is so ordered"), type: "text/plain" };
		const asText = await sendForm(path, formOf({ code, courtInfo, applicant }, text), resolver.headers);
		expect(codeOf(asText)).toBe("415 INVALID_FILE_FORMAT");
		const empty = await newEstate();
		const codeOfEmpty = (await newCode(empty.owner, empty.partner.headers)).code;
		const form = formOf({ code: codeOfEmpty, courtInfo, applicant }, order);
		const nothing = await sendForm(`${willPath(empty.owner)}/release-requests`, form, resolver.headers);
		expect(codeOf(nothing)).toBe("409 RELEASE_STATUS_ERROR");
		expect(await storedKeys()).toEqual(before);
		const body = jsonOf({ code, courtInfo, applicant }, order);
		expect((await call("POST", path, { body, headers: resolver.headers })).status).toBe(201);
	});
});

describe("reviewers", () => {
	it("see open requests with their applicants, and read their orders", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		const { headers } = await newReviewer();
		const listed = await call("GET", "/review/release-requests?limit=100", { headers });
		const found = listed.body.data.find((one: { requestId: string }) => one.requestId === requestId);
		expect(found).toMatchObject({ applicantId: releasable.resolver.developerId, approvals: [] });
		const one = await call("GET", `/review/release-requests/${requestId}`, { headers });
		expect([one.status, one.body]).toEqual([200, found]);
		const unknown = await call("GET", `/review/release-requests/rel_${"0".repeat(32)}`, { headers });
		expect(codeOf(unknown)).toBe("404 RESOURCE_NOT_FOUND");
		const response = await exports.default.fetch(
			`${ORIGIN}/api/v1/review/release-requests/${requestId}/order`,
			{ headers },
		);
		expect(sha256Of(new Uint8Array(await response.arrayBuffer()))).toBe(sha256Of(ORDER));
		const kept = (await createReleaseRows(env.DB).find(requestId))?.order.objectKey ?? "";
		const sealed = Buffer.from((await (await env.DOCUMENTS.get(kept))?.arrayBuffer()) ?? new ArrayBuffer(0));
		expect(sealed.subarray(0, 4).toString()).toBe("RPLD");
		expect(sealed.includes("It is so ordered")).toBe(false);
		expect((await auditOf("release.order_read")).map(({ target }) => target)).toContain(requestId);
		const rejected = await call("GET", "/review/release-requests?status=rejected", { headers });
		expect(rejected.body.data.map((one: { requestId: string }) => one.requestId)).not.toContain(requestId);
	});

	it("see all open requests in pages, oldest first", async () => {
		const first = await newReleasable();
		const asked = [(await ask(first)).body.requestId];
		for (let more = 0; more < 2; more++) {
			const { headers } = await newResolver();
			asked.push((await ask(first, { headers })).body.requestId);
		}
		// Two with the same time, so that the ids decide the order.
		await env.DB.prepare(
			"UPDATE release_requests SET requested_at = 1, state = json_set(state, '$.requestedAt', 1) WHERE request_id IN (?, ?)",
		)
			.bind(asked[0], asked[1])
			.run();
		const { headers } = await newReviewer();
		const page = (query: string) => call("GET", `/review/release-requests?${query}`, { headers });
		const seen: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const { body } = await page(`limit=1${cursor && `&cursor=${cursor}`}`);
			seen.push(...body.data.map((one: { requestId: string }) => one.requestId));
			cursor = body.nextCursor;
		}
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.slice(0, 2)).toEqual([asked[0], asked[1]].sort());
		expect(seen).toContain(asked[2]);
		expect(codeOf(await page("cursor=MS5yY18x"))).toBe("400 INPUT_VALIDATION_ERROR");
	});

	it("approve at most twice, also in parallel", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		await letPass(requestId, 30);
		const reviewers = await repeat(4, () => newReviewer());
		const responses = await Promise.all(reviewers.map((reviewer) => decide(requestId, reviewer)));
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
		const request = await createReleaseRows(env.DB).find(requestId);
		expect(request?.state.approvals).toHaveLength(2);
		expect(request?.revision).toBe(3);
	});

	it("count only while they have the role, until the request is decided", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		await letPass(requestId, 30);
		const [first, second, third] = [await newReviewer(), await newReviewer(), await newReviewer()];
		expect((await decide(requestId, first)).body.approvals).toHaveLength(1);
		await setRole(first, "developer");
		const listed = await call("GET", releasable.path, { headers: releasable.session });
		expect(listed.body.data).toMatchObject([{ requestId, approvals: 0 }]);
		expect((await decide(requestId, second)).body).toMatchObject({
			phase: "awaiting_approval",
			approvals: [{ reviewerId: second.developerId }],
		});
		const rows = createReleaseRows(env.DB);
		const read = await rows.find(requestId);
		if (!read) throw new Error("it was there");
		// The role ends between the decision and its write.
		const approvals = [...read.state.approvals, { reviewerId: first.developerId, approvedAt: 1 }];
		const moved = { ...read, state: { ...read.state, approvals }, revision: read.revision + 1 };
		const command = { kind: "approve", reviewerId: third.developerId } as const;
		expect(await rows.move(moved, command, Date.now())).toBe(false);
		expect(await rows.find(requestId)).toEqual(read);
		expect((await decide(requestId, third)).body.phase).toBe("downloadable");
		// A decided request stays decided.
		await setRole(third, "developer");
		expect((await rows.find(requestId))?.state.approvals).toHaveLength(2);
		const path = `${releasable.path}/${requestId}/will`;
		expect((await call("GET", path, { headers: releasable.resolver.headers })).status).toBe(200);
	});

	it("cannot decide a request of their own account", async () => {
		const releasable = await newReleasable();
		const { requestId } = (await ask(releasable)).body;
		await setRole(releasable.resolver, "reviewer");
		const own = { headers: releasable.resolver.headers };
		expect(codeOf(await decide(requestId, own, "reject"))).toBe("409 RELEASE_STATUS_ERROR");
	});
});
