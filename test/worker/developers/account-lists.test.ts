/** The lists of accounts for reviewers (auth.md "Principals"). */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { accountListResponse } from "../../../src/developers/account/operations.ts";
import { type Developer, newDeveloper, newReviewer, setRole } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";

const LISTS = ["developers", "resolvers", "reviewers"];
const auditRows = z.array(z.object({ action: z.string(), actor: z.string(), target: z.string().nullable() }));

let reviewer: Developer;
beforeAll(async () => {
	reviewer = await newReviewer();
});
beforeEach(() => env.DB.prepare("DELETE FROM audit_events").run());

async function listed(list: string, query = "") {
	const response = await call(`/review/${list}?${query}`, { headers: reviewer.headers });
	expect(response.status).toBe(200);
	return accountListResponse().parse(await response.json());
}

const audited = async () =>
	auditRows.parse(
		(await env.DB.prepare("SELECT action, actor, target FROM audit_events ORDER BY seq").all()).results,
	);

describe("the lists of accounts", () => {
	it("have each account in the list of its role, with its address and age, and nothing else", async () => {
		const [developer, resolver] = [await newDeveloper(), await newDeveloper()];
		await setRole(resolver, "resolver");
		for (const [list, account, role] of [
			["developers", developer, "developer"],
			["resolvers", resolver, "resolver"],
			["reviewers", reviewer, "reviewer"],
		] as const) {
			const { data } = await listed(list, "limit=100");
			const { developerId: id, email } = account;
			expect(data.filter((one) => one.id === id)).toEqual([
				{ id, email, role, createdAt: expect.stringMatching(/Z$/) },
			]);
			expect(new Set(data.map((one) => one.role))).toEqual(new Set([role]));
		}
	});

	it("come newest first, in pages without gaps or repeats, also while accounts are added", async () => {
		for (let count = 0; count < 5; count++) await newDeveloper();
		const all = (await listed("developers", "limit=100")).data.map(({ id }) => id);
		const rows = await env.DB.prepare(
			"SELECT developer_id AS id FROM developers WHERE role = 'developer' ORDER BY created_at DESC, developer_id DESC",
		).all();
		expect(all).toEqual(rows.results.map(({ id }) => id));
		const ids: string[] = [];
		for (let cursor: string | null = ""; cursor !== null && ids.length < 100; ) {
			const page = await listed("developers", `limit=2${cursor && `&cursor=${cursor}`}`);
			ids.push(...page.data.map(({ id }) => id));
			cursor = page.nextCursor;
			if (ids.length === 2) await newDeveloper();
		}
		expect(ids).toEqual(all);
	});

	it("audit each page that is read", async () => {
		for (const list of LISTS) await listed(list);
		const actor = reviewer.developerId;
		expect(await audited()).toEqual(LISTS.map((target) => ({ action: "account.listed", actor, target })));
	});

	it.each(["cursor=AAAA", "limit=0", "role=reviewer"])("reject ?%s", async (query) => {
		const response = await call(`/review/developers?${query}`, { headers: reviewer.headers });
		expect(await errorOf(response)).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(await audited()).toEqual([]);
	});
});
