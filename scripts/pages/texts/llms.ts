/** `/llms.txt`, as https://llmstxt.org describes it: what a language model should read of this service, and where. */
import type { StaticPage } from "../static-page.ts";
import type { StaticText } from "../static-text.ts";

/** The service puts its own address in the place of this one. */
const ORIGIN = "http://127.0.0.1:8787";

const HEAD = `# Replevin

> A recovery and probate service for blockchain accounts. A claimant who lost an account files a signed case; a court order, a
> challenge period and reviewers stand before the recovery; every step is evidence that anyone can verify offline.

- The API is JSON over https below ${ORIGIN}/api/v1. Servers send the headers \`x-api-key\` and \`x-api-secret\`.
- Bodies are strict: a field that an operation does not describe is rejected. Every error has a \`code\` for programs.
- Partners need no wallet code: a hosted link brings their user to the pages of the service, and a webhook says what happened.
`;

export function llmsText(pages: readonly StaticPage[]): StaticText {
	const guides = pages.filter(({ path }) => path.startsWith("/developers/docs/"));
	const reference = pages.filter(({ path }) => path.startsWith("/developers/reference"));
	const line = ({ title, summary }: StaticPage, path: string) => `- [${title}](${ORIGIN}${path}): ${summary}`;
	const text = [
		HEAD,
		"## Guides\n",
		...guides.map((guide) => line(guide, `${guide.path}.md`)),
		"\n## API reference\n",
		`- [OpenAPI document](${ORIGIN}/api/v1/openapi.json): OpenAPI 3.1 with every operation, webhook, error and recorded examples.`,
		...reference.map((page) => line(page, page.path)),
		"\n## Optional\n",
		`- [Terms](${ORIGIN}/terms): What owners of estates agree to.`,
		`- [Privacy](${ORIGIN}/privacy): What is stored, who sees it, and when it goes.`,
		"",
	].join("\n");
	return { path: "/llms.txt", type: "text/plain; charset=utf-8", text };
}
