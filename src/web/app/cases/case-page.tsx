/** `/cases/{caseId}`: the page of a case, for the claimant and for the owner of the lost account. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { ProblemList, TextField } from "../core/fields.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Account, Code, Network } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { SessionNeeded, signInPath } from "../core/sessions.ts";
import { WALLET_SCRIPTS } from "../core/signing.tsx";
import { tokensOf } from "../core/token-facts.ts";
import { walletAddress } from "../core/wallet.ts";
import { Addresses, readAddresses, type ShownAddresses } from "../watch/addresses.tsx";
import { paymentsInWords } from "../words/call-words.ts";
import { statusWords } from "../words/status-words.ts";
import { ApprovalPanel, readApproval } from "./approval-panel.tsx";
import { competingCases } from "./competing.tsx";
import { DocumentForm } from "./document-form.tsx";
import { type EvidenceLink, EvidenceLinks } from "./evidence-links.tsx";
import { Filed, LivePart } from "./live-part.tsx";
import { ReportExecution, type Reported, readObservation } from "./on-chain.tsx";
import { ReviewersNote } from "./progress.tsx";
import { isOpen, nextAct, takesOrder } from "./standing.ts";

/** @throws ApiError and SessionNeeded */
export function readCase(c: PageContext): Promise<CaseRecord> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	return readApi<CaseRecord>(c, "wallet", `/recovery-cases/${caseId}`);
}

/** The result of a form of the page, shown above it. */
type Said = {
	status?: number;
	document?: { problems: readonly Problem[]; title: string };
	links?: string;
	mail?: ShownAddresses;
	execution?: Reported;
};

export async function casePage(c: PageContext, said: Said = {}): Promise<Response> {
	const record = await readCase(c);
	const { caseId } = record;
	const isClaimant = walletAddress(c) === record.case.recoveryAccount;
	const canBeTold = isClaimant && isOpen(record);
	const [links, others, observation, tokens, approval, watchers] = await Promise.all([
		readApi<{ data: EvidenceLink[] }>(c, "wallet", `/recovery-cases/${caseId}/evidence-links`),
		competingCases(c, record),
		readObservation(c, record),
		tokensOf(c, "wallet", record, isClaimant),
		readApproval(c, "wallet", record),
		canBeTold ? readAddresses(c, caseId) : null,
	]);
	const copy = c.get("copy");
	const words = copy.cases.case;
	const isOwner = walletAddress(c) === record.case.lostAccount;
	const status = said.status ?? said.mail?.status;
	return page(
		c,
		{
			title: titleOf(c, record),
			area: "people",
			heading: isOwner ? words.headingOfOwner : words.heading,
			scripts: ["case", ...(approval === null ? [] : WALLET_SCRIPTS)],
			done: copy.watch.done,
			...(status !== undefined && { status }),
		},
		<div data-case={caseId}>
			<div class="about">
				{paymentsInWords(record.transactions, copy, record.case.chainId)} ·{" "}
				{copy.verify.reasons[record.case.reasonForRecovery]} · {copy.labels.account}{" "}
				{isOwner ? (
					<Code c={c} text={record.case.lostAccount} />
				) : (
					<Account c={c} address={record.case.lostAccount} />
				)}{" "}
				<Network c={c} chainId={record.case.chainId} />
			</div>
			<p role="status" class="hidden-visually" data-announce />
			<template data-words>
				<p data-word="changed">{words.changed("{status}")}</p>
				<div data-word="ended">
					<p>{words.ended}</p>
					<WayOn href={signInPath("wallet", `/cases/${caseId}`, { hasEnded: true })} text={words.signIn} />
				</div>
			</template>
			<LivePart c={c} record={record} observation={observation} others={others} />
			<ApprovalPanel c={c} approval={approval} />
			{isClaimant && isOpen(record) && <AddDocument c={c} record={record} said={said.document} />}
			{isClaimant && isOpen(record) && <ReportExecution c={c} record={record} said={said.execution} />}
			{watchers && <Mail c={c} record={record} watchers={watchers} said={said.mail} />}
			<details class="more" open={said.links !== undefined}>
				<summary>
					<h2>{words.details}</h2>
				</summary>
				<Filed c={c} record={record} tokens={tokens} />
				<EvidenceLinks c={c} caseId={caseId} links={links.data} problem={said.links} />
				<More c={c} record={record} isClaimant={isClaimant} />
			</details>
			<p class="quiet unprinted" data-live-note hidden>
				{words.live}
			</p>
		</div>,
	);
}

