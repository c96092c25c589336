/** `/review/origins`: the sites of partners that ask to file cases from their own pages. */

import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { failOn, read } from "./access.tsx";
import { Done, problemsIn, Rest } from "./parts.tsx";
import { Search } from "./search.tsx";

type Origins = Answer<"reviewOrigins">;
type Origin = Origins["data"][number];
type Shown = { problems?: readonly Problem[]; status?: number; typed?: { originId: string; reason: string } };

const STATUSES = ["requested", "allowed", "refused"] as const;

export function originsPage(c: PageContext): Promise<Response> {
	return showOrigins(c, {});
}

async function showOrigins(c: PageContext, { problems = [], status = 200, typed }: Shown): Promise<Response> {
	const copy = c.get("copy").review.origins;
	const listed = STATUSES.find((known) => known === c.req.query("status")) ?? "requested";
	const { data } = await read<Origins>(c, `/review/origins?status=${listed}`);
	return page(
		c,
		{ title: copy.title, area: "reviewers", status },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			<Done c={c} text={copy.done} />
			<ProblemList c={c} problems={problems} labels={{}} />
			<Search
				c={c}
				fields={[{ name: "status", label: copy.status, options: Object.entries(copy.statuses) }]}
			/>
			{data.map((origin) => (
				<OriginCard c={c} origin={origin} reason={typed?.originId === origin.originId ? typed.reason : ""} />
			))}
			<Rest c={c} nextCursor={null} hasRows={data.length > 0} />
		</>,
	);
}

function OriginCard({ c, origin, reason }: { c: PageContext; origin: Origin; reason: string }) {
	const { origins: copy, resolvers } = c.get("copy").review;
	const { originId, developerId, status } = origin;
	const field = `reason-${originId}`;
	return (
		<section aria-labelledby={originId}>
			<h2 id={originId}>
				<code>{origin.origin}</code>
			</h2>
			<dl>
				<dt>{copy.developer}</dt>
				<dd>
					<a class="hash" href={`/review/accounts/${developerId}`}>
						{developerId}
					</a>
				</dd>
				<dt>{copy.requested}</dt>
				<dd>
					<Time c={c} iso={origin.requestedAt} />
				</dd>
				{origin.decidedAt !== null && (
					<>
						<dt>{copy.decided}</dt>
						<dd>
							<Time c={c} iso={origin.decidedAt} /> <span class="hash">{origin.decidedBy}</span>
						</dd>
						<dt>{copy.reason}</dt>
						<dd>{origin.reason}</dd>
					</>
				)}
			</dl>
			<form method="post" action={`/review/origins/${originId}?status=${status}`}>
				<div class="field">
					<label for={field}>{copy.reason}</label>
					<p class="hint" id={`${field}-hint`}>
						{copy.reasonHint}
					</p>
					<input
						id={field}
						name="reason"
						value={reason}
						aria-describedby={`${field}-hint`}
						maxlength={500}
						required
					/>
				</div>
				<div class="actions">
					{status !== "allowed" && (
						<button type="submit" name="decision" value="allow" class="second">
							{copy.allow}
						</button>
					)}
					{status !== "refused" && (
						<button type="submit" name="decision" value="refuse" class="danger">
							{status === "allowed" ? copy.withdraw : copy.refuse}
						</button>
					)}
				</div>
			</form>
			<p class="quiet">{resolvers.compare}</p>
		</section>
	);
}

/** No confirmation, because a reviewer may decide again at any time. */
export async function decideOriginPage(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const originId = c.req.param("originId") ?? "";
	const decision = form.text("decision") === "allow" ? "allow" : "refuse";
	const reason = form.text("reason");
	const answer = await callApi(c, {
		method: "POST",
		path: `/review/origins/${encodeURIComponent(originId)}/decision`,
		as: "developer",
		body: { decision, reason },
	});
	if (answer.ok) return redirect(c, "/review/origins?done=1");
	failOn(answer, 400, 403, 409);
	return showOrigins(c, {
		problems: problemsIn(c, answer),
		status: answer.status,
		typed: { originId, reason },
	});
}
