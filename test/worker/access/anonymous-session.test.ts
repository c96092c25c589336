// auth.md "When a credential is confirmed".
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { testSecrets } from "../../support/service/secrets.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newPartner } from "../recovery/support.ts";
import { newAnonymous } from "./support.ts";

const CLIENT = { clientId: testSecrets.UI_CLIENT_ID, clientSecret: testSecrets.UI_CLIENT_SECRET };
const lost = (byte: string) => `0x${byte.repeat(20)}`;

describe("issue-anon-jwt", () => {
	it("opens a session of fifteen minutes with a new subject", async () => {
		const response = await call("/auth/issue-anon-jwt", { body: CLIENT });
		expect(response.status).toBe(200);
		const { accessToken, ...rest } = (await response.json()) as { accessToken: string };
		expect(rest).toEqual({ tokenType: "Bearer", expiresIn: 900 });
		expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
		const claims = decodeJwt(accessToken);
		expect(claims).toMatchObject({ scope: "anonymous", sub: expect.stringMatching(/^anon:[0-9a-f-]{36}$/) });
		expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
	});

	it.each([
		["a wrong secret", { ...CLIENT, clientSecret: "wrong" }],
		["a wrong id", { ...CLIENT, clientId: "wrong" }],
		["both swapped", { clientId: CLIENT.clientSecret, clientSecret: CLIENT.clientId }],
	])("rejects %s with the same response", async (_, body) => {
		expect(await errorOf(await call("/auth/issue-anon-jwt", { body }))).toMatchObject({
			status: 401,
			code: "INVALID_AUTH",
		});
	});

	it.each([{ Origin: "https://replevin.test" }, { Origin: "null" }, { "Sec-Fetch-Site": "same-origin" }])(
		"rejects a browser, also with the right secret: %j",
		async (headers) => {
			const response = await call("/auth/issue-anon-jwt", {
				body: CLIENT,
				headers: headers as Record<string, string>,
			});
			expect(await errorOf(response)).toMatchObject({ status: 403, code: "FORBIDDEN" });
		},
	);
});

describe("an anonymous session", () => {
	it("files a case as the hosted app, reads it, and attaches its order", async () => {
		const headers = await newAnonymous();
		const intent = newIntent({ lostAccount: lost("31") });
		const filed = await call("/recovery-cases/new-case", { body: await newCaseBody(intent), headers });
		expect(filed.status).toBe(201);
		const record = caseRecordResponse().parse(await filed.json());
		expect(record).toMatchObject({ source: "hosted", case: { email: intent.rec.email } });
		expect(await (await call(`/recovery-cases/${record.caseId}`, { headers })).json()).toEqual(record);

		const path = `/recovery-cases/${record.jrcHash}/court-order`;
		const ordered = await call(path, { method: "PATCH", body: await courtOrderBody(intent), headers });
		expect(caseRecordResponse().parse(await ordered.json())).toMatchObject({ status: "pending" });
	});

	it("cannot read a case of another session, but may act on it with the claimant's signature", async () => {
		const intent = newIntent({ lostAccount: lost("32") });
		const first = await newAnonymous();
		const filed = await call("/recovery-cases/new-case", { body: await newCaseBody(intent), headers: first });
		const { caseId, jrcHash } = caseRecordResponse().parse(await filed.json());

		const later = await newAnonymous();
		expect(await errorOf(await call(`/recovery-cases/${caseId}`, { headers: later }))).toMatchObject({
			status: 404,
		});
		const path = `/recovery-cases/${jrcHash}/court-order`;
		const ordered = await call(path, { method: "PATCH", body: await courtOrderBody(intent), headers: later });
		expect(ordered.status).toBe(200);
		expect(await ordered.json()).toEqual({ caseId, jrcHash, status: "pending" });
	});

	it("cannot file a case again that a developer has filed", async () => {
		const intent = newIntent({ lostAccount: lost("33") });
		await (await newPartner()).file(intent);
		const response = await call("/recovery-cases/new-case", {
			body: await newCaseBody(intent),
			headers: await newAnonymous(),
		});
		expect(await errorOf(response)).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
	});

	it("may ask for a jrcHash and whether a case exists", async () => {
		const headers = await newAnonymous();
		const body = newIntent();
		expect(await (await call("/recovery-cases/jrc-hash", { body, headers })).json()).toMatchObject({
			jrcHash: hashRecoveryIntent(body),
		});
		expect(await (await call("/recovery-cases/exists", { body, headers })).json()).toMatchObject({
			caseExists: false,
		});
	});
});
