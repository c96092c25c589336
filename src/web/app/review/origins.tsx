/** `/review/origins`: the sites of partners that ask to file cases from their own pages. */

import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, textOf } from "../core/problems.ts";
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
	const field = fieldOf(typed?.originId ?? "");
	// The reason of each site is a field of its own.
	const shown = problems.map((one) => (one.field === "reason" ? { ...one, field } : one));
	return page(
		c,
		{ title: copy.title, area: "reviewers", status },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			<Done c={c} text={copy.done} />
			<ProblemList c={c} problems={shown} labels={{ [field]: copy.reason }} />
			<Search
				c={c}
				fields={[{ name: "status", label: copy.status, options: Object.entries(copy.statuses) }]}
			/>
			{data.map((origin) => (
				<OriginCard
					c={c}
					origin={origin}
					reason={typed?.originId === origin.originId ? typed.reason : ""}
					error={textOf(shown, fieldOf(origin.originId))}
				/>
			))}
			<Rest c={c} nextCursor={null} hasRows={data.length > 0} />
		</>,
	);
}

const fieldOf = (originId: string): string => `reason-${originId}`;

type CardProps = { c: PageContext; origin: Origin; reason: string; error: string | undefined };

function OriginCard({ c, origin, reason, error }: CardProps) {
	const { origins: copy, resolvers } = c.get("copy").review;
	const { originId, developerId, status } = origin;
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
			<form novalidate method="post" action={`/review/origins/${originId}?status=${status}`}>
				<ReasonField c={c} id={fieldOf(originId)} reason={reason} error={error} />
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

type ReasonProps = { c: PageContext; id: string; reason: string; error: string | undefined };

/** Its id names the site, because the page has one for each. */
function ReasonField({ c, id, reason, error }: ReasonProps) {
	const copy = c.get("copy").review.origins;
	return (
		<div class="field">
			<label for={id}>{copy.reason}</label>
			<p class="hint" id={`${id}-hint`}>
				{copy.reasonHint}
			</p>
			<input
				id={id}
				name="reason"
				value={reason}
				aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
				aria-invalid={error === undefined ? undefined : "true"}
				maxlength={500}
				required
			/>
			{error !== undefined && (
				<p class="error" id={`${id}-error`}>
					{error}
				</p>
			)}
		</div>
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
	if (answer.ok) return redirect(c, "/review/origins", "done");
	failOn(answer, 400, 403, 409);
	return showOrigins(c, {
		problems: problemsIn(c, answer),
		status: answer.status,
		typed: { originId, reason },
	});
}
