/** `/developers`: the first steps of a developer with what is done of them, and her numbers. Open to everybody. */

import type { PropsWithChildren } from "hono/jsx";
import { readApi } from "../core/api.ts";
import { LinkButton, LinkLine } from "../core/form.tsx";
import { Icon } from "../core/icon.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { sessionToken } from "../core/sessions.ts";
import { Numbers } from "./numbers.tsx";
import { Waiting } from "./origins.tsx";
import { RolePages, Snippet } from "./parts.tsx";
import { readStart, STEPS, type Start, type Step } from "./start-data.ts";

type Way = { href: string; command?: string | undefined };

/** The page that each step is done on, and the commands that do or try the same. */
const waysOf = (c: PageContext, endpointId: string | undefined): Record<Step, Way> => ({
	site: { href: "/developers/origins" },
	key: { href: "/developers/keys" },
	case: {
		href: "/developers/docs/quick-start#the-first-case",
		command: `npm install ${c.env.settings.appOrigin}/sdk.tgz viem\nnode first-case.mjs`,
	},
	endpoint: {
		href: "/developers/endpoints",
		command: "node_modules/.bin/replevin webhooks listen --forward http://127.0.0.1:9000/hooks",
	},
	delivery: {
		href: "/developers/docs/webhooks#verify-a-delivery",
		command:
			endpointId &&
			`node_modules/.bin/replevin webhooks trigger recovery_case.created --endpoint ${endpointId}`,
	},
	link: {
		href: "/developers/links/new",
		command: "node_modules/.bin/replevin links create --reference claim-42",
	},
});

export async function overviewPage(c: PageContext): Promise<Response> {
	const { overview } = c.get("copy").developers.account;
	const isSignedIn = sessionToken(c, "developer") !== undefined;
	const [me, start] = isSignedIn
		? await Promise.all([
				readApi<ResponseBody<"getCurrentUser">>(c, "developer", "/auth/me"),
				readStart(c, Date.now()),
			])
		: [];
	return page(
		c,
		{ title: overview.title, area: "developers", done: overview.done, lead: overview.lead },
		<>
			{me ? (
				<p>
					{overview.signedIn(me.user.email)} <RolePages c={c} role={me.user.role} />
				</p>
			) : (
				<SignedOut c={c} />
			)}
			{!me && <Offer c={c} />}
			<Steps c={c} start={start} />
			{start && <Numbers c={c} start={start} />}
			<Reading c={c} />
		</>,
	);
}

function SignedOut({ c }: { c: PageContext }) {
	const { overview } = c.get("copy").developers.account;
	return (
		<p class="actions">
			<LinkButton href="/developers/register" text={overview.register} />
			<LinkButton href="/developers/login" text={c.get("copy").common.action.logIn} kind="second" />
		</p>
	);
}

/** What somebody who asks whether to use the service wants to know. */
function Offer({ c }: { c: PageContext }) {
	const { offer } = c.get("copy").developers.account.overview;
	return (
		<ul class="ways">
			{offer.map(([title, text]) => (
				<li>
					<h2>{title}</h2>
					<p>{text}</p>
				</li>
			))}
		</ul>
	);
}

/** Without a session nothing is known of them. While the first site waits for a reviewer, so does the link; no other step does. */
function Steps({ c, start }: { c: PageContext; start: Start | undefined }) {
	const { overview } = c.get("copy").developers.account;
	const ways = waysOf(c, start?.endpointId);
	const isAsked = start?.sites.some(({ status }) => status === "requested") ?? false;
	const isHeld = isAsked && !start?.done.site;
	const isOpen = (step: Step) => !(isHeld && ["site", "link"].includes(step));
	const next = start && STEPS.find((step) => !start.done[step] && isOpen(step));
	const count = start ? STEPS.filter((step) => start.done[step]).length : 0;
	return (
		<>
			<h2>{start ? overview.progress(count, STEPS.length) : overview.quickStart}</h2>
			<ol class="ticks">
				{STEPS.map((step) => (
					<OneStep c={c} step={step} way={ways[step]} isDone={start?.done[step]} isNext={step === next}>
						{step === "site" && isAsked && <Waiting c={c} origins={start?.sites ?? []} />}
					</OneStep>
				))}
			</ol>
			{count === STEPS.length && (
				<>
					{isAsked && <Waiting c={c} origins={start?.sites ?? []} />}
					<LinkLine href="/developers/docs/going-live" text={overview.goLive} />
				</>
			)}
			<p>
				{overview.commands} <a href="/developers/docs/command-line">{overview.commandLine}</a>
			</p>
		</>
	);
}

type StepProps = PropsWithChildren<{
	c: PageContext;
	step: Step;
	way: Way;
	isDone: boolean | undefined;
	isNext: boolean;
}>;

function OneStep({ c, step, way, isDone = false, isNext, children }: StepProps) {
	const { href, command } = way;
	const { overview } = c.get("copy").developers.account;
	const { title, text, action } = overview.steps[step];
	return (
		<li class={isDone ? "done" : isNext ? "now" : undefined}>
			<Icon name={isDone ? "check" : "dot"} />
			<div>
				<h3>
					{title}
					{isDone && <span class="hidden-visually">: {overview.isDone}</span>}
				</h3>
				{!isDone && (children || <p>{text}</p>)}
				{isNext ? <LinkButton href={href} text={action} /> : <a href={href}>{action}</a>}
			</div>
			{!isDone && command && <Snippet c={c} text={command} of={title} />}
		</li>
	);
}

function Reading({ c }: { c: PageContext }) {
	const { account, docs } = c.get("copy").developers;
	const { overview } = account;
	const ways = [
		["/developers/docs/quick-start", overview.guide],
		["/developers/docs", overview.guides],
		["/developers/reference", overview.pages],
		["/api/v1/openapi.json", overview.reference],
	] as const;
	return (
		<>
			<h2>{docs.title}</h2>
			<ul class="ways">
				{ways.map(([href, { title, text }]) => (
					<li>
						<h3>
							<a href={href}>{title}</a>
						</h3>
						<p>{text}</p>
					</li>
				))}
			</ul>
		</>
	);
}
