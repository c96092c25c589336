/** Links that show the evidence of a case to anyone who has their token (recovery.md "Evidence links"). */
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
	evidenceLinkListResponse,
	evidenceLinkResponse,
	newEvidenceLinkResponse,
} from "../../../src/recovery/evidence/links/operations.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous, newOrigin, newPageSession, newWallet, newWalletSession } from "../access/support.ts";
import { close, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;
const EMAIL = "heir@example.com";
type Headers = Record<string, string>;

const owner = newWallet();
const claimant = newWallet();
const intent = newIntent({
	email: EMAIL,
	lostAccount: owner.address,
	recoveryAccount: claimant.address,
	reasonForRecovery: "inheritance",
});
let partner: Partner;
let caseId: string;
let asOwner: Headers;
let asClaimant: Headers;

const pathOf = (id = caseId) => `/recovery-cases/${id}/evidence-links`;
const create = (headers: Headers, body: object = {}) => call(pathOf(), { headers, body });
async function newLink(headers: Headers, body?: object) {
	const link = newEvidenceLinkResponse().parse(await (await create(headers, body)).json());
	return { ...link, token: new URL(link.url).hash.slice(1) };
}
const read = (token: string) => call("/evidence-links/read", { body: { token } });
const revoke = (headers: Headers, evidenceLinkId: string, id = caseId) =>
	call(`${pathOf(id)}/${evidenceLinkId}`, { method: "DELETE", headers });
const listOf = async (headers: Headers) =>
	evidenceLinkListResponse().parse(await (await call(pathOf(), { headers })).json()).data;
const rows = async () => (await env.DB.prepare("SELECT * FROM evidence_links").all()).results;

/** An error without its request's id, to compare it with others. */
const failureOf = async (response: Response) => ({ ...(await errorOf(response)), requestId: "" });

beforeAll(async () => {
	partner = await newPartner();
	const body = await newCaseBody(intent, claimant);
	const filed = await recordOf(await partner.send("/recovery-cases/new-case", body));
	({ caseId } = filed);
	asOwner = await newWalletSession(owner);
	asClaimant = await newWalletSession(claimant);
});
afterEach(() => vi.useRealTimers());

describe("an evidence link", () => {
	it("shows a bundle that verifies to anyone who has its token, also later moves", async () => {
		const { token, url, expiresAt, createdAt } = await newLink(asClaimant);
		expect(url).toBe(`${env.BASE_URL}/verify#${token}`);
		expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * DAY_MS);
		const jwks = await (await exports.default.fetch(`${env.BASE_URL}/.well-known/evidence-jwks.json`)).json();
		const verdict = async () => verifyEvidenceText(await (await read(token)).text(), { jwks });
		expect(await verdict()).toMatchObject({ ok: true, report: { caseId, status: "created" } });
		expect((await close(intent, "contest", owner)).status).toBe(200);
		expect(await verdict()).toMatchObject({ ok: true, report: { status: "action_required", moves: 2 } });
	});

	it("shows neither e-mail address nor endpoints, also if the developer made it", async () => {
		const { token } = await newLink(partner.headers);
		const text = await (await read(token)).text();
		expect(text).not.toContain(EMAIL);
		expect(text).not.toContain(partner.developerId);
		expect(text).not.toMatch(/"endpointId":"/);
	});

	it("has its token in no later response", async () => {
		const { token, evidenceLinkId } = await newLink(asClaimant);
		const text = await (await call(pathOf(), { headers: asClaimant })).text();
		expect(text).toContain(evidenceLinkId);
		expect(text).not.toContain(token);
		const body = { token: evidenceLinkId.padEnd(43, "A") };
		expect((await call("/evidence-links/read", { body })).status).toBe(404);
	});

	it("can be made and listed by whoever may read the case, and by nobody else", async () => {
		const reviewer = (await newReviewer()).headers;
		const makers: [Headers, string][] = [
			[partner.headers, "developer"],
			[asClaimant, "recovery_account"],
			[asOwner, "lost_account"],
			[reviewer, "reviewer"],
		];
		for (const [headers, role] of makers) {
			const { token, createdBy, evidenceLinkId } = await newLink(headers);
			expect(createdBy).toBe(role);
			expect((await read(token)).status).toBe(200);
			expect((await listOf(headers))[0]).toMatchObject({ evidenceLinkId, isRevocable: true });
		}
		const strangers = [
			(await newDeveloper()).headers,
			await newWalletSession(newWallet()),
			await newAnonymous(),
		];
		const unknown = `rc_${"0".repeat(32)}`;
		for (const headers of strangers) {
			const refused = await failureOf(await create(headers));
			expect(refused).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
			expect(await failureOf(await call(pathOf(), { headers }))).toEqual(refused);
			expect(await failureOf(await call(pathOf(unknown), { headers, body: {} }))).toEqual(refused);
		}
		expect((await create({})).status).toBe(401);
	});

	it("can be made by an anonymous session that filed the case, and revoked by the claimant", async () => {
		const anonymous = await newAnonymous();
		const own = newIntent({ lostAccount: newWallet().address, recoveryAccount: claimant.address });
		const body = await newCaseBody(own, claimant);
		const filed = await recordOf(await call("/recovery-cases/new-case", { headers: anonymous, body }));
		const made = await call(pathOf(filed.caseId), { headers: anonymous, body: {} });
		const link = newEvidenceLinkResponse().parse(await made.json());
		expect(link.createdBy).toBe("filer");
		expect((await revoke(asClaimant, link.evidenceLinkId, filed.caseId)).status).toBe(200);
	});

	it("can be made from a page of the case's developer, and read by token from our own pages only", async () => {
		const origin = "https://links.example";
		await newOrigin({ headers: bearer(partner.token) }, origin, "allow");
		const page = await newPageSession(claimant, origin);
		const made = await create(page);
		expect(made.headers.get("Access-Control-Allow-Origin")).toBe(origin);
		const token = new URL(newEvidenceLinkResponse().parse(await made.json()).url).hash.slice(1);
		const response = await call("/evidence-links/read", { body: { token }, headers: { Origin: origin } });
		expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
	});
});

describe("an ended evidence link", () => {
	it("gets the same response, whether it is revoked, expired, deleted or unknown", async () => {
		const unknown = await failureOf(await read("A".repeat(43)));
		expect(unknown).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		const revoked = await newLink(asOwner);
		expect((await revoke(asOwner, revoked.evidenceLinkId)).status).toBe(200);
		expect(await failureOf(await read(revoked.token))).toEqual(unknown);
		const short = await newLink(asOwner, { expiresInSeconds: 3600 });
		vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(short.expiresAt) - 1 });
		expect((await read(short.token)).status).toBe(200);
		vi.setSystemTime(Date.parse(short.expiresAt));
		expect(await failureOf(await read(short.token))).toEqual(unknown);
	});

	it("is deleted by the cron handler, and a live one is not", async () => {
		const short = await newLink(asOwner, { expiresInSeconds: 3600 });
		const long = await newLink(asOwner, { expiresInSeconds: 365 * 86_400 });
		await runEveryMinute(Date.parse(short.expiresAt), env);
		const kept = JSON.stringify(await rows());
		expect(kept).not.toContain(short.evidenceLinkId);
		expect(kept).toContain(long.evidenceLinkId);
	});

	it("ends with the developer's account that made it, and others stay", async () => {
		const developer = await newDeveloper();
		const filing = newIntent({ lostAccount: newWallet().address, recoveryAccount: claimant.address });
		const body = await newCaseBody(filing, claimant);
		const filed = await recordOf(
			await call("/recovery-cases/new-case", { headers: developer.headers, body }),
		);
		const tokens: string[] = [];
		for (const headers of [developer.headers, asClaimant]) {
			const made = await call(pathOf(filed.caseId), { headers, body: {} });
			tokens.push(new URL(newEvidenceLinkResponse().parse(await made.json()).url).hash.slice(1));
		}
		const deletion = { method: "DELETE", body: { password: PASSWORD }, headers: developer.headers };
		expect((await call("/auth/me", deletion)).status).toBe(200);
		const statuses = await Promise.all(tokens.map(async (token) => (await read(token)).status));
		expect(statuses).toEqual([404, 200]);
	});
});

