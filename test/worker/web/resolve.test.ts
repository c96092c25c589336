/** Courts and notaries look up privacy codes and ask for wills (hosted-app.md "Courts and notaries"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { releaseStateSchema } from "../../../src/estates/release/release.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { formOf } from "../../support/signing/will-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { newCode, newEstate, newResolver, unknownCode } from "../estates/support.ts";
import { lodge, PDF } from "../estates/will-calls.ts";
import { browserOf } from "./review-support.ts";

const ORDER = pdfFile({ text: "It is so ordered" });
const COURT = {
	applicant: 'Probate court of "Example" County',
	title: "In re Estate of Doe <b>",
	fullCaseNumber: "1:26-cv-00042",
	courtId: "nysd",
	docketNumber: "17",
};

async function newReleasable() {
	const estate = await newEstate();
	await lodge(estate.owner, estate.session);
	const { code } = await newCode(estate.owner, estate.partner.headers);
	return { ...estate, code, resolver: await newResolver() };
}

type Browser = ReturnType<typeof browserOf>;

/** The form of the second step, as a browser would send it. */
function orderForm(html: string, bytes: Uint8Array) {
	const form = /<form[^>]* method="post" action="([^"]+)" enctype="multipart\/form-data">.*?<\/form>/s.exec(
		html,
	);
	const fields = [...(form?.[0] ?? "").matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	const values = fields.map(([, name = "", value = ""]) => [
		name,
		value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
	]);
	const body = formOf(Object.fromEntries(values), { bytes, type: "application/pdf", name: "order.pdf" });
	return { action: form?.[1] ?? "", body };
}

const file = ({ send }: Browser, { action, body }: ReturnType<typeof orderForm>) =>
	send(action, { method: "POST", headers: { Origin: env.BASE_URL }, body });

describe("the page for courts and notaries", () => {
	it("shows the estate behind a code, in both languages, and puts the code into no address", async () => {
		const { resolver, code, owner } = await newReleasable();
		const { status, html } = await browserOf(resolver).post("/resolve", { code });
		expect(status).toBe(200);
		for (const text of [
			owner.address,
			"version 1",
			"the owner has accepted the current terms",
			"Ask for the will",
		])
			expect(html).toContain(text);
		expect(html).not.toMatch(new RegExp(`(href|action)="[^"]*${code.slice(4, 12)}`));
		const spanish = (await browserOf(resolver, "es").post("/resolve", { code })).html;
		expect(spanish).toContain("La sucesión del código");
		expect(spanish).not.toMatch(/The estate behind|Ask for the will/);
	});

	it("says the same of codes that do not exist and of those of others, and names a wrong character", async () => {
		const { code, resolver } = await newReleasable();
		const stranger = browserOf(await newDeveloper());
		const [foreign, unknown] = [
			await stranger.post("/resolve", { code }),
			await stranger.post("/resolve", { code: unknownCode() }),
		];
		expect([foreign.status, unknown.status]).toEqual([404, 404]);
		expect(foreign.html).toContain("No code was found that this account may look up.");
		const wrong = await browserOf(resolver).post("/resolve", { code: 'RPL-"1' });
		expect(wrong.status).toBe(400);
		expect(wrong.html).toContain("a character is wrong, or some are missing");
		expect(wrong.html).toContain('value="RPL-&quot;1"');
		expect(wrong.html).toContain('aria-invalid="true"');
	});

	it("tells accounts without the role which id to read out", async () => {
		const developer = await newDeveloper();
		expect((await browserOf(developer).open("/resolve")).html).toContain(developer.developerId);
		const resolver = await newResolver();
		expect((await browserOf(resolver).open("/resolve")).html).not.toContain(resolver.developerId);
		const { status, html } = await browserOf(null).open("/resolve");
		expect(status).toBe(200);
		for (const part of ["What you need", 'href="/developers/login?next=%2Fresolve"', 'href="/verify"'])
			expect(html).toContain(part);
		const wallet = await browserOf(null).send("/resolve", {
			headers: { Cookie: `__Host-wallet=${resolver.token}` },
		});
		expect(await wallet.text()).toContain("What you need");
	});
});

