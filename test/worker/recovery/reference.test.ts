// A case with a reference, as a hosted link files it (hosted-links.md "Reference").
import { beforeAll, describe, expect, it } from "vitest";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { sendUnchecked } from "../../support/contract/openapi-client.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newWalletSession } from "../access/support.ts";
import { caseObject, eventsOf, newPartner, type Partner } from "./support.ts";

const REFERENCE = "claim:2026-0042";
let partner: Partner;
let named: string;

async function fileNamed(intent: RecoveryIntent, reference: string) {
	const jrcHash = hashRecoveryIntent(intent);
	const caseId = caseIdOf(jrcHash);
	const { developerId } = partner;
	const ids = { kind: "create", caseId, jrcHash, developerId, subject: null } as const;
	const { signature } = await newCaseBody(intent);
	const filed = { source: "hosted", reference, signature, proof: { kind: "key" } } as const;
	const command = { ...ids, ...filed, ...intent, caseExpirySeconds: 3600 };
	const result = await caseObject(caseId).create(command, { kind: "developer", developerId });
	expect(result).toMatchObject({ kind: "created" });
	return caseId;
}

beforeAll(async () => {
	partner = await newPartner();
	named = await fileNamed(newIntent(), REFERENCE);
	await fileNamed(newIntent({ lostAccount: `0x${"c1".repeat(20)}` }), "claim:2026-0043");
	await partner.file(newIntent({ lostAccount: `0x${"c2".repeat(20)}` }));
});

const read = async (path: string, { headers } = partner) =>
	(await sendUnchecked("GET", path, { headers })).json();
const listed = async (query: string, by = partner) =>
	(await read(`/recovery-cases?${query}`, by)) as { data: Record<string, unknown>[] };

describe("the reference of a case", () => {
	it("stands in the record, in every event and in the evidence", async () => {
		const record = await read(`/recovery-cases/${named}`);
		expect(record).toMatchObject({ source: "hosted", reference: REFERENCE });
		const [event] = await eventsOf(named);
		expect(JSON.parse(event?.body ?? "").data.reference).toBe(REFERENCE);
		const evidence = await read(`/recovery-cases/${named}/evidence`);
		expect(evidence).toMatchObject({
			state: { reference: REFERENCE },
			history: [{ payload: { reference: REFERENCE } }],
		});
	});

	it("filters the developer's list, alone and with other filters", async () => {
		const { data } = await listed(`reference=${REFERENCE}`);
		expect(data).toMatchObject([{ caseId: named, reference: REFERENCE }]);
		expect((await listed(`reference=${REFERENCE}&status=created&chainId=8453`)).data).toHaveLength(1);
		expect((await listed(`reference=${REFERENCE}&status=pending`)).data).toEqual([]);
		expect((await listed("reference=claim")).data).toEqual([]);
	});

	it("does not reveal the cases of another developer", async () => {
		expect((await listed(`reference=${REFERENCE}`, await newPartner())).data).toEqual([]);
	});

	it("is absent from the record, the list and the events of a case without one", async () => {
		const plain = (await listed("limit=1")).data[0];
		expect(plain).not.toHaveProperty("reference");
		const record = await (await partner.send(`/recovery-cases/${plain?.caseId}`)).json();
		expect(record).not.toHaveProperty("reference");
		const [event] = await eventsOf(String(plain?.caseId));
		expect(Object.keys(JSON.parse(event?.body ?? "").data).at(-1)).toBe("historyHash");
	});

	it("is written again when the copies are rebuilt", async () => {
		expect(await caseObject(named).rewriteCopies()).toBe("rewritten");
		expect((await listed(`reference=${REFERENCE}`)).data).toHaveLength(1);
	});

	it.each(["", "a b", "é", "x".repeat(201)])("cannot be searched by %j", async (text) => {
		const response = await partner.send(`/recovery-cases?reference=${encodeURIComponent(text)}`);
		expect(await errorOf(response)).toMatchObject({ status: 400, details: [{ field: "reference" }] });
	});

	it("may come with a case that a developer files, and with no other caller's", async () => {
		const [intent, other] = ["c4", "c5"].map((byte) => newIntent({ lostAccount: `0x${byte.repeat(20)}` }));
		if (!intent || !other) throw new Error("two intents");
		const reference = "order:7";
		const body = { ...(await newCaseBody(intent)), reference };
		expect((await partner.send("/recovery-cases/new-case", body)).status).toBe(201);
		const again = await partner.send("/recovery-cases/new-case", { ...body, reference: "order:8" });
		expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ reference })]);
		const { data } = await listed(`reference=${reference}`);
		expect(data).toMatchObject([{ source: "api", reference }]);
		const headers = await newWalletSession(claimant);
		const byWallet = { ...(await newCaseBody(other)), reference };
		expect(await errorOf(await call("/recovery-cases/new-case", { headers, body: byWallet }))).toMatchObject({
			status: 400,
			details: [{ field: "reference", rule: "not_allowed" }],
		});
	});
});
