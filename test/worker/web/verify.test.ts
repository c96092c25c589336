/** `/verify` and the exhibit as the server sends them (hosted-app.md "Checking evidence"). */
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { claimant, newIntent } from "../../support/signing/signing.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { caseObject, newPartner } from "../recovery/support.ts";

const ORIGIN = env.BASE_URL;
const open = (path: string, headers: Record<string, string> = {}) =>
	exports.default.fetch(`${ORIGIN}${path}`, { redirect: "manual", headers });
const unescaped = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const tokenOf = ({ Authorization = "" }: Record<string, string>) => Authorization.slice("Bearer ".length);

describe("/verify", () => {
	it("explains itself without JavaScript, and says that checking needs it or the command line", async () => {
		const html = await (await open("/verify")).text();
		const shown = html.replace(/<section id="verify" hidden.*?<\/section>/s, "");
		expect(shown).toContain("Check the evidence of a case");
		expect(shown).toContain("Checking needs JavaScript, or the command line");
		expect(shown).not.toContain('type="file"');
	});

	it("holds every published evidence key, so that checking needs no network", async () => {
		const html = unescaped(await (await open("/verify")).text());
		const [, keys = ""] = /data-keys="(\{.*?\})"/s.exec(html) ?? [];
		const published = await (await open("/.well-known/evidence-jwks.json")).json();
		expect(JSON.parse(keys)).toEqual(published);
		expect(JSON.parse(keys).keys.length).toBeGreaterThan(0);
	});

	it("loads the script that checks, from our own origin", async () => {
		const html = await (await open("/verify")).text();
		const [, path = ""] = /src="(\/assets\/app\/verify-[0-9a-f]+\.js)"/.exec(html) ?? [];
		const script = await open(path);
		expect(script.status).toBe(200);
		expect((await script.text()).length).toBeGreaterThan(20_000);
	});

	it("is there in Spanish", async () => {
		const html = await (await open("/verify", { "Accept-Language": "es" })).text();
		expect(html).toContain("Comprobar las pruebas de un caso");
	});
});

describe("the exhibit of a case", () => {
	it("shows parties, fingerprint, code and transactions to the receiving account's session", async () => {
		const partner = await newPartner();
		const intent = newIntent();
		const { caseId, jrcHash } = await partner.file(intent);
		await partner.attach(intent);
		const cookie = `__Host-wallet=${tokenOf(await newWalletSession(claimant))}`;
		const response = await open(`/cases/${caseId}/exhibit`, { Cookie: cookie });
		expect(response.status).toBe(200);
		const html = await response.text();
		for (const text of [
			caseId,
			jrcHash,
			`${ORIGIN}/verify#jrcHash=${jrcHash}`,
			intent.rec.lostAccount,
			intent.rec.recoveryAccount,
			"Base (chain 8453)",
			"In re Estate",
			"entered the court order",
			"smallest units of the token",
		])
			expect(html, text).toContain(text);
		expect(html).toMatch(/<svg class="qr" viewBox="0 0 (\d+) \1" role="img"/);
		expect(html).not.toContain(intent.rec.email);
		const spanish = await open(`/cases/${caseId}/exhibit`, { Cookie: cookie, "Accept-Language": "es" });
		expect(await spanish.text()).toContain("La huella de esta recuperación");
	});

	it("warns where a transaction pays another account than the one that receives", async () => {
		const partner = await newPartner();
		const other = newWallet().address;
		const { caseId } = await partner.file({
			...newIntent(),
			txs: [{ dest: other, value: "1", data: "0x" }],
		});
		const cookie = { Cookie: `access_token=${partner.token}` };
		const html = await (await open(`/developers/cases/${caseId}/exhibit`, cookie)).text();
		expect(html).toMatch(new RegExp(`pay or empower another account than the one that receives:.*${other}`));
	});

	it("says that one of two reviewers has verified the order", async () => {
		const [partner, reviewer, intent] = [await newPartner(), await newReviewer(), newIntent()];
		const { caseId } = await partner.file(intent);
		await partner.attach(intent);
		const verifying = {
			kind: "verify_order",
			reviewerId: reviewer.developerId,
			note: "genuine",
			needed: 2,
		} as const;
		await caseObject(caseId).move(verifying, { kind: "reviewer" });
		const cookie = { Cookie: `__Host-wallet=${tokenOf(await newWalletSession(claimant))}` };
		const html = await (await open(`/cases/${caseId}/exhibit`, cookie)).text();
		expect(html).toContain("<dd>by one, a second is needed</dd>");
	});

	it("is shown to the case's developer by the developer session alone", async () => {
		const partner = await newPartner();
		const { caseId } = await partner.file(newIntent());
		const cookie = { Cookie: `access_token=${partner.token}` };
		const page = await (await open(`/developers/cases/${caseId}`, cookie)).text();
		expect(page).toContain(`href="/developers/cases/${caseId}/exhibit"`);
		const exhibit = await open(`/developers/cases/${caseId}/exhibit`, cookie);
		expect(exhibit.status).toBe(200);
		expect(await exhibit.text()).toContain(
			'action="/sign-out"><input type="hidden" name="session" value="developer"',
		);
		expect((await open(`/cases/${caseId}/exhibit`, cookie)).status).toBe(303);
	});

	it("is not found for anybody else, and leads a visitor without a session to the sign-in", async () => {
		const { caseId } = await (await newPartner()).file(newIntent());
		const stranger = `__Host-wallet=${tokenOf(await newWalletSession(newWallet()))}`;
		const other = `access_token=${(await newDeveloper()).token}`;
		expect((await open(`/cases/${caseId}/exhibit`, { Cookie: stranger })).status).toBe(404);
		expect((await open(`/developers/cases/${caseId}/exhibit`, { Cookie: other })).status).toBe(404);
		const unknown = await open(`/cases/${caseId}/exhibit`);
		expect([unknown.status, unknown.headers.get("location")]).toEqual([
			303,
			`/sign-in?next=${encodeURIComponent(`/cases/${caseId}/exhibit`)}`,
		]);
	});
});
