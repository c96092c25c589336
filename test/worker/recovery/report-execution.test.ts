/** What is refused when transactions are named, before any chain is asked. */
import { beforeAll, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/core/typed-data.ts";
import { newIntent } from "../../support/signing.ts";
import { newPartner, type Partner } from "./support.ts";

const HASH = `0x${"b1".repeat(32)}`;

let partner: Partner;
let accounts = 0;
beforeAll(async () => {
	partner = await newPartner();
});

it.each<[string, object]>([
	["nothing", {}],
	["both forms", { txHash: HASH, txHashes: [HASH] }],
	["no transaction", { txHashes: [] }],
	["a hundred and one", { txHashes: Array.from({ length: 101 }, () => HASH) }],
])("a report that names %s is refused", async (_, body) => {
	const intent = newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "b")}` });
	await partner.file(intent);
	const response = await partner.send(`/recovery-cases/${hashRecoveryIntent(intent)}/execution`, body);
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		error: { code: "INPUT_VALIDATION_ERROR", details: [{ field: "txHashes" }] },
	});
});

it("a chain without a node is told, and a stranger is told of no case", async () => {
	const intent = newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "b")}` });
	await partner.file(intent);
	const path = `/recovery-cases/${hashRecoveryIntent(intent)}/execution`;
	const told = await partner.send(path, { txHash: HASH });
	expect([told.status, await told.json()]).toEqual([
		409,
		{ error: expect.objectContaining({ message: expect.stringContaining("no node for chain 8453") }) },
	]);
	expect((await (await newPartner()).send(path, { txHash: HASH })).status).toBe(404);
});
