// Anybody can post the hidden draft of /recover (hosted-app.md "Recovering"), so it costs no more than its length.
import { expect, it } from "vitest";
import { readDraft } from "../../../src/web/app/recover/draft.ts";

const draftOf = (hidden: string) => {
	const fields = new URLSearchParams({ draft: hidden });
	return readDraft({
		text: (name) => fields.get(name) ?? "",
		raw: (name) => fields.get(name) ?? "",
		all: (name) => fields.getAll(name),
		has: (name) => fields.has(name),
	});
};
const key = "1:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const facts = { name: "USD Coin", symbol: "USDC", decimals: 6 };

it("keeps what a browser sends", () => {
	const draft = draftOf(JSON.stringify({ email: "a@b.example", tokens: { [key]: facts } }));
	expect(draft).toMatchObject({ email: "a@b.example", tokens: { [key]: facts } });
});

it("takes no time for a text of eight mebibytes in the place of the tokens", () => {
	const hidden = JSON.stringify({ email: "a@b.example", tokens: "a".repeat(8 * 2 ** 20) });
	const startedAt = performance.now();
	expect(draftOf(hidden)).toMatchObject({ email: "a@b.example", tokens: {} });
	// A member for each letter would take many seconds.
	expect(performance.now() - startedAt).toBeLessThan(2_000);
});

it.each([
	["more values than any draft has", { tokens: Array.from({ length: 10_001 }, () => 0) }],
	["deeper lists than any draft has", { tokens: JSON.parse("[".repeat(40) + "]".repeat(40)) }],
])("is empty with %s", (_, hidden) => {
	expect(draftOf(JSON.stringify({ email: "a@b.example", ...hidden }))).toMatchObject({
		email: "",
		tokens: {},
	});
});
