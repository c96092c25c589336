/** `/developers/account`: who one is here, and where one is logged in. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { ButtonForm, LinkLine } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import { MailStopNote } from "../core/mail-stop.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { RolePages } from "./parts.tsx";

const PATH = "/developers/account";

type Session = ResponseBody<"listSessions">["data"][number];

export async function accountPage(c: PageContext): Promise<Response> {
	const { developers, labels } = c.get("copy");
	const { account } = c.get("copy").developers.account;
	const [{ user, emailConfirmedAt, mailStopped }, { data }, mails] = await Promise.all([
		readApi<ResponseBody<"getCurrentUser">>(c, "developer", "/auth/me"),
		readApi<ResponseBody<"listSessions">>(c, "developer", "/auth/sessions"),
		readApi<ResponseBody<"listMailChoices">>(c, "developer", "/auth/mails"),
	]);
	return page(
		c,
		{ title: account.title, area: "developers", done: account.done },
		<>
			<Facts
				of={[
					[
						labels.email,
						user.email,
						emailConfirmedAt === null && <a href="/developers/account/confirm">{account.confirm}</a>,
					],
					[labels.developerId, <Code c={c} text={user.id} />],
					[labels.role, account.roles[user.role], <RolePages c={c} role={user.role} />],
					[account.since, <Time c={c} iso={user.createdAt} only="day" />],
				]}
			/>
			<MailStopNote c={c} stop={mailStopped} />
			{mailStopped?.canBeLifted && emailConfirmedAt !== null && (
				<LinkLine href="/developers/account/confirm" text={account.confirmAnew} />
			)}
			<p class="quiet">{account.readOut}</p>
			<LinkLine href="/developers/account/email" text={developers.account.emailChange.title} />
			<LinkLine href="/developers/account/password" text={developers.account.change.title} />
			<LinkLine href="/developers/account/passkeys" text={account.passkeys} />
			<h2>{account.sessions.heading}</h2>
			<Sessions c={c} sessions={data} />
			{c.env.settings.mailFrom !== null && <Mails c={c} choices={mails.data} />}
			<LinkLine href="/developers/account/delete" text={developers.account.deletion.title} />
		</>,
	);
}

function Sessions({ c, sessions }: { c: PageContext; sessions: readonly Session[] }) {
	const { labels } = c.get("copy");
	const { sessions: copy } = c.get("copy").developers.account.account;
	return (
		<>
			<Table
				caption={copy.heading}
				rows={sessions}
				columns={[
					[copy.opened, ({ createdAt }) => <Time c={c} only="short" iso={createdAt} />],
					[labels.lastUsed, ({ lastUsedAt }) => <Time c={c} only="short" iso={lastUsedAt} />],
					[copy.expires, ({ expiresAt }) => <Time c={c} only="short" iso={expiresAt} />],
				]}
				action={[
					labels.action,
					({ sessionId, createdAt, current }) =>
						current ? (
							<span class="status done">{copy.current}</span>
						) : (
							<ButtonForm
								action={PATH}
								submit={copy.end}
								name="end"
								value={sessionId}
								about={`${copy.opened} ${createdAt}`}
							/>
						),
				]}
			/>
			{sessions.length > 1 && <ButtonForm action={PATH} submit={copy.endOthers} name="end" value="others" />}
		</>
	);
}

/** The kinds of mail that can be switched off. */
function Mails({ c, choices }: { c: PageContext; choices: ResponseBody<"listMailChoices">["data"] }) {
	const { mails: copy } = c.get("copy").developers.account.account;
	const { kindNames } = c.get("copy").mail;
	return (
		<>
			<h2>{copy.heading}</h2>
			<Table
				caption={copy.heading}
				rows={choices}
				columns={[
					[copy.kind, ({ kind }) => kindNames[kind]],
					[c.get("copy").labels.state, ({ enabled }) => (enabled ? copy.on : copy.off)],
				]}
				action={[
					c.get("copy").labels.action,
					({ kind, enabled }) => (
						<ButtonForm
							action={PATH}
							submit={enabled ? copy.switchOff : copy.switchOn}
							name={enabled ? "mailOff" : "mailOn"}
							value={kind}
							about={kindNames[kind]}
						/>
					),
				]}
			/>
			<LinkLine href="/mail" text={copy.others} />
		</>
	);
}

export async function changeAccount(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	if (form.has("end")) return endSessions(c, form);
	const [on, off] = [form.text("mailOn"), form.text("mailOff")];
	const body = { kind: on || off, enabled: on !== "" };
	const response = await callApi(c, { method: "PATCH", path: "/auth/mails", as: "developer", body });
	if (!response.ok) throw new ApiError(response);
	return redirect(c, PATH, "mails");
}

/** Ends one session, or all others. A session that has ended already is no error. */
async function endSessions(c: PageContext, form: Form): Promise<Response> {
	const which = form.text("end");
	const path = which === "others" ? "/auth/sessions" : `/auth/sessions/${encodeURIComponent(which)}`;
	const response = await callApi(c, { method: "DELETE", path, as: "developer" });
	if (!response.ok && response.status !== 404) throw new ApiError(response);
	return redirect(c, PATH, "sessions");
}
