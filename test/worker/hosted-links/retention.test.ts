// When the data of a hosted link goes, and that its url reaches no log (hosted-links.md "What is stored").
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { createLinkRows } from "../../../src/hosted-links/hosted-links.d1.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newAnonymous } from "../access/support.ts";
import { eventually } from "../recovery/support.ts";
import {
	fileThrough,
	makeLink,
	newLinkPartner,
	newVisitor,
	rowOf,
	setRow,
	startLink,
	walletSession,
} from "./support.ts";

const DAY_MS = 86_400_000;
const LEVELS = ["debug", "error", "info", "log", "trace", "warn"] as const;

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
beforeAll(async () => {
	partner = await newLinkPartner();
});
afterEach(() => {
	vi.restoreAllMocks();
});

describe("the sweep of hosted links", () => {
	it("erases the prefilled values of expired links, and deletes links 90 days after their end", async () => {
		const body = { prefill: { email: "claimant@example.com" } };
		const [open, expired, old] = [
			await makeLink(partner, body),
			await makeLink(partner, body),
			await makeLink(partner),
		];
		const now = Date.now();
		await setRow(expired.linkId, "ends_at = ?", now - 1);
		await setRow(old.linkId, "ends_at = ?", now - 90 * DAY_MS - 1);
		expect(await createLinkRows(env.DB).removeOld(now, 1_000)).toBeGreaterThanOrEqual(2);
		expect(await rowOf(open.linkId)).toMatchObject({ prefill: expect.stringContaining("claimant@") });
		expect(await rowOf(expired.linkId)).toMatchObject({ prefill: null });
		expect(await rowOf(old.linkId)).toBeNull();
	});
});

describe("deleting the account", () => {
	it("deletes its links, and their urls lead nowhere", async () => {
		const leaving = await newLinkPartner();
		const { linkId, token } = await makeLink(leaving);
		const secret = await startLink(token);
		const { password } = leaving as unknown as { password: string };
		const deleted = await call("/auth/me", {
			method: "DELETE",
			body: { password },
			headers: leaving.session,
		});
		expect(deleted.status).toBe(200);
		await eventually(async () => (await rowOf(linkId)) === null);
		const visitor = await newVisitor();
		expect((await visitor.lookUp(token)).status).toBe(404);
		const filed = await fileThrough(
			secret,
			newIntent({ lostAccount: `0x${"f1".repeat(20)}` }),
			await walletSession(),
		);
		expect(filed.status).toBe(404);
	});
});

describe("the url of a link", () => {
	it("is in no line of the log, also when the page or its calls fail", async () => {
		const lines: string[] = [];
		for (const level of LEVELS) {
			vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void lines.push(words.join(" ")));
		}
		const { token, linkId } = await makeLink(partner);
		const secret = await startLink(token);
		const broken = {
			...env,
			DB: {
				prepare: () => {
					throw new Error("down");
				},
				batch: () => {
					throw new Error("down");
				},
			},
		};
		const context = { waitUntil() {}, passThroughOnException() {} } as unknown as ExecutionContext;
		const headers = {
			...(await newAnonymous()),
			"content-type": "application/json",
			"x-hosted-link": secret,
		};
		const send = (path: string, body?: object) =>
			createApp().fetch(
				new Request(`https://replevin.test${path}`, {
					method: body ? "POST" : "GET",
					headers,
					...(body && { body: JSON.stringify(body) }),
				}),
				broken as unknown as Env,
				context,
			);
		const responses = [
			await send(`/l/${token}`),
			await send(`/api/v1/${token}`),
			await send(`/api/v1/hosted-links/${token}`),
			await send("/api/v1/hosted-app/links/look-up", { token }),
			await send("/api/v1/hosted-app/links/start", { token }),
			await send("/api/v1/hosted-app/links/started"),
			await send(`/api/v1/recovery-cases/${token}`),
		];
		expect(responses.some(({ status }) => status >= 500)).toBe(true);
		const log = lines.join("\n");
		expect(log).toContain("request-failed");
		expect(log).not.toContain(token);
		expect(log).not.toContain(secret.slice(linkId.length + 1));
	});
});
