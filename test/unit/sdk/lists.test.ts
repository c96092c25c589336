/** sdk.md "The surface": lists, whose pages are read as they are needed. */
import { describe, expect, it } from "vitest";
import { json, scriptedClient } from "../../support/sdk/scripted-fetch.ts";

describe("lists", () => {
	const pages = () => [
		json({ data: [1, 2], nextCursor: "c1" }),
		json({ data: [], nextCursor: "c2" }),
		json({ data: [3], nextCursor: null }),
	];

	it("give the items of all pages, an empty one in between", async () => {
		const { replevin, sent } = scriptedClient(pages());
		const items: unknown[] = [];
		for await (const item of replevin.cases.list({ status: "created" })) items.push(item);
		expect(items).toEqual([1, 2, 3]);
		expect(sent.map(({ url }) => new URL(url).search)).toEqual([
			"?status=created",
			"?status=created&cursor=c1",
			"?status=created&cursor=c2",
		]);
	});

	it("read no page that nobody needs", async () => {
		const { replevin, sent } = scriptedClient(pages());
		expect(await replevin.cases.list().toArray({ limit: 2 })).toEqual([1, 2]);
		expect(sent).toHaveLength(1);
		expect(await replevin.cases.list().toArray({ limit: 0 })).toEqual([]);
	});

	it("repeat a parameter that has several values", async () => {
		const { replevin, sent } = scriptedClient(pages());
		await replevin.cases.list({ status: ["created", "pending"], changedSince: 0 }).page();
		expect(new URL(sent[0]?.url ?? "").search).toBe("?status=created&status=pending&changedSince=0");
	});

	it("of events end with the first empty page", async () => {
		const { replevin, sent } = scriptedClient([
			json({ data: [{ seq: 5 }], nextAfter: 5 }),
			json({ data: [], nextAfter: 5 }),
		]);
		expect(await replevin.events.list({ after: 3 }).toArray({ limit: 9 })).toEqual([{ seq: 5 }]);
		expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?after=3", "?after=5"]);
	});

	it.each([[{}], [{ data: null, nextCursor: null }], [[]]])(
		"without data (%j) are unexpected",
		async (body) => {
			const { replevin } = scriptedClient([json(body)]);
			const error = await replevin.cases
				.list()
				.toArray({ limit: 1 })
				.catch((caught) => caught);
			expect(error).toMatchObject({ name: "UnexpectedResponseError", status: 200 });
		},
	);

	it.each([
		["the same cursor again", "cases", { nextCursor: "c1" }],
		["a cursor that is no text", "cases", { nextCursor: 7 }],
		["no cursor", "cases", {}],
		["the same place again", "events", { nextAfter: 5 }],
	] as const)("end with an error where a page has %s", async (_, name, next) => {
		const endless = Array.from({ length: 9 }, () => json({ data: [1], ...next }));
		const { replevin, sent } = scriptedClient(endless);
		const read = (replevin[name].list() as AsyncIterable<unknown>)[Symbol.asyncIterator]();
		const drain = async () => {
			while (!(await read.next()).done);
		};
		await expect(drain()).rejects.toMatchObject({ name: "UnexpectedResponseError" });
		expect(sent.length).toBeLessThan(3);
	});

	it("of one page begin at the cursor that the query names", async () => {
		const { replevin, sent } = scriptedClient(pages());
		expect((await replevin.cases.list({ cursor: "c0" }).page()).nextCursor).toBe("c1");
		expect(sent[0]?.url).toContain("cursor=c0");
	});
});
