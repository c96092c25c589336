/** The page that a party prints for a court: A4 and Letter, black and white, nothing that needs a screen. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { statusWords } from "../cases/standing.ts";
import type { Copy } from "../copy/copy.ts";
import { CallText } from "../core/call-text.tsx";
import { isReadFromData } from "../core/call-words.ts";
import { chainName } from "../core/chains.ts";
import { Facts } from "../core/facts.tsx";
import { Hash, Items } from "../core/format.tsx";
import { Table } from "../core/table.tsx";
import { timeInWords } from "../core/times.ts";
import type { Tokens } from "../core/token-facts.ts";
import { QrCode } from "./qr-code.tsx";

type Props = {
	record: CaseRecord;
	tokens: Tokens;
	copy: Copy;
	language: string;
	appOrigin: string;
	/** ISO 8601. */
	now: string;
};

/** A printed page has space for this many bytes. */
const PRINTED_BYTES = 512;

export function ExhibitPage(props: Props) {
	const { copy, language, appOrigin, now } = props;
	const { exhibit } = copy;
	return (
		<article class="exhibit">
			<h1>{exhibit.title}</h1>
			<p class="lead">{exhibit.lead(appOrigin)}</p>
			<p class="actions">
				<button type="button" data-print hidden>
					{exhibit.print}
				</button>
			</p>
			<Parties {...props} />
			<Fingerprint {...props} />
			<Transactions {...props} />
			<CourtOrder {...props} />
			<History {...props} />
			<Documents {...props} />
			<h2>{exhibit.verify.heading}</h2>
			<Items of={exhibit.verify.items(`${appOrigin}/verify`)} isOrdered />
			<p class="quiet">
				{exhibit.printed} <Time iso={now} language={language} />
			</p>
		</article>
	);
}

function Parties({ record, copy, language, now }: Props) {
	const { exhibit, verify } = copy;
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery } = record.case;
	return (
		<>
			<h2>{exhibit.parties}</h2>
			<Facts
				of={[
					[verify.fields.caseId, <Hash text={record.caseId} />],
					[exhibit.lost, <Hash text={lostAccount} />],
					[exhibit.receiving, <Hash text={recoveryAccount} />],
					[verify.fields.chain, verify.chain(chainName(chainId), chainId)],
					[verify.fields.reason, verify.reasons[reasonForRecovery]],
					[exhibit.filed, <Time iso={record.createdAt} language={language} />],
					[verify.fields.status, statusWords(record, copy, Date.parse(now))],
				]}
			/>
		</>
	);
}

function Fingerprint({ record, copy, appOrigin }: Props) {
	const { fingerprint } = copy.exhibit;
	const address = `${appOrigin}/verify#jrcHash=${record.jrcHash}`;
	return (
		<section class="fingerprint">
			<h2>{fingerprint.heading}</h2>
			<p class="hash whole">{record.jrcHash}</p>
			<p>{fingerprint.text}</p>
			<figure>
				<QrCode text={address} label={fingerprint.alt} />
				<figcaption>
					{fingerprint.code} <span class="hash">{address}</span>
				</figcaption>
			</figure>
		</section>
	);
}

function Transactions({ record, copy, tokens }: Props) {
	const { transactions } = copy.exhibit;
	return (
		<>
			<h2>{transactions.heading}</h2>
			<p>{transactions.text}</p>
			<ol class="transactions">
				{record.transactions.map((call) => (
					<li>
						<p>
							<CallText copy={copy} call={call} tokens={tokens} />
						</p>
						<Facts
							of={[
								[transactions.to, <Hash text={call.dest} />],
								[transactions.value, <Hash text={BigInt(call.value).toString()} />],
								[
									transactions.data,
									<span class="hash">
										<Data data={call.data} copy={copy} />
									</span>,
								],
							]}
						/>
					</li>
				))}
			</ol>
			{record.transactions.some(isReadFromData) && <p class="quiet">{copy.acts.caution}</p>}
		</>
	);
}

function Data({ data, copy }: { data: string; copy: Copy }) {
	const bytes = data.length / 2 - 1;
	if (bytes === 0) return <>{copy.verify.fields.noData}</>;
	if (bytes <= PRINTED_BYTES) return <>{data}</>;
	return (
		<>
			{data.slice(0, 2 + 2 * PRINTED_BYTES)} {copy.exhibit.transactions.cut(bytes)}
		</>
	);
}

function CourtOrder({ record: { courtOrder }, copy }: Props) {
	if (courtOrder === null) return null;
	const { fields, parts } = copy.verify;
	return (
		<>
			<h2>{parts.order}</h2>
			<Facts
				of={[
					[fields.title, courtOrder.title],
					[fields.caseNumber, courtOrder.fullCaseNumber],
					[fields.court, courtOrder.courtId],
					[fields.docketNumber, courtOrder.docketNumber],
					[fields.verification, fields.verifications[courtOrder.verification]],
				]}
			/>
		</>
	);
}

function History({ record, copy, language }: Props) {
	const { history } = copy.exhibit;
	const { fields, moves, actors } = copy.verify;
	return (
		<>
			<h2>{history.heading}</h2>
			<p>{history.text}</p>
			<Table
				caption={history.heading}
				rows={record.history}
				columns={[
					[fields.entry, ({ sequence }) => sequence],
					[fields.time, ({ at }) => <Time iso={at} language={language} />],
					[fields.who, ({ actor }) => actors[(actor.split(":")[0] ?? "") as keyof typeof actors]],
					[fields.what, ({ move }) => moves[move]],
				]}
				below={({ hash }) => (
					<>
						{history.hash} <span class="hash">{hash}</span>
					</>
				)}
			/>
		</>
	);
}

function Documents({ record: { documents }, copy }: Props) {
	if (documents.length === 0) return null;
	const words = copy.exhibit.documents;
	return (
		<>
			<h2>{words.heading}</h2>
			<p>{words.text}</p>
			<ul>
				{documents.map(({ title, size, sha256 }) => (
					<li>
						{title}, {words.bytes(size)}
						<br />
						{words.hash} <span class="hash">{sha256}</span>
					</li>
				))}
			</ul>
		</>
	);
}

function Time({ iso, language }: { iso: string; language: string }) {
	return <time datetime={iso}>{timeInWords(iso, language)}</time>;
}
