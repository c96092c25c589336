/** `/review`: the cases whose court order waits for a reviewer, one line for each filer, oldest first. */
import type { Answer } from "../core/answers.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { read } from "./access.tsx";
import { CaseLink, CaseStatus, chainWords } from "./case-words.tsx";
import { queryOf, Rest } from "./parts.tsx";

type Waiting = Answer<"listWaitingCases">;

export async function queuePage(c: PageContext): Promise<Response> {
	const { queue: copy, list } = c.get("copy").review;
	const { data, nextCursor } = await read<Waiting>(c, `/review/waiting-cases?${queryOf(c, ["filer"])}`);
	const filer = c.req.query("filer");
	return page(
		c,
		{ title: copy.title, area: "reviewers" },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{filer === undefined ? copy.lead : copy.ofFiler(filer)}</p>
			<p>
				{filer !== undefined && <a href="/review">{copy.all}</a>} <a href="/review/cases">{copy.search}</a>
			</p>
			{data.length > 0 && (
				<div class="scroll">
					<table>
						<caption class="hidden-visually">{copy.title}</caption>
						<thead>
							<tr>
								<th scope="col">{copy.filed}</th>
								<th scope="col">{copy.case}</th>
								<th scope="col">{copy.status}</th>
								<th scope="col">{copy.order}</th>
								<th scope="col">{copy.documents}</th>
								<th scope="col">{copy.lost}</th>
								{filer === undefined && <th scope="col">{copy.filer}</th>}
							</tr>
						</thead>
						<tbody>
							{data.map((line) => (
								<tr>
									<td>
										<Time c={c} only="short" iso={line.createdAt} />
									</td>
									<th scope="row">
										<CaseLink caseId={line.caseId} />
									</th>
									<td>
										<CaseStatus c={c} of={line} />
									</td>
									<td>{line.courtOrder?.fullCaseNumber ?? list.none}</td>
									<td>{line.documentCount ?? copy.unknown}</td>
									<td>
										<span class="hash">{line.lostAccount}</span> {chainWords(c, line.chainId)}
									</td>
									{filer === undefined && (
										<td>
											<span class="hash">{line.filer}</span>{" "}
											{line.otherWaiting > 0 && (
												<a href={`/review?${new URLSearchParams({ filer: line.filer })}`}>
													{copy.more(line.otherWaiting)}
												</a>
											)}
										</td>
									)}
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
			<Rest c={c} nextCursor={nextCursor} hasRows={data.length > 0} />
		</>,
	);
}
