/** The first page, and what every area needs: the choice of language, the sign-out, the status. */
import type { Hono } from "hono";
import { readLanguage } from "../../../kernel/languages.ts";
import { HowItWorks } from "../check/how-it-works.tsx";
import { type ApiResult, callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { WayOn } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import { Icon } from "../core/icon.tsx";
import { rememberLanguage } from "../core/language.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { dropSession, ownPath, type SessionKind, SessionNeeded } from "../core/sessions.ts";
import { forgetLinks } from "../links/link-calls.ts";

export function mountHome(pages: Hono<PageEnv>): void {
	pages.get("/", homePage);
	pages.post("/language", chooseLanguage);
	pages.get("/status", statusPage);
	pages.post("/sign-out", signOut);
}

function homePage(c: PageContext): Promise<Response> {
	const { common, home, watch } = c.get("copy");
	const ways = [
		["/recover", "key", home.ways.lost],
		["/recover?reason=deceased", "people", home.ways.died],
		["/contest", "shield", home.ways.claimed],
		["/verify", "court", home.ways.paper],
	] as const;
	const more = [
		["/developers", home.more.build],
		["/estate", home.more.estate],
		["/watch", watch.offer],
		["/resolve", home.more.resolve],
	] as const;
	return page(
		c,
		{ title: home.title, area: "people", lead: home.lead },
		<>
			<h2>{home.ways.heading}</h2>
			<ul class="ways">
				{ways.map(([href, icon, { title, text, action }], at) => (
					<li>
						<Icon name={icon} />
						<h3>{title}</h3>
						<p>{text}</p>
						<a class={at === 0 ? "button" : "button second"} href={href}>
							{action}
						</a>
					</li>
				))}
			</ul>
			<HowItWorks c={c} />
			<h2>{home.promises.heading}</h2>
			<ul>
				<li>{common.contest}</li>
				{home.promises.items.map((item) => (
					<li>{item}</li>
				))}
			</ul>
			<h2>{home.more.heading}</h2>
			<ul>
				{more.map(([href, text]) => (
					<li>
						<a href={href}>{text}</a>
					</li>
				))}
			</ul>
		</>,
	);
}

async function chooseLanguage(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	rememberLanguage(c, readLanguage(form.text("language")) ?? c.get("language"));
	return redirect(c, ownPath(form.text("back"), "/"));
}

const PARTS = ["database", "keyValue", "objects", "documents", "queue", "mail"] as const;

type PartState = "ok" | "failing";
/** As `GET /health` responds, also with 503. */
type Health = Record<(typeof PARTS)[number], PartState> & { rpc: Record<string, PartState>; version: string };

/** `/status`: the health of the service in words. */
async function statusPage(c: PageContext): Promise<Response> {
	const { status: copy } = c.get("copy").home;
	const health = await callApi<Health>(c, { method: "GET", path: "/health", as: "none" });
	const parts = health.ok
		? [
				...PARTS.map((part) => ({ text: copy.parts[part], state: health.body[part] })),
				...Object.entries(health.body.rpc).map(([id, state]) => ({ text: copy.chain(id), state })),
			]
		: [];
	const isWell = health.ok && parts.every(({ state }) => state === "ok");
	return page(
		c,
		{ title: copy.title, area: "people", lead: isWell ? copy.well : copy.failing },
		<>
			<Facts
				of={parts.map(({ text, state }) => [
					text,
					<span class={state === "ok" ? "status done" : "status stopped"}>{copy.states[state]}</span>,
				])}
			/>
			{health.ok && <p class="quiet">{copy.version(health.body.version)}</p>}
		</>,
	);
}

/** Ends a session here and at the service. */
async function signOut(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const kind = form.text("session") === "developer" ? "developer" : "wallet";
	const result = await endSession(c, kind);
	dropSession(c, kind);
	if (kind === "wallet") {
		dropSession(c, "visitor");
		forgetLinks(c);
	}
	const isOver = result === null || result.ok;
	const goal = kind === "developer" ? "/developers" : "/";
	const response = isOver ? redirect(c, goal) : await onlyHerePage(c, result.status, goal);
	// The next person at this device must find no claimant's drafts (W3C Clear Site Data) and no prefilled values.
	if (kind === "wallet") response.headers.set("Clear-Site-Data", '"storage"');
	return response;
}

/** @returns null if it had ended before */
async function endSession(c: PageContext, as: SessionKind): Promise<ApiResult<unknown> | null> {
	try {
		return await callApi(c, { method: "POST", path: "/auth/logout", as });
	} catch (error) {
		if (error instanceof SessionNeeded) return null;
		throw error;
	}
}

/** The cookie is gone, so that the device can be left, but the service has not confirmed that the session is over. */
function onlyHerePage(c: PageContext, status: number, goal: string): Promise<Response> {
	const { signedOutHere } = c.get("copy").common.problem;
	return page(
		c,
		{ title: signedOutHere.title, area: "people", status },
		<>
			<p>{signedOutHere.text}</p>
			<WayOn href={goal} text={signedOutHere.go} />
		</>,
	);
}
