/**
 * The exhibit, which a party prints for a court: A4 and Letter, black and white, nothing that needs a screen. For who
 * filed the case or owns the account, and for the case's developer.
 */

import type { Hono } from "hono";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { CaseSteps } from "../cases/progress.tsx";
import { readApi } from "../core/api.ts";
import { CallFacts, courtFacts, Parties, Transactions } from "../core/case-view.tsx";
import { Facts } from "../core/facts.tsx";
import { PrintButton } from "../core/form.tsx";
import { Code, Hash, Items, Time } from "../core/format.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { Qr } from "../core/qr.tsx";
import { page } from "../core/respond.tsx";
import type { SessionKind } from "../core/sessions.ts";
import { Table } from "../core/table.tsx";
import { hasCode, tokensOf } from "../core/token-facts.ts";
import { HEIR } from "../recover/draft.ts";
import { outsidersIn } from "../recover/warnings.ts";
import { replacementsInWords } from "../words/call-text.tsx";
import { PRINTED_BYTES } from "../words/call-words.ts";
import { statusWords } from "../words/status-words.ts";
import { petitionPage } from "./petition.tsx";

/** The service knows no names, so the party writes hers. */
const BLANK = "_".repeat(32);

export function mountExhibit(pages: Hono<PageEnv>): void {
	pages.get("/cases/:caseId/exhibit", (c) => exhibitPage(c, "wallet"));
	pages.get("/developers/cases/:caseId/exhibit", (c) => exhibitPage(c, "developer"));
	pages.get("/cases/:caseId/petition", (c) => petitionPage(c, "wallet"));
	pages.get("/developers/cases/:caseId/petition", (c) => petitionPage(c, "developer"));
}

async function exhibitPage(c: PageContext, as: SessionKind): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, as, `/recovery-cases/${caseId}`);
	const [tokens, isContract] = await Promise.all([tokensOf(c, as, record), hasCode(c, as, record.case)]);
	const copy = c.get("copy");
	const { exhibit, labels } = copy;
	const { accepted, parts } = copy.verify;
	const { appOrigin } = c.env.settings;
	const now = isoTime(Date.now());
	return page(
		c,
		{ title: exhibit.title, area: "people", scripts: ["print"], heading: null },
		<article class="exhibit">
			<h1>{exhibit.title}</h1>
			<p class="lead">{exhibit.lead(appOrigin)}</p>
			<PrintButton c={c} />
			<p class="links unprinted">
				<a href={c.req.path.replace(/exhibit$/, "petition")}>{copy.petition.title}</a>
				<a href={c.req.path.replace(/exhibit$/, "evidence")} download>
					{exhibit.evidence}
				</a>
			</p>
			<CaseSteps c={c} of={record} now={Date.parse(now)} />
			<h2>{parts.accounts}</h2>
			<Parties
				c={c}
				of={record}
				before={[
					[exhibit.petitioner, BLANK],
					...(record.case.reasonForRecovery === HEIR ? [[exhibit.deceased, BLANK] as const] : []),
					[labels.caseId, <Code c={c} text={record.caseId} />],
				]}
				after={[[labels.status, statusWords(record, copy, Date.parse(now))]]}
			/>
			<Fingerprint c={c} record={record} />
			<h2>{parts.transactions}</h2>
			<p>{exhibit.transactions.text}</p>
			<Transactions
				c={c}
				calls={record.transactions}
				tokens={tokens}
				isCautious
				below={(call) => <CallFacts c={c} call={call} maxBytes={PRINTED_BYTES} />}
			/>
			{isContract === false && replacementsInWords(copy, record) !== undefined && (
				<p>{exhibit.transactions.oneKey}</p>
			)}
			{outsidersIn(record.transactions, record.case).map((address) => (
				<p class="note caution">
					{copy.verify.outsiders} <Hash text={address} />
				</p>
			))}
			<CourtOrder c={c} record={record} />
			<History c={c} record={record} />
			<Documents c={c} record={record} />
			<h2>{accepted.order.heading(record.courtOrder !== null)}</h2>
			<Items of={accepted.order.items} />
			<h2>{exhibit.verify.heading}</h2>
			<Items of={exhibit.verify.items(`${appOrigin}/verify`)} isOrdered />
			<p class="quiet">
				{exhibit.printed} <Time c={c} iso={now} />
			</p>
		</article>,
	);
}

type Props = { c: PageContext; record: CaseRecord };

function Fingerprint({ c, record }: Props) {
	const { fingerprint } = c.get("copy").exhibit;
	const address = `${c.env.settings.appOrigin}/verify#jrcHash=${record.jrcHash}`;
	return (
		<section class="fingerprint">
			<h2>{fingerprint.heading}</h2>
			<p class="hash whole">
				{record.jrcHash.match(/0x.{8}|.{8}/g)?.map((group) => (
					<span>{group}</span>
				))}
			</p>
			<p>{fingerprint.text}</p>
			<figure>
				<Qr text={address} alt={fingerprint.alt} />
				<figcaption>
					{fingerprint.code} <Hash text={address} />
				</figcaption>
			</figure>
		</section>
	);
}

/** Labelled as on `/verify`, so that a court can compare the two. */
function CourtOrder({ c, record: { courtOrder } }: Props) {
	if (courtOrder === null) return null;
	const { fields, parts } = c.get("copy").verify;
	return (
		<>
			<h2>{parts.order}</h2>
			<Facts
				of={[
					...courtFacts(c, courtOrder),
					[fields.verification, fields.verifications[courtOrder.verification]],
				]}
			/>
		</>
	);
}

/** With the hash of each entry, to compare with the evidence file. */
function History({ c, record }: Props) {
	const { exhibit, labels, verify } = c.get("copy");
	const { fields, moves, actors, parts } = verify;
	return (
		<>
			<h2>{parts.history}</h2>
			<p>{exhibit.history}</p>
			<Table
				caption={parts.history}
				rows={record.history}
				columns={[
					[fields.entry, ({ sequence }) => sequence],
					[labels.time, ({ at }) => <Time c={c} iso={at} />],
					[fields.who, ({ actor }) => actors[(actor.split(":")[0] ?? "") as keyof typeof actors]],
					[fields.what, ({ move }) => moves[move]],
				]}
				below={({ hash }) => (
					<>
						{verify.entryHash} <Hash text={hash} />
					</>
				)}
			/>
		</>
	);
}

/** With the exact size and hash of each file, to compare with a copy. */
function Documents({ c, record: { documents } }: Props) {
	const { documents: words } = c.get("copy").exhibit;
	if (documents.length === 0) return null;
	return (
		<>
			<h2>{words.heading}</h2>
			<p>{words.text}</p>
			<ul>
				{documents.map(({ title, size, sha256 }) => (
					<li>
						{title}, {words.bytes(size)}
						<br />
						SHA-256 <Hash text={sha256} />
					</li>
				))}
			</ul>
		</>
	);
}
