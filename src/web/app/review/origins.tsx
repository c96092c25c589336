/** `/review/origins`: the sites of partners that ask to file cases from their own pages. */

import { shortened } from "../core/addresses.ts";
import { callApi } from "../core/api.ts";
import { isConfirmed, isTakenBack, secondLook } from "../core/confirm.tsx";
import { notFoundPage } from "../core/errors.tsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { TextField } from "../core/fields.tsx";
import { Hash, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem, Rejected } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { failOn, read } from "./access.tsx";
import { daysSince, notChanged, statusList } from "./parts.tsx";

type Cases = ResponseBody<"reviewRecoveryCases">;
type Origins = ResponseBody<"reviewOrigins">;
type Origin = Origins["data"][number];
type Typed = { originId: string; reason: string };

const STATUSES = ["requested", "allowed", "refused"] as const;

export async function originsPage(
	c: PageContext,
	{ typed, status, problems = [] }: Rejected & { typed?: Typed } = {},
): Promise<Response> {
	const copy = c.get("copy").review.origins;
	const data = await readOrigins(c);
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
		...{ path: "/review/origins", copy, cards, nextCursor: null },
		...{ problems: shown, status, labels: { [field]: c.get("copy").labels.reason } },
	});
}

/** Of the status that the address names. */
async function readOrigins(c: PageContext): Promise<Origins["data"]> {
	const listed = STATUSES.find((known) => known === c.req.query("status")) ?? "requested";
	return (await read<Origins>(c, `/review/origins?status=${listed}`)).data;
}

const reasonField = (originId: string): string => `reason-${originId}`;

/** Who asks: her address, and how old her account is. */
function aboutDeveloper(c: PageContext, { developer, developerId }: Origin): Fact[] {
	const { review, labels } = c.get("copy");
	const { origins: copy, resolvers } = review;
	const account = (
		<a class="hash" href={`/review/accounts/${developerId}`}>
			{shortened(developerId)}
		</a>
	);
	return [
		[
			copy.developer,
			developer && <span class="typed">{developer.email}</span>,
			developer && `(${copy.addresses[developer.emailConfirmedAt === null ? "unconfirmed" : "confirmed"]})`,
		],
		[
			labels.account,
			account,
			developer && (
				<>
					{copy.since} <Time c={c} iso={developer.createdAt} only="day" /> (
					{resolvers.age(daysSince(developer.createdAt))})
				</>
			),
		],
	];
}

type CardProps = { c: PageContext; origin: Origin; reason: string; problems: readonly Problem[] };

function OriginCard({ c, origin, reason, problems }: CardProps) {
	const { labels, review } = c.get("copy");
	const { origins: copy } = review;
	const { originId, status, decidedAt, decidedBy } = origin;
	return (
		<section aria-labelledby={originId}>
			<h2 id={originId}>
				<code>{origin.origin}</code>
			</h2>
			<Facts
				of={[
					...aboutDeveloper(c, origin),
					[copy.filed, <a href={`/review/cases?developerId=${origin.developerId}`}>{copy.seeFiled}</a>],
					[labels.requested, <Time c={c} iso={origin.requestedAt} />],
					[copy.decided, decidedAt && <Time c={c} iso={decidedAt} />, decidedBy && <Hash text={decidedBy} />],
					[labels.reason, origin.reason],
				]}
			/>
			<form novalidate method="post" action={`/review/origins/${originId}?status=${status}`}>
				<TextField
					id={reasonField(originId)}
					name="reason"
					label={labels.reason}
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
		</section>
	);
}

export async function decideOriginPage(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const originId = c.req.param("originId") ?? "";
	const decision = form.text("decision") === "allow" ? "allow" : "refuse";
	const reason = form.text("reason");
	const typed = { originId, reason };
	if (isTakenBack(form)) return originsPage(c, { typed });
	if (reason === "") {
		const text = c.get("copy").desk.decision.reasonMissing;
		return originsPage(c, { typed, problems: [{ field: "reason", text }] });
	}
	if (!isConfirmed(form)) return askAgain(c, { ...typed, decision });
	const response = await callApi(c, {
		method: "POST",
		path: `/review/origins/${encodeURIComponent(originId)}/decision`,
		as: "developer",
		body: { decision, reason },
	});
	if (response.ok) return redirect(c, "/review/origins", "done");
	failOn(response, 400, 403, 409);
	return originsPage(c, { ...notChanged(c, response), typed });
}

async function askAgain(c: PageContext, asked: Typed & { decision: "allow" | "refuse" }): Promise<Response> {
	const { review, labels } = c.get("copy");
	const { origins: copy, cases } = review;
	const { originId, decision, reason } = asked;
	const origin = (await readOrigins(c)).find((one) => one.originId === originId);
	if (origin === undefined) return notFoundPage(c);
	const { developerId } = origin;
	const filed = await read<Cases>(c, `/review/recovery-cases?developerId=${developerId}&limit=1`);
	const isWithdrawn = decision === "refuse" && origin.status === "allowed";
	const { title, effect, action } = copy.looks[isWithdrawn ? "withdraw" : decision];
	return secondLook(c, {
		...{ area: "reviewers", title, effect, action },
		about: [
			[copy.site, <code>{origin.origin}</code>],
			...aboutDeveloper(c, origin),
			[
				copy.filed,
				<a href={`/review/cases?developerId=${developerId}`}>
					{cases.total(filed.total.count, filed.total.isExact)}
				</a>,
			],
			[labels.yourReason, reason],
		],
		more: decision === "allow" && <p>{copy.check}</p>,
		isFinal: false,
		fields: { decision, reason },
	});
}