describe("revoking an evidence link", () => {
	it("is for the maker's side and reviewers, never for an opponent or through another case", async () => {
		const claimants = await newLink(asClaimant);
		const owners = await newLink(asOwner);
		const missing = await failureOf(await revoke(asOwner, `evl_${"0".repeat(32)}`));
		expect(missing).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect(await failureOf(await revoke(asOwner, claimants.evidenceLinkId))).toEqual(missing);
		for (const headers of [asClaimant, partner.headers]) {
			expect(await failureOf(await revoke(headers, owners.evidenceLinkId))).toEqual(missing);
		}
		const listed = await listOf(asOwner);
		const shown = (id: string) => listed.find(({ evidenceLinkId }) => evidenceLinkId === id);
		expect(shown(claimants.evidenceLinkId)).toMatchObject({ isRevocable: false });
		expect(shown(owners.evidenceLinkId)).toMatchObject({ isRevocable: true });

		// The developer's other case does not give access to the links of this one.
		const other = await partner.file(newIntent({ lostAccount: newWallet().address }));
		expect(await failureOf(await revoke(partner.headers, claimants.evidenceLinkId, other.caseId))).toEqual(
			missing,
		);
		expect((await read(claimants.token)).status).toBe(200);

		expect((await revoke(partner.headers, claimants.evidenceLinkId)).status).toBe(200);
		expect(await failureOf(await revoke(partner.headers, claimants.evidenceLinkId))).toEqual(missing);
		expect((await revoke((await newReviewer()).headers, owners.evidenceLinkId)).status).toBe(200);
	});
});

