/** The terms that an owner accepts, at the URL in the profile (estates.md "POST …/agreement"). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { AGREEMENT_VERSIONS } from "../../../src/estates/agreement/agreement-versions.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import { newOwner, newPartner, profileOf } from "./support.ts";

const sha256Of = async (response: Response) => {
	const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
	return `0x${Buffer.from(digest).toString("hex")}`;
};
const BASE_URL = "https://replevin.test";
const termsAt = (version: string, init?: RequestInit) =>
	exports.default.fetch(`${BASE_URL}/terms/${version}.txt`, init);

describe("the terms", () => {
	it("are served without a credential at the profile's URL, with the signed hash", async () => {
		const { agreement } = await profileOf(newOwner(), (await newPartner()).headers);
		const response = await exports.default.fetch(agreement.current.url);
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(await sha256Of(response)).toBe(agreement.current.documentHash);
	});

	it("are shown with the operator's name and contact, as they promise", async () => {
		const operator = { name: "Example Probate Trust", contact: "help@probate.example" };
		const settings = { ...env, OPERATOR_NAME: operator.name, OPERATOR_CONTACT: operator.contact };
		const { headers } = await newPartner();
		const context = createExecutionContext();
		const request = new Request(`${BASE_URL}/api/v1/estate-profiles/${newOwner().address}`, { headers });
		const response = await createApp().fetch(request, settings as Env, context);
		await waitOnExecutionContext(context);
		expect(await response.json()).toMatchObject({ agreement: { operator } });
	});

	it("are served in every published version", async () => {
		for (const { version, documentHash } of AGREEMENT_VERSIONS) {
			expect(await sha256Of(await termsAt(version))).toBe(documentHash);
		}
	});

	it("can only be read, and no other file is served", async () => {
		const { version } = AGREEMENT_VERSIONS[0];
		const posted = await termsAt(version, { method: "POST" });
		expect(posted.headers.get("Allow")).toBe("GET, HEAD");
		expect(await errorOf(posted)).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
		const head = await termsAt(version, { method: "HEAD" });
		expect([head.status, await head.text()]).toEqual([200, ""]);
		for (const other of ["2020-01-01", "..%2Fassets%2Fpages.css", "%2e%2e/api/v1/openapi"]) {
			expect(await errorOf(await termsAt(other))).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		}
	});
});
