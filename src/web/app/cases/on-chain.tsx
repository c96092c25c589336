/** The execution of a case on the chain, and reported transactions that are not final. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { LinkButton, PostForm } from "../core/form.tsx";
import { Code, CopyButton, ExplorerLink, networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { transactionsInWords } from "../words/call-text.tsx";
import { isOpen, nextAct } from "./standing.ts";

type Observation = ResponseBody<"getExecution">["observation"];
export type CaseOnChain = { execution: CaseRecord["execution"]; observation: Observation };

/** Null where the record says everything. @throws ApiError and SessionNeeded */
export async function readObservation(c: PageContext, record: CaseRecord): Promise<Observation> {
	if (!isOpen(record)) return null;
	const path = `/recovery-cases/${record.jrcHash}/execution`;
	return (await readApi<ResponseBody<"getExecution">>(c, "wallet", path)).observation;
}

type Props = { c: PageContext };
type OfChain = Props & { chainId: number };

export function OnChain({ c, chainId, execution, observation }: OfChain & CaseOnChain) {
	const { execution: words } = c.get("copy").cases;
	const seen = execution?.txHashes.map((hash) => hash.toLowerCase()) ?? [];
	if (execution === null && observation === null) return null;
	const isSame = observation?.txHashes.every((hash) => seen.includes(hash.toLowerCase()));
	return (
		<>
			<h2 id="chain">{words.title}</h2>
			{execution !== null && (
				<>
					<p>
						{words.seen}:{" "}
						<span class={execution.state === "final" ? "status done" : "status waiting"}>
							{words.states[execution.state]}
						</span>
					</p>
					<Hashes c={c} chainId={chainId} hashes={execution.txHashes} />
				</>
			)}
			{observation !== null && !isSame && (
				<>
					<p>{words.reported}</p>
					<Hashes c={c} chainId={chainId} hashes={observation.txHashes} />
				</>
			)}
			{observation !== null && <Observed c={c} observation={observation} />}
		</>
	);
}

/** The result of the last check and the time of the next one, in words. */
function Observed({ c, observation }: Props & { observation: NonNullable<Observation> }) {
	const { execution: words } = c.get("copy").cases;
	const { state, nextLookAt } = observation;
	return (
		<>
			<p>{words.found[state]}</p>
			<p>
				{nextLookAt === null ? (
					words.notAgain
				) : (
					<>
						{words.again} <Time c={c} iso={nextLookAt} />.
					</>
				)}
			</p>
		</>
	);
}

function Hashes({ c, chainId, hashes }: OfChain & { hashes: readonly string[] }) {
	return (
		<ul>
			{hashes.map((hash) => (
				<li>
					<Code c={c} text={hash} /> <ExplorerLink c={c} chainId={chainId} path={`tx/${hash}`} />
				</li>
			))}
		</ul>
	);
}

/** What was typed, and what is wrong with it. */
export type Reported = { problems: readonly Problem[]; typed: string };
type ReportProps = Props & { record: CaseRecord };

/** For the claimant, who names the transactions that carried the case out. */
export function ReportExecution({ c, record, said }: ReportProps & { said: Reported | undefined }) {
	const { execution } = c.get("copy").cases;
	if (record.courtOrder === null && said === undefined) return null;
	const problems = said?.problems ?? [];
	const isDue = nextAct(record, Date.now()) === "executable";
	return (
		<details class="unprinted" open={isDue || said !== undefined} data-while-open>
			<summary>{execution.reportHeading}</summary>
			<p>{execution.lead}</p>
			<ProblemList c={c} problems={problems} labels={{ txHashes: execution.hashes }} />
			<PostForm action={`/cases/${record.caseId}/execution`} submit={execution.report} kind="second">
				<TextField
					name="txHashes"
					label={execution.hashes}
					hint={execution.hashesHint}
					value={said?.typed ?? ""}
					problems={problems}
					rows={3}
					isCode
					required
				/>
			</PostForm>
		</details>
	);
}

/** Mail programs take no longer address. */
const MAX_MAILED = 1_800;

/** What the claimant can write to whoever can act for the account. */
export function Letter({ c, record }: ReportProps) {
	const copy = c.get("copy");
	const { heading, mail, subject, text } = copy.cases.execution.ask;
	const { lostAccount, chainId } = record.case;
	const letter = text({
		lostAccount,
		network: networkText(c, chainId),
		transactions: transactionsInWords(copy, record),
		jrcHash: record.jrcHash,
		service: c.env.settings.appOrigin,
	});
	const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(letter)}`;
	return (
		<section class="unprinted" aria-labelledby="letter">
			<h2 id="letter">{heading}</h2>
			<blockquote class="document">{letter}</blockquote>
			<p class="actions">
				<CopyButton c={c} text={letter} of={`“${heading}”`} />
				{address.length <= MAX_MAILED && <LinkButton href={address} text={mail} kind="second" />}
			</p>
		</section>
	);
}
