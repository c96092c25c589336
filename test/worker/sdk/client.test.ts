// sdk.md "Requests": the SDK in workerd, against the real service.
import { beforeAll, describe, expect, it } from "vitest";
import { ApiError, type Replevin, WebhookVerificationError } from "../../../sdk/src/index.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { newClient } from "../../support/sdk/worker-sdk.ts";
import { claimant, courtOrderBody, newCaseBody, newIntent, stranger } from "../../support/signing/signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { newOrigin } from "../access/support.ts";
import { eventually } from "../recovery/support.ts";
import { receiver } from "../webhooks/support.ts";

let replevin: Replevin;
let account: Awaited<ReturnType<typeof newDeveloper>>;

beforeAll(async () => {
	account = await newDeveloper();
	const { apiKey, apiSecret } = await newKey(account.headers);
	replevin = newClient({ apiKey, apiSecret });
});

const file = async (client = replevin) => {
	const intent = newIntent();
	return { intent, filed: await client.cases.create((await newCaseBody(intent)) as never) };
};

describe("cases", () => {
	it("are hashed, filed, filed again, read and listed", async () => {
		const intent = newIntent();
		const { jrcHash } = await replevin.cases.hash(intent as never);
		const body = (await newCaseBody(intent)) as never;
		const first = await replevin.cases.create(body).withResponse();
		const second = await replevin.cases.create(body).withResponse();
		expect([first.response.status, second.response.status]).toEqual([201, 200]);
		const { caseId } = first.data;
		expect(first.data.jrcHash).toBe(jrcHash);
		expect((await replevin.cases.get(caseId)).history).toHaveLength(1);
		expect(await replevin.cases.exists(intent as never)).toEqual({ caseExists: true, caseId, jrcHash });
		const listed = await replevin.cases.list({ limit: 1 }).toArray({ limit: 1000 });
		expect(listed.map((summary) => summary.caseId)).toContain(caseId);
	});

	it("take an order and documents, and give them back", async () => {
		const { intent, filed } = await file();
		const ordered = await replevin.cases.order(filed.jrcHash, (await courtOrderBody(intent)) as never);
		expect(ordered.status).toBe("pending");
		const bytes = pdfFile({ text: filed.caseId }) as Uint8Array<ArrayBuffer>;
		const document = { file: new Blob([bytes], { type: "application/pdf" }), title: "The court order" };
		const { documentId } = await replevin.cases.documents.add(filed.jrcHash, document);
		const again = await replevin.cases.documents.add(filed.jrcHash, document).withResponse();
		expect([again.response.status, again.data.documentId]).toEqual([200, documentId]);
		const read = await replevin.cases.documents.read(filed.caseId, documentId);
		expect([read.type, new Uint8Array(await read.arrayBuffer())]).toEqual(["application/pdf", bytes]);
		const events = await replevin.cases.events(filed.caseId, { limit: 1 }).toArray({ limit: 9 });
		expect(events.map(({ event }) => event.type)).toEqual(["recovery_case.created", "recovery_case.pending"]);
	});

	it("of another signer are rejected, with both accounts in the error", async () => {
		const error = await replevin.cases.create((await newCaseBody(newIntent(), stranger)) as never).then(
			() => undefined,
			(caught: unknown) => caught,
		);
		expect(error).toBeInstanceOf(ApiError);
		if (!(error instanceof ApiError) || error.code !== "INVALID_SIGNER") throw error;
		expect(error.details[0].expectedSigner).toBe(claimant.address);
		expect(error.details[0]).toMatchObject({ rule: "signer", recoveredSigner: stranger.address });
		expect(error.requestId).toMatch(/^req_[0-9a-f]{32}$/);
	});
});

it("a wallet signs in, and sees the cases that name it", async () => {
	const { filed } = await file();
	const { accessToken } = await newClient().auth.signIn(claimant, 8453);
	const wallet = newClient({ accessToken });
	expect((await wallet.cases.get(filed.caseId)).caseId).toBe(filed.caseId);
	await wallet.auth.logout();
	await expect(wallet.cases.get(filed.caseId)).rejects.toMatchObject({ code: "INVALID_TOKEN", status: 401 });
});

it("an endpoint's secret verifies what the service sends, and no other", async () => {
	const name = crypto.randomUUID();
	const created = await replevin.webhooks.create({ url: receiver.hook(name) });
	if (!("secret" in created)) throw new Error("the endpoint is new");
	await replevin.webhooks.test(created.endpointId);
	const { filed } = await file();
	const arrived = async () => {
		const received = await receiver.received(name);
		const sent = received.find(({ body }) => body.includes(filed.caseId));
		return received[0] && sent ? { sample: received[0], sent } : undefined;
	};
	await eventually(async () => (await arrived()) !== undefined);
	const { sample, sent } = (await arrived()) ?? {};
	if (!sample || !sent) throw new Error("both requests have arrived");
	expect((await replevin.webhooks.verify(sample.body, sample.headers, created.secret)).type).toBe(
		"recovery_case.created",
	);
	const event = await replevin.webhooks.verify(sent.body, sent.headers, created.secret);
	expect(event.data.caseId).toBe(filed.caseId);
	await expect(replevin.webhooks.verify(sample.body, sent.headers, created.secret)).rejects.toThrow(
		WebhookVerificationError,
	);
	const { data } = await replevin.webhooks.deliveries(created.endpointId).page();
	expect(data.map(({ eventId }) => eventId)).toContain(event.id);
});

describe("an Idempotency-Key", () => {
	it("creates one resource, and the repetition says that the secret is gone", async () => {
		const options = { idempotencyKey: crypto.randomUUID() };
		const session = newClient({ accessToken: account.token });
		const first = await session.keys.create({ label: "one" }, options);
		const second = await session.keys.create({ label: "one" }, options).withResponse();
		expect(second.response.headers.get("Idempotent-Replayed")).toBe("true");
		expect(second.data).toMatchObject({ keyId: first.keyId, notice: expect.any(String) });
		expect(second.data).not.toHaveProperty("apiSecret");
	});

	it("is another one for each call", async () => {
		const origin = `https://${crypto.randomUUID()}.partner.example`;
		await newOrigin(account, origin, "allow");
		const links = await Promise.all([1, 2].map(() => replevin.links.create({})));
		expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(2);
		const [link] = links;
		expect((await replevin.links.expire(link?.linkId ?? "")).status).toBe("ended");
	});
});
