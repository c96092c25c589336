/** Markdown as the HTML of static pages (docs-pages.md "Rendering"). */
import { describe, expect, it } from "vitest";
import { resolveOnSite } from "../../../scripts/pages/guides/guides.ts";
import { renderMarkdown } from "../../../scripts/pages/guides/render-markdown.ts";

const render = (text: string) =>
	renderMarkdown(text, { resolveLink: (target) => resolveOnSite("docs/guides/hosted-links.md", target) });

describe("a document", () => {
	it("gives its title, its first sentence, its headings with anchors, and the rest as HTML", () => {
		const text = "# A *b* & `c`\n\nOne `x`\nhere. Two.\n\n## Do it\n\n### Why?\n\n## Do it\n\n#### Deep\n";
		const { title, summary, headings, html } = render(text);
		expect(title).toBe("A b & c");
		expect(summary).toBe("One x here.");
		expect(headings.map(({ depth, anchor }) => [depth, anchor])).toEqual([
			[2, "do-it"],
			[3, "why"],
			[2, "do-it-1"],
		]);
		expect(html).not.toContain("<h1");
		expect(html).toContain('<h4 id="deep">');
	});

	it("has code in colours by class, that scrolls and can be copied", () => {
		const { html } = render('# A\n\n```js\nconst a = "<b>";\n```\n\n```http\nGET <x>\n```\n');
		expect(html).toContain('<pre tabindex="0">');
		expect(html).toContain('<span class="hljs-keyword">const</span>');
		expect(html).toContain("&lt;b&gt;");
		expect(html).toContain("<code>GET &lt;x&gt;</code>");
		expect(html).toContain("data-copy");
		expect(html).not.toContain("style=");
		expect(render("# A\n\n```text\ndone\n```\n").html).not.toContain("data-copy");
	});

	it("has tables that scroll, with heads of columns", () => {
		const { html } = render("# A\n\n| a | b |\n| --- | --- |\n| `1` | 2 |\n");
		expect(html).toContain('<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">a</th>');
		expect(html).toContain("<td><code>1</code></td>");
		const headless = render("# A\n\n| | |\n| --- | --- |\n| a | b |\n").html;
		expect(headless).toContain('<table><tbody><tr><th scope="row">a</th><td>b</td></tr>');
	});

	it("has boxes to tick on paper, which are no form fields", () => {
		const { html } = render("# A\n\n- [ ] Keys are safe.\n");
		expect(html).toContain('<span class="box" aria-hidden="true">☐</span> Keys are safe.');
		expect(html).not.toContain("<input");
	});

	it("links the service's own pages, which it names as code", () => {
		const { html } = render("# A\n\nOpen `/developers/keys`, then `/api/v1/health` & `<b>`.\n");
		expect(html).toContain('<a href="/developers/keys"><code>/developers/keys</code></a>');
		expect(html).toContain("<code>/api/v1/health</code> &amp; <code>&lt;b&gt;</code>");
	});

	it.each([
		["HTML of its own", "# A\n\n<b onclick=x>hi</b>\n", "no HTML"],
		["an image", "# A\n\n![x](y.png)\n", "no images"],
	])("cannot have %s", (_, text, problem) => {
		expect(() => render(text)).toThrow(problem);
	});
});

describe("a link of a guide", () => {
	it.each([
		["../webhooks.md#receive", { href: "/developers/docs/webhooks#receive" }],
		["hosted-links.md", { href: "/developers/docs/hosted-links" }],
		["#estates", { href: "#estates" }],
		["https://example.com/a?b#c", { href: "https://example.com/a?b#c" }],
		["../design/auth.md#errors", { file: "docs/design/auth.md" }],
		["../../README.md", { file: "README.md" }],
	])("to %s leads to %j", (target, expected) => {
		expect(resolveOnSite("docs/guides/hosted-links.md", target)).toEqual(expected);
	});

	it("to a file that the site does not have is named without a link", () => {
		const { html } = render(
			"# A\n\nSee [the errors](../design/auth.md#errors), [auth.md](../design/auth.md).\n",
		);
		expect(html).toContain(
			"See the errors (<code>docs/design/auth.md</code> in the repository), <code>docs/design/auth.md</code>.",
		);
	});
});