/** The same part again, and the exact status. The script takes it over; a session that has ended is 401 and never a redirect. */
export async function fragment(c: PageContext): Promise<Response> {
	try {
		const record = await readCase(c);
		const [observation, others] = await Promise.all([readObservation(c, record), competingCases(c, record)]);
		const part = (
			<>
				<LivePart c={c} record={record} observation={observation} others={others} />
				<CaseStatus c={c} of={record} isNow />
			</>
		);
		return await page(c, { title: titleOf(c, record), area: "people", heading: null }, part);
	} catch (error) {
		if (!(error instanceof SessionNeeded)) throw error;
		return new Response(null, { status: 401, headers: { "Cache-Control": "no-store" } });
	}
}

function titleOf(c: PageContext, record: CaseRecord): string {
	const copy = c.get("copy");
	return copy.cases.case.title(statusWords(record, copy), record.caseId);
}

type FormProps = { c: PageContext; record: CaseRecord };

function AddDocument({ c, record, said }: FormProps & { said: Said["document"] }) {
	const { documents, order } = c.get("copy").cases;
	const problems = said?.problems;
	const act = nextAct(record, Date.now());
	const isAsked = act === "documents_missing" || act === "order_unverifiable";
	return (
		<details class="unprinted" open={isAsked || said !== undefined} data-while-open>
			<summary>{documents.addHeading}</summary>
			<div id="add-document">
				{isAsked && <ReviewersNote c={c} of={record} />}
				<p>{documents.lead}</p>
			</div>
			<DocumentForm c={c} action={`/cases/${record.caseId}/documents`} problems={problems}>
				<TextField
					name="title"
					label={documents.name}
					hint={documents.nameHint}
					value={said?.title}
					problems={problems}
					autocomplete="off"
					required
				/>
			</DocumentForm>
			{act === "answered" && takesOrder(record) && (
				<LinkLine
					href={`/cases/${record.caseId}/order`}
					text={record.courtOrder === null ? order.enter : order.replace}
				/>
			)}
		</details>
	);
}

type MailProps = FormProps & { watchers: Parameters<typeof Addresses>[0]["watchers"]; said: Said["mail"] };

/** Her own address, which she confirms. The case's may be anybody's, so it is only suggested. */
function Mail({ c, record, watchers, said }: MailProps) {
	const { watch, cases } = c.get("copy");
	const watched = { caseId: record.caseId, path: mailPath(record), back: `/cases/${record.caseId}` };
	const email = said?.email ?? record.case.email ?? undefined;
	const isUnconfirmed = record.case.email !== null && watchers.length === 0;
	const isOpen = said !== undefined || watchers.length > 0 || isUnconfirmed;
	return (
		<details id="mail" class="unprinted" open={isOpen} data-while-open>
			<summary>{cases.mail.heading}</summary>
			{isUnconfirmed && <p>{cases.mail.unconfirmed}</p>}
			<p>{cases.mail.lead}</p>
			<ProblemList c={c} problems={said?.problems ?? []} labels={watch.labels} />
			<Addresses c={c} watchers={watchers} watched={watched} said={{ ...said, ...(email && { email }) }} />
		</details>
	);
}

const mailPath = ({ caseId }: CaseRecord) => `/cases/${caseId}/mail`;

function More({ c, record, isClaimant }: FormProps & { isClaimant: boolean }) {
	const { cases, exhibit, signing } = c.get("copy");
	const address = `/cases/${record.caseId}`;
	return (
		<div class="unprinted">
			<h3>{cases.danger}</h3>
			<ul>
				<li>
					<a href={`${address}/exhibit`}>{exhibit.open}</a>
				</li>
				<li>
					<a href={`${address}/evidence`} download>
						{cases.case.evidence}
					</a>
				</li>
				<li>
					<a href={`${address}/download`}>{signing.download.title.case}</a>
				</li>
				<li>
					<a href="/verify">{cases.case.verify}</a>
				</li>
				<li>
					<a href={`${address}/dates.ics`} download>
						{cases.case.calendar}
					</a>
				</li>
				{isClaimant && isOpen(record) && (
					<li data-while-open>
						<a href={`${address}/withdraw`}>{cases.close.withdraw.title}</a>
					</li>
				)}
			</ul>
			<p>
				{cases.case.address}: <Code c={c} text={`${c.env.settings.appOrigin}${address}`} />
			</p>
		</div>
	);
}
