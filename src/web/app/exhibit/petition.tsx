/** Sample words for a petition and an order, with the case's values. A lawyer must adapt them to the law of the place. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import { LinkLine, PrintButton } from "../core/form.tsx";
import { CopyButton, networkText } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { SessionKind } from "../core/sessions.ts";
import { hasCode, tokensOf } from "../core/token-facts.ts";
import { replacementsInWords, transactionsInWords } from "../words/call-text.tsx";

export async function petitionPage(c: PageContext, as: SessionKind): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, as, `/recovery-cases/${caseId}`);
	const copy = c.get("copy");
	const { petition, exhibit } = copy;
	const [tokens, isContract] = await Promise.all([tokensOf(c, as, record), hasCode(c, as, record.case)]);
	const values = {
		...record.case,
		network: networkText(c, record.case.chainId),
		caseId: record.caseId,
		jrcHash: record.jrcHash,
		service: c.env.settings.appOrigin,
		transactions: transactionsInWords(copy, record, tokens.facts),
		replacements: isContract ? undefined : replacementsInWords(copy, record),
	};
	return page(
		c,
		{ title: petition.title, area: "people", scripts: ["print"] },
		<article class="exhibit">
			<p class="note caution">{petition.caution}</p>
			<PrintButton c={c} />
			<Sample c={c} heading={petition.petition} paragraphs={petition.toCourt(values)} />
			<Sample c={c} heading={petition.order} paragraphs={petition.ofCourt(values)} />
			<LinkLine href={c.req.path.replace(/petition$/, "exhibit")} text={exhibit.open} />
		</article>,
	);
}

type SampleProps = { c: PageContext; heading: string; paragraphs: readonly string[] };

function Sample({ c, heading, paragraphs }: SampleProps) {
	return (
		<section>
			<h2>{heading}</h2>
			<ol class="document">
				{paragraphs.map((text) => (
					<li>{text}</li>
				))}
			</ol>
			<p class="unprinted">
				<CopyButton
					c={c}
					text={paragraphs.map((text, at) => `${at + 1}. ${text}`).join("\n\n")}
					of={`“${heading}”`}
				/>
			</p>
		</section>
	);
}