describe("limits of evidence links", () => {
	it("ten live ones for a maker and case, also under parallel requests; others have their own", async () => {
		const { headers } = await newReviewer();
		const statuses = await Promise.all(
			Array.from({ length: 13 }, async () => (await create(headers)).status),
		);
		expect(statuses.filter((status) => status === 201)).toHaveLength(10);
		expect(statuses.filter((status) => status === 409)).toHaveLength(3);
		const full = await errorOf(await create(headers));
		expect(full).toMatchObject({ code: "EXCEEDED_EVIDENCE_LINK_AMOUNT" });
		const own = (await listOf(headers)).filter(({ createdBy }) => createdBy === "reviewer");
		expect((await revoke(headers, own[0]?.evidenceLinkId ?? "")).status).toBe(200);
		expect((await create(headers)).status).toBe(201);
		expect((await create((await newReviewer()).headers)).status).toBe(201);
	});

	it.each([3599, 365 * 86_400 + 1, 1.5, "3600"])(
		"the term %s is rejected and stores nothing",
		async (term) => {
			const before = await rows();
			const refused = await errorOf(await create(asClaimant, { expiresInSeconds: term }));
			expect(refused).toMatchObject({ status: 400, details: [{ field: "expiresInSeconds" }] });
			expect(await rows()).toEqual(before);
		},
	);

	it("a repetition with the same Idempotency-Key has the link without its url", async () => {
		const headers = { ...(await newReviewer()).headers, "Idempotency-Key": "link-1" };
		const first = await newLink(headers);
		const again = await create(headers);
		expect(again.status).toBe(200);
		const { notice, ...link } = await again.json<{ notice: string }>();
		expect(notice).toMatch(/Idempotency-Key/);
		const { token, url, ...shown } = first;
		expect(evidenceLinkResponse().parse(link)).toEqual(shown);
		expect((await read(token)).status).toBe(200);
		expect((await revoke(headers, first.evidenceLinkId)).status).toBe(200);
		expect(await errorOf(await create(headers))).toMatchObject({ status: 404 });
	});
});
