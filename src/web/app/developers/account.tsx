/** `/developers/account`: who one is here, and where one is logged in. */
import type { Answer } from "../core/answers.ts";
import { ApiError, callApi, readApi } from "../core/api.ts";
import { Code, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { DoneNote, RolePages } from "./parts.tsx";

type Session = Answer<"listSessions">["data"][number];

export async function accountPage(c: PageContext): Promise<Response> {
	const { account } = c.get("copy").developers.account;
	const [{ user }, { data }] = await Promise.all([
		readApi<Answer<"getCurrentUser">>(c, "developer", "/auth/me"),
		readApi<Answer<"listSessions">>(c, "developer", "/auth/sessions"),
	]);
	return page(
		c,
		{ title: account.title, area: "developers" },
		<>
			<h1>{account.title}</h1>
			<DoneNote c={c} words={account.done} />
			<dl>
				<dt>{account.email}</dt>
				<dd>{user.email}</dd>
				<dt>{account.developerId}</dt>
				<dd>
					<Code c={c} text={user.id} />
				</dd>
				<dt>{account.role}</dt>
				<dd>
					{account.roles[user.role]}
					<RolePages c={c} role={user.role} />
				</dd>
				<dt>{account.since}</dt>
				<dd>
					<Time c={c} iso={user.createdAt} only="day" />
				</dd>
			</dl>
			<p class="quiet">{account.readOut}</p>
			<p>
				<a href="/developers/account/password">{account.password}</a>
			</p>
			<h2>{account.sessions.heading}</h2>
			<Sessions c={c} sessions={data} />
			<p>
				<a href="/developers/account/delete">{account.deletion}</a>
			</p>
		</>,
	);
}

function Sessions({ c, sessions }: { c: PageContext; sessions: readonly Session[] }) {
	const { sessions: copy } = c.get("copy").developers.account.account;
	return (
		<>
			<Table
				caption={copy.heading}
				rows={sessions}
				columns={[
					[copy.opened, ({ createdAt }) => <Time c={c} only="short" iso={createdAt} />],
					[copy.lastUsed, ({ lastUsedAt }) => <Time c={c} only="short" iso={lastUsedAt} />],
					[copy.expires, ({ expiresAt }) => <Time c={c} only="short" iso={expiresAt} />],
				]}
				action={[
					copy.action,
					({ sessionId, createdAt, current }) =>
						current ? (
							<span class="status done">{copy.current}</span>
						) : (
							<form novalidate method="post" action="/developers/account">
								<button
									type="submit"
									class="second"
									name="end"
									value={sessionId}
									aria-label={`${copy.end}: ${copy.opened} ${createdAt}`}
								>
									{copy.end}
								</button>
							</form>
						),
				]}
			/>
			{sessions.length > 1 && (
				<form novalidate method="post" action="/developers/account">
					<button type="submit" class="second" name="end" value="others">
						{copy.endOthers}
					</button>
				</form>
			)}
		</>
	);
}

/** Ends one session, or all others. A session that has ended already is no error. */
export async function endSessions(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const which = form.text("end");
	const path = which === "others" ? "/auth/sessions" : `/auth/sessions/${encodeURIComponent(which)}`;
	const answer = await callApi(c, { method: "DELETE", path, as: "developer" });
	if (!answer.ok && answer.status !== 404) throw new ApiError(answer);
	return redirect(c, "/developers/account", "sessions");
}
