/** Notes that reviewers write for one another: who reads them, and who never does (recovery.md "Notes for colleagues"). */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { createCaseNotes } from "../../../src/recovery/review/notes/case-notes.d1.ts";
import { type Developer, newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { sendUnchecked } from "../../support/contract/openapi-client.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { auditOf, CASES, decided, pending, type Reviewer } from "./review-support.ts";
import { eventsOf, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;
const SECRET = "the heir sounded nervous 7f3a";

type Headers = Record<string, string>;
type Note = { noteId: string; developerId: string; isOwn: boolean; note: string };

let developer: Developer;
let partner: Partner;
let reviewer: Reviewer;
let second: Reviewer;
beforeAll(async () => {
	developer = await newDeveloper();
	[partner, reviewer, second] = [await newPartner(developer), await newReviewer(), await newReviewer()];
});

const write = ({ headers }: { headers: Headers }, caseId: string, note = SECRET, key?: string) =>
	call(`${CASES}/${caseId}/notes`, {
		body: { note },
		headers: { ...headers, ...(key && { "Idempotency-Key": key }) },
	});
const listed = ({ headers }: { headers: Headers }, caseId: string) =>
	call(`${CASES}/${caseId}/notes`, { headers });
const remove = ({ headers }: { headers: Headers }, caseId: string, noteId: string) =>
	call(`${CASES}/${caseId}/notes/${noteId}`, { method: "DELETE", headers });

async function notesOf(by: { headers: Headers }, caseId: string): Promise<Note[]> {
	const response = await listed(by, caseId);
	expect(response.status).toBe(200);
	return ((await response.json()) as { data: Note[] }).data;
}

async function written(...args: Parameters<typeof write>): Promise<Note> {
	const response = await write(...args);
	expect(response.status).toBe(201);
	return await response.json();
}

async function signedBy(wallet: PrivateKeyAccount) {
	const asked = { address: wallet.address, chainId: 1, purpose: "download" };
	const { message } = (await (await call("/auth/wallet/challenge", { body: asked })).json()) as {
		message: string;
	};
	return { message, signature: await wallet.signMessage({ message }) };
}

describe("a note", () => {
	it("is read by every reviewer, and removed by its author alone", async () => {
		const { caseId } = await pending(partner);
		const { noteId } = await written(reviewer, caseId);
		await written(second, caseId, "I called them");
		expect(await notesOf(second, caseId)).toMatchObject([
			{ noteId, developerId: reviewer.developerId, isOwn: false, note: SECRET },
			{ developerId: second.developerId, isOwn: true, note: "I called them" },
		]);
		expect((await remove(second, caseId, noteId)).status).toBe(404);
		expect((await remove(reviewer, caseId, noteId)).status).toBe(200);
		expect(await notesOf(reviewer, caseId)).toHaveLength(1);
		const actions = (await auditOf(caseId)).map(({ action }) => action.replace("recovery_case.", ""));
		expect(actions).toEqual(["note_added", "note_added", "note_removed"]);
	});

	it("is written once by a request that is repeated", async () => {
		const { caseId } = await pending(partner);
		const [first, again] = [
			await written(reviewer, caseId, SECRET, "k1"),
			await written(reviewer, caseId, SECRET, "k1"),
		];
		expect(again).toEqual(first);
		expect(await notesOf(reviewer, caseId)).toEqual([first]);
	});

	it("is one line of up to 1,000 characters on a case that exists", async () => {
		const { caseId } = await pending(partner);
		for (const note of ["", "a\nb", "x".repeat(1_001)]) {
			expect((await write(reviewer, caseId, note)).status).toBe(400);
		}
		expect((await write(reviewer, `rc_${"0".repeat(32)}`)).status).toBe(404);
	});

	it("goes 90 days after the end of its case, and not while the case is open", async () => {
		const { caseId } = await pending(partner);
		await written(reviewer, caseId);
		const sweep = async (days: number) => {
			await createCaseNotes(env.DB).removeOld(Date.now() + days * DAY_MS, 1_000);
			return (await notesOf(reviewer, caseId)).length;
		};
		expect(await sweep(91)).toBe(1);
		await decided(reviewer, caseId, { decision: "reject" });
		expect(await sweep(89)).toBe(1);
		expect(await sweep(93)).toBe(0);
	});
});

describe("whoever is no reviewer of the case", () => {
	it("finds no trace of a note in anything that can be read or downloaded of the case", async () => {
		const [owner, claimant] = [newWallet(), newWallet()];
		const intent = newIntent({ lostAccount: owner.address, recoveryAccount: claimant.address });
		const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent, claimant));
		const { caseId } = await recordOf(filed);
		const { noteId } = await written(reviewer, caseId);
		await decided(reviewer, caseId, { decision: "require_action", reason: "Which court is this?" });
		const [asOwner, asClaimant] = [await newWalletSession(owner), await newWalletSession(claimant)];
		const texts: string[] = [];
		const password = { password: PASSWORD };
		const archives: [Headers, object][] = [
			[developer.headers, password],
			[asOwner, await signedBy(owner)],
			[asClaimant, await signedBy(claimant)],
			[reviewer.headers, password],
		];
		for (const [headers, body] of archives) {
			// Files are stored as they are, not compressed.
			const archive = await sendUnchecked("POST", `/recovery-cases/${caseId}/download`, { headers, body });
			expect(archive.status).toBe(200);
			texts.push(await archive.text());
		}
		for (const headers of [partner.headers, developer.headers, asOwner, asClaimant, reviewer.headers]) {
			for (const path of ["", "/evidence", "/events", "/evidence-links"]) {
				const response = await call(`/recovery-cases/${caseId}${path}`, { headers });
				texts.push(await response.text());
			}
			texts.push(await (await call("/recovery-cases", { headers })).text());
			if (headers === reviewer.headers) continue;
			const refused = [
				await listed({ headers }, caseId),
				await write({ headers }, caseId),
				await remove({ headers }, caseId, noteId),
			];
			for (const response of refused) {
				expect([401, 403]).toContain(response.status);
				texts.push(await response.text());
			}
		}
		texts.push(...(await eventsOf(caseId)).map(({ body }) => body));
		texts.push(await (await call(`${CASES}/${caseId}`, { headers: reviewer.headers })).text());
		expect(texts.join()).toContain("Which court is this?");
		for (const text of texts) for (const trace of [SECRET, noteId]) expect(text).not.toContain(trace);
		expect(await notesOf(reviewer, caseId)).toHaveLength(1);
	});

	it("reads and writes none as a reviewer who has filed the case, or one that competes with it", async () => {
		const judge = await newReviewer();
		const own = await newPartner(judge);
		const { caseId, intent } = await pending(own);
		const rival = await pending(partner, { lostAccount: intent.rec.lostAccount });
		for (const id of [caseId, rival.caseId]) {
			await written(reviewer, id);
			for (const response of [await listed(judge, id), await write(judge, id)]) {
				expect(await errorOf(response)).toMatchObject({ status: 403, code: "FORBIDDEN" });
			}
			expect(await notesOf(reviewer, id)).toHaveLength(1);
		}
	});
});
