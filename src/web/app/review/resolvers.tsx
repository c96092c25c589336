/** `/review/resolvers` and the page of an account: a role is granted by developer id, on the page that shows the account. */

import { ApiError, callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { TextField } from "../core/fields.tsx";
import { LinkButton } from "../core/form.tsx";
import { Hash, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Rejected } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import { Table } from "../core/table.tsx";
import { failOn, read } from "./access.tsx";
import { daysSince, notChanged, Rest } from "./parts.tsx";

type Accounts = ResponseBody<"listResolvers">;
type User = ResponseBody<"reviewAccount">["user"];

export async function resolversPage(c: PageContext): Promise<Response> {
	const { data, nextCursor } = await read<Accounts>(c, `/review/resolvers?${queryOf(c, [])}`);
	const { labels, review } = c.get("copy");
	const copy = review.resolvers;
	return page(
		c,
		{ title: copy.title, area: "reviewers", lead: copy.lead },
		<>
			<LookUp c={c} />
			<h2>{copy.list}</h2>
			<Table
				caption={copy.list}
				rows={data}
				columns={[
					[
						labels.developerId,
						({ id }) => (
							<a class="hash" href={`/review/accounts/${id}`}>
								{id}
							</a>
						),
					],
					[labels.email, ({ email }) => <span class="typed">{email}</span>],
					[copy.registered, ({ createdAt }) => <Time c={c} only="short" iso={createdAt} />],
				]}
			/>
			<Rest c={c} nextCursor={nextCursor} hasRows={data.length > 0} />
		</>,
	);
}

type LookUpProps = { c: PageContext; problems?: Rejected["problems"]; typed?: string };

function LookUp({ c, problems, typed }: LookUpProps) {
	const { labels, review } = c.get("copy");
	const copy = review.resolvers;
	return (
		<form novalidate method="post" action="/review/resolvers">
			<h2>{copy.grantHeading}</h2>
			<p>{copy.grantHow}</p>
			<TextField
				name="developerId"
				label={labels.developerId}
				hint={copy.idHint}
				value={typed}
				problems={problems}
				spellcheck="false"
				required
			/>
			<button type="submit">{copy.look}</button>
		</form>
	);
}

/** Leads to the account, if there is one. */
export async function lookUpAccount(c: PageContext): Promise<Response> {
	const { labels, review } = c.get("copy");
	const copy = review.resolvers;
	const typed = (await readForm(c)).text("developerId");
	const response = await accountOf(c, typed);
	if (response.ok) return redirect(c, `/review/accounts/${response.body.user.id}`);
	failOn(response, 400, 404);
	const rejected = notChanged(c, response);
	return page(
		c,
		{ title: copy.title, area: "reviewers", ...rejected, labels: { developerId: labels.developerId } },
		<LookUp c={c} typed={typed} problems={rejected.problems} />,
	);
}

const accountOf = (c: PageContext, developerId: string) =>
	callApi<{ user: User }>(c, {
		method: "GET",
		path: `/review/accounts/${encodeURIComponent(developerId)}`,
		as: "developer",
	});

export async function accountPage(c: PageContext): Promise<Response> {
	const developerId = encodeURIComponent(c.req.param("developerId") ?? "");
	const { user } = await read<{ user: User }>(c, `/review/accounts/${developerId}`);
	return showAccount(c, user);
}

function showAccount(c: PageContext, user: User, rejected: Rejected = {}): Promise<Response> {
	const { id, email, role, createdAt } = user;
	const { labels, review } = c.get("copy");
	const copy = review.resolvers;
	return page(
		c,
		{ title: labels.account, area: "reviewers", done: { done: copy.done }, ...rejected },
		<>
			<Facts
				of={[
					[labels.email, email],
					[copy.registered, <Time c={c} iso={createdAt} />, `(${copy.age(daysSince(createdAt))})`],
					[labels.role, copy.roles[role]],
					[labels.developerId, <Hash text={id} />],
				]}
			/>
			<p class="note caution">{copy.compare}</p>
			<form novalidate method="post" action={`/review/accounts/${id}`} class="actions">
				{role === "developer" && (
					<button type="submit" name="act" value="grant">
						{copy.grant}
					</button>
				)}
				{role === "resolver" && (
					<button type="submit" name="act" value="revoke" class="danger">
						{copy.revoke}
					</button>
				)}
				<LinkButton href="/review/resolvers" text={c.get("copy").common.action.back} kind="second" />
			</form>
		</>,
	);
}

/** A role can be granted and revoked again, so no further confirmation is needed. */
export async function changeRole(c: PageContext): Promise<Response> {
	const isGrant = (await readForm(c)).text("act") === "grant";
	const developerId = c.req.param("developerId") ?? "";
	const response = await callApi<{ user: User }>(
		c,
		isGrant
			? { method: "POST", path: "/review/resolvers", as: "developer", body: { developerId } }
			: { method: "DELETE", path: `/review/resolvers/${encodeURIComponent(developerId)}`, as: "developer" },
	);
	if (response.ok) return redirect(c, `/review/accounts/${response.body.user.id}`, "done");
	failOn(response, 403);
	const account = await accountOf(c, developerId);
	if (!account.ok) throw new ApiError(account);
	return showAccount(c, account.body.user, notChanged(c, response));
}
