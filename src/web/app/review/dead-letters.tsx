/** `/review/dead-letters`: notices to partners that the queue gave up. */

import { ApiError, callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { ButtonForm } from "../core/form.tsx";
import { Hash, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import { read } from "./access.tsx";
import { CaseLink } from "./case-table.tsx";
import { statusList } from "./parts.tsx";

type Letters = ResponseBody<"listDeadLetters">;
type Letter = Letters["data"][number];

export async function deadLettersPage(c: PageContext): Promise<Response> {
	const copy = c.get("copy").review.deadLetters;
	const status = c.req.query("status") === "requeued" ? "requeued" : "open";
	const { data, nextCursor } = await read<Letters>(
		c,
		`/review/dead-letters?${queryOf(c, [])}&status=${status}`,
	);
	const cards = data.map((letter) => <LetterCard c={c} letter={letter} />);
	return statusList(c, { path: "/review/dead-letters", copy, cards, nextCursor });
}

function LetterCard({ c, letter }: { c: PageContext; letter: Letter }) {
	const { labels, review } = c.get("copy");
	const { deadLetters: copy } = review;
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
			<Facts
				of={[
					[copy.received, <Time c={c} iso={letter.receivedAt} />],
					[copy.sent, <Time c={c} iso={letter.sentAt} />],
					[
						labels.case,
						caseId === null ? labels.none : <CaseLink of={{ caseId: caseId, fullCaseNumber: null }} />,
					],
					[copy.event, <Hash text={eventId ?? labels.none} />],
					[
						copy.requeued,
						requeuedAt && <Time c={c} iso={requeuedAt} />,
						requeuedBy && <Hash text={requeuedBy} />,
					],
				]}
			/>
			<details>
				<summary>{copy.body}</summary>
				<pre tabindex={0}>{JSON.stringify(letter.body, null, 2)}</pre>
			</details>
			{requeuedAt === null && (
				<ButtonForm action={`/review/dead-letters/${deadLetterId}`} submit={copy.requeue} />
			)}
		</section>
	);
}

/** A repetition sends nothing, so it needs no confirmation. */
export async function requeuePage(c: PageContext): Promise<Response> {
	const deadLetterId = encodeURIComponent(c.req.param("deadLetterId") ?? "");
	const path = `/review/dead-letters/${deadLetterId}/requeue`;
	const response = await callApi(c, { method: "POST", path, as: "developer" });
	if (!response.ok) throw new ApiError(response);
	return redirect(c, "/review/dead-letters", "done");
}
