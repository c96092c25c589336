// webhooks.md "Endpoints": `GET /events`.
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newIntent } from "../../support/signing/signing.ts";
import { close, eventsOf, eventually, newPartner, type Partner } from "../recovery/support.ts";
import { bodyOf } from "./endpoint-calls.ts";

type Feed = { data: { seq: number; event: { id: string } }[]; nextAfter: number };

const pull = ({ send }: Partner, query = "") => bodyOf<Feed>(send(`/events${query}`));

/** Files a case, attaches an order and withdraws the case, which makes three events. @returns the case's id */
async function caseOfThreeEvents(partner: Partner): Promise<string> {
	const intent = newIntent();
	const { caseId } = await partner.file(intent);
	expect((await partner.attach(intent)).status).toBe(200);
	expect((await close(intent, "withdraw", claimant)).status).toBe(200);
	await eventually(async () => (await eventsOf(caseId)).length === 3);
	return caseId;
}

describe("GET /events", () => {
	it("returns all events of the developer's cases in order, byte for byte", async () => {
		const partner = await newPartner();
		const caseIds = [await caseOfThreeEvents(partner), await caseOfThreeEvents(partner)];
		const stored = (await Promise.all(caseIds.map(eventsOf))).flat();
		const text = await (await partner.send("/events")).text();
		const { data, nextAfter }: Feed = JSON.parse(text);
		const seqs = data.map(({ seq }) => seq);
		expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
		expect(nextAfter).toBe(seqs.at(-1));
		const bodies = stored.map(({ body }, at) => `{"seq":${seqs[at]},"event":${body}}`);
		expect(text).toBe(`{"data":[${bodies.join()}],"nextAfter":${nextAfter}}`);
	});

	it("continues after the previous page, and later with new events", async () => {
		const partner = await newPartner();
		expect(await pull(partner)).toEqual({ data: [], nextAfter: 0 });
		const caseId = await caseOfThreeEvents(partner);
		const seen: string[] = [];
		let after = 0;
		for (;;) {
			const page = await pull(partner, `?after=${after}&limit=2`);
			seen.push(...page.data.map(({ event }) => event.id));
			if (page.data.length === 0) {
				expect(page.nextAfter).toBe(after);
				break;
			}
			after = page.nextAfter;
		}
		expect(seen).toEqual((await eventsOf(caseId)).map(({ event_id }) => event_id));
		const next = await caseOfThreeEvents(partner);
		const later = await pull(partner, `?after=${after}`);
		expect(later.data.map(({ event }) => event.id)).toEqual(
			(await eventsOf(next)).map(({ event_id }) => event_id),
		);
		const far = await pull(partner, `?after=${Number.MAX_SAFE_INTEGER}`);
		expect(far).toEqual({ data: [], nextAfter: Number.MAX_SAFE_INTEGER });
	});

	it("returns no events of other developers", async () => {
		await caseOfThreeEvents(await newPartner());
		expect((await pull(await newPartner())).data).toEqual([]);
	});

	it.each([
		["after", "after=-1"],
		["after", "after=1.5"],
		["after", "after="],
		["after", "after=9007199254740993"],
		["after", "after=1&after=2"],
		["limit", "limit=0"],
		["cursor", "cursor=1"],
	])("rejects a query and names its field %s: %s", async (field, query) => {
		const error = await errorOf(await (await newPartner()).send(`/events?${query}`));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR", details: [{ field }] });
	});
});
