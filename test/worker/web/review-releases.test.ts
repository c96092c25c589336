/** Reviewers decide on the release of wills (hosted-app.md "Reviewers"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { releaseStateSchema } from "../../../src/estates/release/release.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { formOf } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { auditOf, newCode, newEstate, newResolver } from "../estates/support.ts";
import { lodge, sendForm, willPath } from "../estates/will-calls.ts";
import { browserOf, confirmationOf } from "./review-support.ts";

const DAY_MS = 86_400_000;
const ORDER = pdfFile({ text: "It is so ordered" });
const PATH = "/review/releases";

/** A request that asks for a will; after the owner's time to object unless `isEarly`. */
async function newRequest(title = "In re Estate of Doe <b>", isEarly = false) {
	const estate = await newEstate();
	await lodge(estate.owner, estate.session);
	const { code } = await newCode(estate.owner, estate.partner.headers);
	const courtInfo = { title, fullCaseNumber: "1:26-cv-00042", courtId: "nysd", docketNumber: 17 };
	const resolver = await newResolver();
	const form = formOf(
		{ code, courtInfo, applicant: "Probate court of Example County" },
		{ bytes: ORDER, type: "application/pdf", name: "order.pdf" },
	);
	const { body } = await sendForm(`${willPath(estate.owner)}/release-requests`, form, resolver.headers);
	const requestId = String(body.requestId);
	if (!isEarly) await letPass(requestId, 31);
	return { requestId, owner: estate.owner, resolver };
}

async function stateOf(requestId: string) {
	const row = await env.DB.prepare("SELECT state FROM release_requests WHERE request_id = ?")
		.bind(requestId)
		.first<{ state: string }>();
	return releaseStateSchema().parse(JSON.parse(row?.state ?? ""));
}

async function letPass(requestId: string, days: number): Promise<void> {
	const state = await stateOf(requestId);
	const earlier = { ...state, challengeEndsAt: state.challengeEndsAt - days * DAY_MS };
	await env.DB.prepare("UPDATE release_requests SET state = ? WHERE request_id = ?")
		.bind(JSON.stringify(earlier), requestId)
		.run();
}

