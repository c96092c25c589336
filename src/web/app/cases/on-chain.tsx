/** The execution of a case on the chain, and reported transactions that are not final. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import { Code, ExplorerLink, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { isOpen } from "./standing.ts";

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
