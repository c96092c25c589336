/** What is claimed on a reviewer's page of a case: the order, documents, accounts, transactions, and what speaks against it. */
import { NotWatched } from "../cases/not-watched.tsx";
import { CallFacts, CourtOrder, Documents, Parties, Transactions } from "../core/case-view.tsx";
import { Facts } from "../core/facts.tsx";
import { Code, Hash, Items, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Tokens } from "../core/token-facts.ts";
import { CaseTable, type ReviewedCase } from "./case-table.tsx";
import { ShowLink } from "./document-viewer.tsx";
import { objectionIn } from "./objection.tsx";

type Props = { c: PageContext; of: ReviewedCase };

export function Claim({ c, of, tokens }: Props & { tokens: Tokens }) {
	const copy = c.get("copy").review.case;
	return (
		<>
			<Order c={c} of={of} />
			<Documents
				c={c}
				documents={of.documents}
				path={`/review/cases/${of.caseId}/documents`}
				below={({ documentId, title }) => <ShowLink c={c} document={documentId} title={title} />}
			/>
			<h2>{copy.parties}</h2>
			<Filing c={c} of={of} />
			<h2>{copy.transactions}</h2>
			<Transactions
				c={c}
				calls={of.transactions}
				tokens={tokens}
				isCautious
				below={(call) => (
					<details>
						<summary>{copy.raw}</summary>
						<CallFacts c={c} call={call} />
					</details>
				)}
			/>
			<Liveness c={c} of={of} />
			<Competing c={c} of={of} />
			<Execution c={c} of={of} />
		</>
	);
}

function Order({ c, of: { courtOrder } }: Props) {
	const { attached, verified } = c.get("copy").review.case;
	if (courtOrder === null) return <CourtOrder c={c} order={null} />;
	const { fullCaseNumber, attachedAt, verifiedAt } = courtOrder;
	return (
		<CourtOrder
			c={c}
			order={courtOrder}
			number={<a href={`/review/cases?${new URLSearchParams({ fullCaseNumber })}`}>{fullCaseNumber}</a>}
			after={[
				[attached, <Time c={c} iso={attachedAt} />],
				[verified, verifiedAt && <Time c={c} iso={verifiedAt} />],
			]}
		/>
	);
}

function Filing({ c, of }: Props) {
	const { review, labels } = c.get("copy");
	const copy = review.case;
	const { developer, executeAfter } = of;
	const through = developer && <Code c={c} text={developer.developerId} />;
	return (
		<>
			<Parties
				c={c}
				of={of}
				after={[
					[labels.email, of.case.email ?? labels.none],
					[copy.liveness, isQuiet(of) && <Quiet c={c} of={of} />],
					[copy.competing, of.competingCases.length === 0 && copy.noCompeting],
				]}
			/>
			<details>
				<summary>{labels.more}</summary>
				<Facts
					of={[
						[copy.signer, copy.signers[of.signer.kind]],
						[copy.through, through, developer === null ? copy.hosted : (developer.email ?? copy.deleted)],
						[labels.executeAfter, executeAfter && <Time c={c} iso={executeAfter} />],
						[labels.fingerprint, <Code c={c} text={of.jrcHash} />],
						[labels.case, <Code c={c} text={of.caseId} />],
					]}
				/>
			</details>
		</>
	);
}

/** The service compares the account's activity once a day, and writes into the history what it saw. */
const usesOf = ({ history }: ReviewedCase) => history.filter(({ move }) => move === "observe_activity");

const isQuiet = (of: ReviewedCase): boolean => usesOf(of).length === 0 && of.notWatched === null;

/** No transaction was seen, although the account may have signed an objection. */
function Quiet({ c, of }: Props) {
	const copy = c.get("copy").review.case;
	const objection = objectionIn(of);
	if (objection === undefined) return <>{copy.quietAccount}</>;
	return (
		<>
			{copy.objected} <Time c={c} iso={objection.at} />. {copy.noTransaction}
		</>
	);
}

function Liveness({ c, of }: Props) {
	const copy = c.get("copy").review.case;
	const seen = usesOf(of);
	if (isQuiet(of)) return null;
	return (
		<>
			<h2>{copy.liveness}</h2>
			<NotWatched c={c} of={of} />
			{seen.length === 0 ? (
				<p>
					<Quiet c={c} of={of} />
				</p>
			) : (
				<>
					<p class="note caution">{copy.activeAccount}</p>
					<Items of={seen.map(({ at }) => <Time c={c} iso={at} />)} />
				</>
			)}
		</>
	);
}

function Competing({ c, of: { competingCases } }: Props) {
	const copy = c.get("copy").review.case;
	if (competingCases.length === 0) return null;
	return (
		<>
			<h2>{copy.competing}</h2>
			<CaseTable c={c} cases={competingCases} caption={copy.competing} />
		</>
	);
}

function Execution({ c, of: { execution } }: Props) {
	const { labels, review } = c.get("copy");
	const copy = review.case;
	if (execution === null) return null;
	return (
		<>
			<h2>{labels.onChain}</h2>
			<p>
				{copy.executionStates[execution.state]} {copy.proofs[execution.proof]}
			</p>
			<Items of={execution.txHashes.map((hash) => <Hash text={hash} />)} />
		</>
	);
}
