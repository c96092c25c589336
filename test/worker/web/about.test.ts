/** The pages of terms and privacy (hosted-app.md "Terms and privacy"). */
import { expect, it } from "vitest";
import { agreements, currentAgreement } from "../../../src/estates/agreement/agreement.ts";
import { browserOf } from "./review-support.ts";

const visitor = (language?: string) => browserOf(null, language);
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** As a browser shows it. */
const shown = (html: string) =>
	html
		.replace(/<[^>]+>/g, " ")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

it("lists every version of the terms, and says which is current", async () => {
	const { html } = await visitor().open("/terms");
	for (const { version } of agreements) expect(html).toContain(`href="/terms/${version}"`);
	expect(html).toMatch(new RegExp(`href="/terms/${currentAgreement.version}">[^<]*</a> \\(current\\)`));
	expect((await visitor("es").open("/terms")).html).toContain("Condiciones");
});

it("shows a version word for word as it was published, with the hash that owners sign", async () => {
	for (const { version, documentHash, path } of agreements) {
		const file = await (await visitor().send(path)).text();
		const { html } = await visitor("es").open(`/terms/${version}`);
		expect(html).toContain(documentHash);
		expect(html).toContain(`href="${path}"`);
		expect(html).toContain("en el idioma en que los titulares las firman");
		const article = /<article lang="en">(.*)<\/article>/s.exec(html)?.[1] ?? "";
		expect(wordsOf(shown(article))).toEqual(wordsOf(file));
		expect(article, "each screen breaks the lines of a paragraph").not.toMatch(/<p>[^<]*\n/);
		expect(article.match(/<h1>/g)).toHaveLength(1);
		expect(article.match(/<h2>/g)?.length).toBeGreaterThan(5);
	}
});

it("has no page for a version that was never published", async () => {
	expect((await visitor().open("/terms/1999-01-01")).status).toBe(404);
});

it("says in both languages what is stored, who sees it and for how long", async () => {
	const english = (await visitor().open("/privacy")).html;
	expect(english).toContain("Your will, encrypted");
	expect(english).toContain("90 days after they end");
	expect(english).toContain("The operator can see all of this, also documents and wills");
	const spanish = (await visitor("es").open("/privacy")).html;
	expect(spanish).toContain("Su testamento, cifrado");
	expect(spanish).toContain("El operador puede verlo todo, también los documentos y testamentos");
	expect(spanish).not.toMatch(/Who sees it|How long/);
	expect(spanish.match(/<tr /g)?.length).toBe(english.match(/<tr /g)?.length);
});
