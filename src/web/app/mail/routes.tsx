/**
 * `/mail`, which says what the service sends, `/mail/off`, which ends a kind of mail, and `/dev/mail`, the mailbox of a service
 * on this machine.
 */
import type { Hono } from "hono";
import { ApiError, callApi } from "../core/api.ts";
import { notFoundPage } from "../core/errors.tsx";
import { Facts } from "../core/facts.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Items, Time } from "../core/format.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";

export function mountMail(pages: Hono<PageEnv>): void {
	pages.get("/mail", aboutMailPage);
	pages.get("/mail/off/:token", unsubscribePage).post(unsubscribeWithForm);
	pages.get("/dev/mail", mailboxPage);
	pages.get("/dev/mail/:mailId", localMailPage);
	pages.get("/dev/mail/:mailId/html", localMailAsSent);
}

function aboutMailPage(c: PageContext): Promise<Response> {
	const { page: copy } = c.get("copy").mail;
	const { mailFrom } = c.env.settings;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead },
		mailFrom === null ? (
			<p>{copy.none}</p>
		) : (
			<>
				<Facts of={[[copy.from, mailFrom]]} />
				{[copy.what, copy.how, copy.never].map(({ heading, items }) => (
					<>
						<h2>{heading}</h2>
						<Items of={items} />
					</>
				))}
			</>
		),
	);
}

/** Acts by its button alone, because mail programs open links. */
function unsubscribePage(c: PageContext): Promise<Response> {
	const { off } = c.get("copy").mail;
	return page(c, { title: off.title, area: "people", lead: off.lead }, <PostForm submit={off.action} />);
}

/** The button's form, or the POST of a mail program (RFC 8058), which follows no redirect. */
async function unsubscribeWithForm(c: PageContext): Promise<Response> {
	const { off, kindNames } = c.get("copy").mail;
	const body = { token: c.req.param("token") ?? "" };
	const call = { method: "POST", path: "/mail/unsubscribe", as: "none", body } as const;
	const response = await callApi<ResponseBody<"unsubscribe">>(c, call);
	if (!response.ok && response.status !== 400) throw new ApiError(response);
	const isDone = response.ok;
	return page(
		c,
		{ title: isDone ? off.done : off.title, area: "people", status: isDone ? 200 : 400 },
		<>
			<p>{isDone ? off.effect(kindNames[response.body.kind]) : off.unknown}</p>
			<LinkLine href="/developers/account" text={off.account} />
		</>,
	);
}

const timeOf = (at: number) => new Date(at).toISOString();

async function mailboxPage(c: PageContext): Promise<Response> {
	const { local } = c.get("copy").mail;
	const { mailbox } = c.env;
	if (!mailbox) return notFoundPage(c);
	const mails = await mailbox.list();
	return page(
		c,
		{ title: local.title, area: "people", lead: local.lead },
		mails.length === 0 ? (
			<p>{local.empty}</p>
		) : (
			<Table
				caption={local.title}
				rows={mails}
				columns={[
					[local.at, ({ at }) => <Time c={c} iso={timeOf(at)} only="short" />],
					[local.to, ({ recipient }) => recipient],
					[local.subject, ({ mailId, subject }) => <a href={`/dev/mail/${mailId}`}>{subject}</a>],
				]}
			/>
		),
	);
}

async function localMailPage(c: PageContext): Promise<Response> {
	const { local } = c.get("copy").mail;
	const mail = await c.env.mailbox?.find(c.req.param("mailId") ?? "");
	if (!mail) return notFoundPage(c);
	return page(
		c,
		{ title: mail.subject, area: "people" },
		<>
			<Facts
				of={[
					[local.to, mail.recipient],
					[local.at, <Time c={c} iso={timeOf(mail.at)} />],
				]}
			/>
			<pre class="mail">{mail.text}</pre>
			<LinkLine href={`/dev/mail/${mail.mailId}/html`} text={local.html} />
			<LinkLine href="/dev/mail" text={local.back} />
		</>,
	);
}

/** Runs nothing and loads nothing, as in a mail program. */
async function localMailAsSent(c: PageContext): Promise<Response> {
	const mail = await c.env.mailbox?.find(c.req.param("mailId") ?? "");
	if (!mail) return notFoundPage(c);
	return new Response(mail.html, {
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Cache-Control": "no-store",
			"Content-Security-Policy":
				"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Request-Id": c.env.requestId,
		},
	});
}