describe("a request for a will", () => {
	it("is filed with the court's data and the order, and followed to the download", async () => {
		const { resolver, code, owner } = await newReleasable();
		const browser = browserOf(resolver);
		const step = await browser.post("/resolve/request", { code, ownerAddress: owner.address, ...COURT });
		expect(step.status).toBe(200);
		expect(step.html).toContain("It cannot be taken back");
		expect(step.html).toContain("In re Estate of Doe &lt;b&gt;");
		const form = orderForm(step.html, ORDER);
		const filed = await file(browser, form);
		const own = `/resolve/releases?owner=${owner.address}`;
		expect([filed.status, filed.headers.get("location")]).toEqual([303, own]);
		expect((await file(browser, orderForm(step.html, ORDER))).status, "sent twice is one request").toBe(303);

		const { html } = await browser.open(own);
		expect(html).toContain("The request is filed.");
		expect(html.match(/<h2 id="rel_/g)).toHaveLength(1);
		expect(html).toContain("waiting period, cannot be approved yet");
		const requestId = /<h2 id="(rel_[0-9a-f]{32})"/.exec(html)?.[1] ?? "";
		await release(requestId);
		const ready = (await browserOf(resolver, "es").open(own)).html;
		expect(ready).toContain("Descargar el testamento");
		const will = await browser.send(`/resolve/releases/${owner.address}/${requestId}/will`);
		expect(will.headers.get("content-disposition")).toMatch(/^attachment; /);
		expect(new Uint8Array(await will.arrayBuffer())).toEqual(PDF);

		const other = await browserOf(await newResolver()).open(own);
		expect(other.html, "others do not see it").toContain("has made no request");
	});

	it("shows what was typed beside each problem", async () => {
		const { resolver, code, owner } = await newReleasable();
		const typed = { code, ownerAddress: owner.address, ...COURT, docketNumber: "17a", courtId: "" };
		const { status, html } = await browserOf(resolver).post("/resolve/request", typed);
		expect(status).toBe(400);
		expect(html).toContain("Give a whole number, such as 17.");
		expect(html).toContain('value="17a"');
		expect(html).toContain('href="#courtId"');
		expect(html).not.toContain("multipart/form-data");
	});

	it("without a PDF files nothing, says so at the field, and takes another file", async () => {
		const { resolver, code, owner } = await newReleasable();
		const browser = browserOf(resolver);
		const step = await browser.post("/resolve/request", { code, ownerAddress: owner.address, ...COURT });
		const refused = await file(browser, orderForm(step.html, new TextEncoder().encode("no PDF")));
		expect(refused.status).toBe(415);
		const again = await refused.text();
		expect(again).toMatch(/id="file-error"><p class="error">The file is not a PDF that can be kept\./);
		expect((await browser.open(`/resolve/releases?owner=${owner.address}`)).html).toContain(
			"has made no request",
		);
		expect((await file(browser, orderForm(again, ORDER))).status).toBe(303);
	});

	it("names the field of a mistyped address", async () => {
		const { status, html } = await browserOf(await newResolver()).open("/resolve/releases?owner=0x12");
		expect(status).toBe(400);
		expect(html).toMatch(/id="owner"[^>]*aria-invalid="true"/);
	});
});

/** As if the owner's time to object had passed, and two reviewers had approved. */
async function release(requestId: string): Promise<void> {
	const row = await env.DB.prepare("SELECT state FROM release_requests WHERE request_id = ?")
		.bind(requestId)
		.first<{ state: string }>();
	const state = releaseStateSchema().parse(JSON.parse(row?.state ?? ""));
	await env.DB.prepare("UPDATE release_requests SET state = ? WHERE request_id = ?")
		.bind(JSON.stringify({ ...state, challengeEndsAt: state.requestedAt }), requestId)
		.run();
	for (const { headers } of [await newReviewer(), await newReviewer()]) {
		const path = `/review/release-requests/${requestId}/decisions`;
		expect((await call(path, { body: { decision: "approve" }, headers })).status).toBe(200);
	}
}
