/** `/review/origins`: the sites of partners that ask to file cases from their own pages. */

import { callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { TextField } from "../core/fields.tsx";
import { Hash, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem, Rejected } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { failOn, read } from "./access.tsx";
import { notChanged, statusList } from "./parts.tsx";

type Origins = ResponseBody<"reviewOrigins">;
type Origin = Origins["data"][number];
type Typed = { originId: string; reason: string };

const STATUSES = ["requested", "allowed", "refused"] as const;

export async function originsPage(
	c: PageContext,
	{ typed, status, problems = [] }: Rejected & { typed?: Typed } = {},
): Promise<Response> {
	const copy = c.get("copy").review.origins;
	const listed = STATUSES.find((known) => known === c.req.query("status")) ?? "requested";
	const { data } = await read<Origins>(c, `/review/origins?status=${listed}`);
	const field = reasonField(typed?.originId ?? "");
	// The reason of each site is a field of its own.
	const shown = problems.map((one) => (one.field === "reason" ? { ...one, field } : one));
	const cards = data.map((origin) => (
		<OriginCard
			c={c}
			origin={origin}
			reason={typed?.originId === origin.originId ? typed.reason : ""}
			problems={shown}
		/>
	));
	return statusList(c, {
		...{ copy, cards, nextCursor: null },
		...{ problems: shown, status, labels: { [field]: copy.reason } },
	});
}

const reasonField = (originId: string): string => `reason-${originId}`;

type CardProps = { c: PageContext; origin: Origin; reason: string; problems: readonly Problem[] };

function OriginCard({ c, origin, reason, problems }: CardProps) {
	const { origins: copy, resolvers } = c.get("copy").review;
	const { originId, developerId, status, decidedAt, decidedBy } = origin;
	const account = (
		<a class="hash" href={`/review/accounts/${developerId}`}>
			{developerId}
		</a>
	);
	return (
		<section aria-labelledby={originId}>
			<h2 id={originId}>
				<code>{origin.origin}</code>
			</h2>
			<Facts
				of={[
					[copy.developer, account],
					[copy.requested, <Time c={c} iso={origin.requestedAt} />],
					[copy.decided, decidedAt && <Time c={c} iso={decidedAt} />, decidedBy && <Hash text={decidedBy} />],
					[copy.reason, origin.reason],
				]}
			/>
			<form novalidate method="post" action={`/review/origins/${originId}?status=${status}`}>
				<TextField
					id={reasonField(originId)}
					name="reason"
					label={copy.reason}
					hint={copy.reasonHint}
					value={reason}
					problems={problems}
					maxlength={500}
					required
				/>
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
	const response = await callApi(c, {
		method: "POST",
		path: `/review/origins/${encodeURIComponent(originId)}/decision`,
		as: "developer",
		body: { decision, reason },
	});
	if (response.ok) return redirect(c, "/review/origins", "done");
	failOn(response, 400, 403, 409);
	return originsPage(c, { ...notChanged(c, response), typed: { originId, reason } });
}
