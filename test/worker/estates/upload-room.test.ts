/** What a stranger can hold of the isolate's memory with uploads that do not end (src/http/upload-room.ts). */
import { describe, expect, it } from "vitest";
import { type Answer, call } from "../../support/openapi-client.ts";
import { type Headers, newOwner, newPartner, sessionOf } from "./support.ts";
import { lodge, willPath } from "./will-calls.ts";

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`;

describe("uploads that do not end", () => {
	/** The beginning of a body, and nothing after it until `end`. */
	function openBody() {
		let pulled = 0;
		let end = () => {};
		const stream = new ReadableStream(
			{
				start(controller) {
					end = () => {
						// One that was refused is cancelled already.
						try {
							controller.close();
						} catch {}
					};
				},
				pull(controller) {
					if (pulled++ === 0) controller.enqueue(new Uint8Array(1000));
					return pulled > 1 ? new Promise(() => {}) : undefined;
				},
			},
			{ highWaterMark: 0 },
		);
		return { stream, end, pulled: () => pulled };
	}
	const form = { "content-type": "multipart/form-data; boundary=b" };
	const begin = (owner: { address: string }, headers: Headers) => {
		const body = openBody();
		const answer = call("POST", willPath(owner), { rawBody: body.stream, headers: { ...headers, ...form } });
		return { ...body, answer: answer.catch(() => undefined) };
	};

	it("are not begun with a credential that is not in force", async () => {
		const owner = newOwner();
		const partner = await newPartner();
		const keys = await call("GET", "/auth/api-keys", { headers: partner.session });
		expect(keys.body.data).toHaveLength(1);
		const revoked = await call("DELETE", "/auth/api-keys", {
			body: { keyId: keys.body.data[0].keyId },
			headers: partner.session,
		});
		expect(revoked.body).toMatchObject({ revokedAt: expect.any(String) });
		const { answer, end } = begin(owner, partner.headers);
		expect(codeOf((await answer) as Answer)).toBe("401 INVALID_AUTH");
		end();
	});

	it("take no more memory than there is for uploads, and give it back", async () => {
		const owners = await Promise.all(
			[1, 2, 3, 4, 5].map(async () => {
				const owner = newOwner();
				return { owner, session: await sessionOf(owner) };
			}),
		);
		const begun = owners.slice(0, 4).map(({ owner, session }) => begin(owner, session));
		while (begun.some(({ pulled }) => pulled() === 0)) await scheduler.wait(5);
		const [, , , , last] = owners;
		if (!last) throw new Error("there are five");
		const one = begin(last.owner, last.session);
		const refused = (await one.answer) as Answer;
		one.end();
		expect(codeOf(refused)).toBe("503 SERVICE_UNAVAILABLE");
		expect(refused.body.error.message).toContain("Too many uploads");
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		for (const { end } of begun) end();
		await Promise.all(begun.map((one) => one.answer));
		expect((await lodge(last.owner, last.session)).status).toBe(201);
	});
});
