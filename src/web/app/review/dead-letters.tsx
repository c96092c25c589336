/** `/review/dead-letters`: notices to partners that the queue gave up. */

import type { Answer } from "../core/answers.ts";
import { ApiError, callApi } from "../core/api.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { read } from "./access.tsx";
import { CaseLink } from "./case-words.tsx";
import { queryOf } from "./parts.tsx";
import { statusList } from "./status-list.tsx";

type Letters = Answer<"listDeadLetters">;
type Letter = Letters["data"][number];

export async function deadLettersPage(c: PageContext): Promise<Response> {
	const copy = c.get("copy").review.deadLetters;
	const status = c.req.query("status") === "requeued" ? "requeued" : "open";
	const { data, nextCursor } = await read<Letters>(
		c,
		`/review/dead-letters?${queryOf(c, [])}&status=${status}`,
	);
	const cards = data.map((letter) => <LetterCard c={c} letter={letter} />);
	return statusList(c, { copy, cards, nextCursor });
}

function LetterCard({ c, letter }: { c: PageContext; letter: Letter }) {
	const { deadLetters: copy, queue, list } = c.get("copy").review;
	const { deadLetterId, caseId, eventId, requeuedAt, requeuedBy, confirmedAt } = letter;
	return (
		<section aria-labelledby={deadLetterId}>
			<h2 id={deadLetterId} class="hash">
				{deadLetterId}
			</h2>
			<p>
				<span class={`status ${confirmedAt === null ? "waiting" : "done"}`}>
					{confirmedAt === null ? copy.unconfirmed : copy.confirmed}
				</span>
			</p>
			<dl>
				<dt>{copy.received}</dt>
				<dd>
					<Time c={c} iso={letter.receivedAt} />
				</dd>
				<dt>{copy.sent}</dt>
				<dd>
					<Time c={c} iso={letter.sentAt} />
				</dd>
				<dt>{queue.case}</dt>
				<dd>{caseId === null ? list.none : <CaseLink caseId={caseId} />}</dd>
				<dt>{copy.event}</dt>
				<dd class="hash">{eventId ?? list.none}</dd>
				{requeuedAt !== null && (
					<>
						<dt>{copy.requeued}</dt>
						<dd>
							<Time c={c} iso={requeuedAt} /> <span class="hash">{requeuedBy}</span>
						</dd>
					</>
				)}
			</dl>
			<details>
				<summary>{copy.body}</summary>
				<pre tabindex={0}>{JSON.stringify(letter.body, null, 2)}</pre>
			</details>
			{requeuedAt === null && (
				<form novalidate method="post" action={`/review/dead-letters/${deadLetterId}`}>
					<button type="submit" class="second">
						{copy.requeue}
					</button>
				</form>
			)}
		</section>
	);
}

/** A repetition sends nothing, so it needs no confirmation. */
export async function requeuePage(c: PageContext): Promise<Response> {
	const deadLetterId = encodeURIComponent(c.req.param("deadLetterId") ?? "");
	const path = `/review/dead-letters/${deadLetterId}/requeue`;
	const answer = await callApi(c, { method: "POST", path, as: "developer" });
	if (!answer.ok) throw new ApiError(answer);
	return redirect(c, "/review/dead-letters", "done");
}
