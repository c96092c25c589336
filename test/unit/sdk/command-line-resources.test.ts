/** sdk.md "Command line": contests, documents, endpoints, hosted links and watched accounts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandFolder } from "../../support/sdk/run-command.ts";
import { json } from "../../support/sdk/scripted-fetch.ts";

const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

const CASE = "rc_74ac76c7f29219667d32ccbdbc8a780f";
const JRC_HASH = `0x${"ab".repeat(32)}`;
const OWNER = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
const key = write("owner.key", `${"00".repeat(31)}01`);

describe("cases contest", () => {
	const args = ["cases", "contest", CASE, "--account", OWNER, "--reason", "I have it"];
	const notice = { caseId: CASE, jrcHash: JRC_HASH, chainId: 8453, status: "created", executeAfter: null };

	it("signs for the hash that the notices name, since an owner may not read the case", async () => {
		const page = json({ data: [notice], nextCursor: null });
		const closed = { caseId: CASE, jrcHash: JRC_HASH, status: "rejected", statusReason: "contested" };
		const { code, out, sent } = await replevin([...args, "--key", key], [page, json(closed)]);
		expect([code, out.split("\n")[2]]).toEqual([0, "status   rejected (contested)"]);
		expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
			"/api/v1/notices",
			`/api/v1/recovery-cases/${JRC_HASH}/contest`,
		]);
		expect(await sent[1]?.json()).toMatchObject({
			reason: "I have it",
			signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
		});
	});

	it("signs nothing if no open case names the account, or the key is of another account", async () => {
		const none = await replevin([...args, "--key", key], [json({ data: [], nextCursor: null })]);
		expect(none).toMatchObject({ code: 2, err: expect.stringContaining("Nothing was signed.") });
		const other = args.map((word) => (word === OWNER ? `0x${"61".repeat(20)}` : word));
		const page = json({ data: [notice], nextCursor: null });
		const wrong = await replevin([...other, "--key", key], [page]);
		expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("has to sign") });
		expect(wrong.sent).toHaveLength(1);
	});
});

describe("documents", () => {
	const document = { documentId: "doc_1", addedAt: "t", size: 5, title: "Order" };

	it("are listed from the case, added by its id, and written to a file", async () => {
		const found = () => json({ jrcHash: JRC_HASH, documents: [document] });
		expect((await replevin(["documents", "list", CASE], [found()])).out).toBe("doc_1  t  5 bytes  Order");
		const pdf = write("order.pdf", "%PDF-1.7");
		const added = await replevin(["documents", "add", CASE, pdf], [json(document, 201)]);
		expect(added.out).toBe("doc_1");
		expect((await added.sent[0]?.formData())?.get("title")).toBe("order.pdf");
		const output = join(folder, "copy.pdf");
		const file = new Response("%PDF-", { headers: { "Content-Type": "application/pdf" } });
		expect((await replevin(["documents", "get", CASE, "doc_1", "--output", output], [file])).code).toBe(0);
		expect(readFileSync(output, "utf8")).toBe("%PDF-");
	});

	it("that cannot be read are mistakes of the caller, and send nothing", async () => {
		const { code, sent } = await replevin(["documents", "add", CASE, join(folder, "none.pdf")], []);
		expect([code, sent]).toEqual([2, []]);
	});
});

it("endpoints are listed, registered with their secret, enabled and deleted", async () => {
	const endpoint = {
		endpointId: "we_1",
		status: "disabled",
		disabledReason: "gone",
		url: "https://a.test/h",
	};
	expect((await replevin(["endpoints", "list"], [json({ data: [endpoint] })])).out).toBe(
		"we_1  disabled (gone)  https://a.test/h",
	);
	const args = ["endpoints", "create", "https://a.test/h", "--events", "recovery_case.executed"];
	const made = await replevin(args, [json({ ...endpoint, secret: "whsec_1" }, 201)]);
	expect(made.out).toBe("we_1  whsec_1");
	expect(await made.sent[0]?.json()).toEqual({
		url: "https://a.test/h",
		eventTypes: ["recovery_case.executed"],
	});
	const healthy = json({ ...endpoint, status: "healthy", disabledReason: null });
	const enabled = await replevin(["endpoints", "enable", "we_1"], [healthy]);
	expect(enabled.out).toBe("we_1  healthy  https://a.test/h");
	expect(await enabled.sent[0]?.json()).toEqual({ enabled: true });
	const deleted = await replevin(["endpoints", "delete", "we_1"], [json({ endpointId: "we_1" })]);
	expect([deleted.out, deleted.sent[0]?.method]).toEqual(["we_1 is deleted.", "DELETE"]);
});

it("hosted links are listed, shown and ended", async () => {
	const link = { linkId: "hl_1", status: "open", expiresAt: "t", caseId: null, reference: "claim-42" };
	const page = json({ data: [link], nextCursor: null });
	const listed = await replevin(["links", "list", "--reference", "claim-42"], [page]);
	expect(listed.out).toBe("hl_1  open     t  -  claim-42");
	expect(new URL(listed.sent[0]?.url ?? "").search).toBe("?reference=claim-42");
	const shown = await replevin(["links", "get", "hl_1", "--json"], [json(link)]);
	expect(JSON.parse(shown.out)).toEqual(link);
	const ended = await replevin(["links", "expire", "hl_1"], [json({ ...link, status: "ended" })]);
	expect(ended.out).toBe("hl_1  ended    t  -  claim-42");
});

describe("accounts", () => {
	const address = (at: number) => `0x${at.toString(16).padStart(40, "0")}`;

	it("are watched a thousand in a call, from a file", async () => {
		const file = write("users.txt", Array.from({ length: 1_001 }, (_, at) => address(at)).join("\n"));
		const responses = [json({ watched: 1_000 }), json({ watched: 1_001 })];
		const { code, out, sent } = await replevin(["accounts", "add", file, "--chain", "8453"], responses);
		expect([code, out]).toEqual([0, "You watch 1001 accounts now."]);
		expect(await sent[1]?.json()).toEqual({ accounts: [address(1_000)], chainId: 8453 });
		const { sent: removal } = await replevin(
			["accounts", "remove", write("one.txt", address(1))],
			[json({ removed: 1, watched: 1_000 })],
		);
		expect([removal[0]?.method, await removal[0]?.json()]).toEqual(["DELETE", { accounts: [address(1)] }]);
	});

	it("are sent only if each line is an address", async () => {
		const { code, err, sent } = await replevin(
			["accounts", "add", write("bad.txt", `${address(1)}\n0x1`)],
			[],
		);
		expect([code, sent]).toEqual([2, []]);
		expect(err).toContain('has "0x1"');
	});

	it("are listed with their chain", async () => {
		const data = [{ account: address(1), chainId: null, addedAt: "t" }];
		const { out } = await replevin(["accounts", "list"], [json({ data, nextCursor: null })]);
		expect(out).toBe(`${address(1)}  every chain  t`);
	});
});