describe("the page of releases", () => {
	it("shows a request in both languages, and the order as an attachment", async () => {
		const { requestId } = await newRequest();
		const reviewer = await newReviewer();
		const { html } = await browserOf(reviewer).open(PATH);
		expect(html).toContain(
			`<h2 id="${requestId}"><a href="${PATH}/${requestId}">In re Estate of Doe &lt;b&gt;</a></h2>`,
		);
		for (const text of ["Probate court of Example County", "waits for reviewers"]) {
			expect(html).toContain(text);
		}
		const spanish = (await browserOf(reviewer, "es").open(PATH)).html;
		expect(spanish).toContain("espera a los revisores");
		expect(spanish).not.toContain("waits for reviewers");

		const order = await browserOf(reviewer).send(`${PATH}/${requestId}/order`);
		expect(new Uint8Array(await order.arrayBuffer())).toEqual(ORDER);
		expect(Object.fromEntries(order.headers)).toMatchObject({
			"content-type": "application/pdf",
			"content-disposition": expect.stringMatching(/^attachment; filename="[\w.-]+\.pdf"$/),
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
		});
		expect(await auditOf("release.order_read")).toContainEqual({
			actor: reviewer.developerId,
			target: requestId,
		});
	});

	it("shows the order beside the request, on the request's own page", async () => {
		const { requestId } = await newRequest();
		const browser = browserOf(await newReviewer());
		const path = `${PATH}/${requestId}`;
		expect((await browser.open(path)).html).toContain('href="?document=order#document"');
		const { html, headers } = await browser.open(`${path}?document=order`);
		expect(html).toMatch(new RegExp(`data-viewer="${path}/order" data-sha256="0x[0-9a-f]{64}"`));
		expect(headers.get("content-security-policy")).toContain("; trusted-types replevin-viewer; worker-src ");
		expect((await browser.open(`${path}?document=will`)).status).toBe(404);
	});

	it("has an address for each request, which is not found for an unknown one", async () => {
		const { requestId, owner } = await newRequest();
		const browser = browserOf(await newReviewer());
		expect((await browser.open(`${PATH}?limit=100`)).html).toContain(`href="${PATH}/${requestId}"`);
		const { status, html } = await browser.open(`${PATH}/${requestId}`);
		expect(status).toBe(200);
		const texts = [
			"In re Estate of Doe &lt;b&gt;",
			owner.address,
			"1:26-cv-00042",
			`${PATH}/${requestId}/order`,
		];
		for (const text of texts) expect(html).toContain(text);
		expect((await browser.open(`${PATH}/rel_${"0".repeat(32)}`)).status).toBe(404);
	});

	it("approves only after a second look, which says what happens to what", async () => {
		const { requestId, owner } = await newRequest();
		const [first, second] = [await newReviewer(), await newReviewer()];
		const look = await browserOf(first).post(`${PATH}/${requestId}`, { decision: "approve" });
		expect(look.status).toBe(200);
		for (const text of ["Approve this release?", owner.address, "This cannot be undone.", "second reviewer"])
			expect(look.html).toContain(text);
		expect((await stateOf(requestId)).approvals).toEqual([]);

		const fields = confirmationOf(look.html);
		expect(fields).toEqual({ decision: "approve", confirmed: "yes" });
		const deciding = browserOf(first);
		const done = await deciding.post(`${PATH}/${requestId}`, fields);
		expect([done.status, done.location]).toEqual([303, PATH]);
		const { html } = await deciding.open(PATH);
		expect(html).toContain("Your decision is recorded.");
		expect(html).toContain("1 of 2");

		const last = await browserOf(second).post(`${PATH}/${requestId}`, { decision: "approve" });
		expect(last.html).toContain("can download the will at once");
		await browserOf(second).post(`${PATH}/${requestId}`, confirmationOf(last.html));
		expect((await stateOf(requestId)).downloadableUntil).toBeGreaterThan(Date.now());
		expect((await browserOf(second).open(`${PATH}?status=approved`)).html).toContain(requestId);
	});

	it("rejects after a second look, and says why a late decision changes nothing", async () => {
		const { requestId } = await newRequest();
		const page = browserOf(await newReviewer(), "es");
		const look = await page.post(`${PATH}/${requestId}`, { decision: "reject" });
		expect(look.html).toContain("Esto no se puede deshacer.");
		const fields = confirmationOf(look.html);
		expect((await page.post(`${PATH}/${requestId}`, fields)).status).toBe(303);
		expect((await stateOf(requestId)).ended?.as).toBe("rejected");
		const late = await page.post(`${PATH}/${requestId}`, { decision: "approve", confirmed: "yes" });
		expect([late.status, late.html]).toEqual([409, expect.stringContaining("No se ha cambiado nada.")]);
		const ended = await page.post(`${PATH}/${requestId}`, { decision: "approve" });
		expect([ended.status, ended.location]).toEqual([303, `${PATH}/${requestId}`]);
		expect((await page.open(`${PATH}/${requestId}`)).html).not.toContain(
			'<button type="submit" name="decision"',
		);
	});

	it("offers no approval while the owner may object", async () => {
		const { requestId } = await newRequest("In re Early", true);
		const { html } = await browserOf(await newReviewer()).open(`${PATH}/${requestId}`);
		expect(html).toContain("waiting period, cannot be approved yet");
		expect(html).toContain('value="reject"');
		expect(html).not.toContain('value="approve"');
	});
});

describe("without the role", () => {
	it("says how it is granted, and which id to read out", async () => {
		const developer = await newDeveloper();
		const { status, html } = await browserOf(developer).open(PATH);
		expect(status).toBe(403);
		expect(html).toContain(`<code>${developer.developerId}</code>`);
		expect(html).toContain("read out the id");
		expect((await browserOf(developer, "es").open(PATH)).html).toContain("Esta página es para revisores");
	});

	it("leads to the sign-in and back without a session", async () => {
		const { status, location } = await browserOf(null).open(`${PATH}?status=rejected`);
		expect([status, location]).toEqual([
			303,
			`/developers/login?${new URLSearchParams({ next: `${PATH}?status=rejected` })}`,
		]);
	});

	it("accepts no wallet session", async () => {
		const { token } = await newReviewer();
		const response = await browserOf(null).send(PATH, { headers: { Cookie: `__Host-wallet=${token}` } });
		expect(response.status).toBe(303);
	});
});
