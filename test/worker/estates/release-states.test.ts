// estates.md "Release of a will".
/** Release requests written before migration 0013 added the column for their state. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createReleaseRows } from "../../../src/estates/release/releases.d1.ts";
import { newEstate, rowsOf } from "./support.ts";

const DAY_MS = 86_400_000;

async function insert(requestId: string, status: string): Promise<void> {
	const [estate] = await rowsOf("estate_profiles");
	await env.DB.prepare(
		`INSERT INTO release_requests (request_id, estate_id, code_id, applicant_id, applicant, court_info,
		order_sha256, order_size, order_key, status, requested_at) VALUES (?, ?, 'pc_1', 'dev_1', 'a', ?, '0x', 1, ?, ?, 5)`,
	)
		.bind(
			requestId,
			String(estate?.estate_id),
			JSON.stringify({ title: "a", fullCaseNumber: "1", courtId: "b", docketNumber: 1 }),
			`documents/doc_${requestId}`,
			status,
		)
		.run();
}

it("reads release requests from before migration 0013, and keeps no earlier approval", async () => {
	await newEstate();
	for (const [id, status] of [
		["rel_a", "requested"],
		["rel_b", "approved"],
		["rel_c", "objected"],
		["rel_d", "rejected"],
	] as const) {
		await insert(id, status);
	}
	await env.DB.prepare(
		"INSERT INTO estate_history (estate_id, at, action, actor, target) VALUES ('est_1', 9, 'release.objected', NULL, 'rel_c')",
	).run();
	const rows = createReleaseRows(env.DB);
	await expect(rows.listByStatus("objected", undefined, 25)).rejects.toThrow();
	const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("release_states"));
	for (const query of migration?.queries ?? []) await env.DB.prepare(query).run();
	const state = {
		...{ applicantId: "dev_1", requestedAt: 5, challengeEndsAt: 5 + 30 * DAY_MS },
		...{ approvals: [], downloadableUntil: null, ended: null },
	};
	const open = await rows.listByStatus("open", undefined, 25);
	expect(open.map(({ requestId, state }) => [requestId, state])).toEqual([
		["rel_a", state],
		["rel_b", state],
	]);
	expect((await rows.find("rel_c"))?.state).toEqual({ ...state, ended: { as: "objected", at: 9 } });
	expect((await rows.find("rel_d"))?.state).toEqual({ ...state, ended: { as: "rejected", at: 5 } });
	const before = await rowsOf("release_requests");
	for (const query of migration?.queries ?? []) await env.DB.prepare(query).run();
	expect(await rowsOf("release_requests")).toEqual(before);
});
