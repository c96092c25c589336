/** `/l/{token}`: the address that a partner gives its user. Opening it changes nothing (hosted-links.md "States"). */
import type { Hono } from "hono";
import { readLanguage } from "../../../kernel/languages.ts";
import { ApiError } from "../core/api.ts";
import { PostForm, WayOn } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import { rememberLanguage } from "../core/language.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { HEIR } from "../recover/draft.ts";
import { keepSpeaking, speak } from "./language.ts";
import { lookUp, start } from "./link-calls.ts";
import type { LinkView } from "./link-view.ts";
import { Sees } from "./marks.tsx";
import { cleanPath } from "./started-link.ts";
import { statePage, unknownPage } from "./state-page.tsx";

export function mountLinks(pages: Hono<PageEnv>): void {
	pages.get("/l/:token", (c) => showLink(c, c.req.param("token")));
	pages.post("/l/:token", (c) => answerForm(c, c.req.param("token")));
}

async function showLink(c: PageContext, token: string, status = 200): Promise<Response> {
	const seen = await lookUp(c, token);
	if (!seen) return unknownPage(c);
	const { view } = seen;
	speak(c, view);
	if (view.state === "open" || view.state === "started") return invitation(c, view);
	const way = view.state === "started_elsewhere" ? { way: <TakeOver c={c} view={view} /> } : {};
	return statePage(c, view, { status, ...way });
}

/** Forms of these pages have no action, so that the token stands in no page. */
async function answerForm(c: PageContext, token: string): Promise<Response> {
	const form = await readForm(c);
	const language = readLanguage(form.text("language"));
	if (language) {
		rememberLanguage(c, language);
		return redirect(c, new URL(c.req.url).pathname);
	}
	const seen = await lookUp(c, token);
	if (!seen) return unknownPage(c);
	if (seen.view.state === "started") return redirect(c, cleanPath(seen.view));
	const started = await start(c, token, form.text("takeOver") === "yes");
	if (started.ok) {
		keepSpeaking(c, started.body.link);
		return redirect(c, cleanPath(started.body.link));
	}
	if (started.code === "HOSTED_LINK_STATUS_ERROR") return showLink(c, token, 409);
	throw new ApiError(started);
}

function invitation(c: PageContext, view: LinkView): Promise<Response> {
	const { common, links } = c.get("copy");
	const words = links.invitation;
	const isStarted = view.state === "started";
	return page(
		c,
		{
			title: words.title[view.kind],
			area: "people",
			heading: words.heading(view.host),
			lead: words.lead[view.prefill?.reasonForRecovery === HEIR ? "ofHeir" : view.kind],
		},
		<>
			<p>{words.wallet}</p>
			{isStarted ? (
				<WayOn href={cleanPath(view)} text={common.action.continue} />
			) : (
				<PostForm submit={words.start}></PostForm>
			)}
			<Until c={c} words={words.until} time={view.finishBy ?? view.expiresAt} />
			<Sees c={c} view={view} />
		</>,
	);
}

function TakeOver({ c, view }: { c: PageContext; view: LinkView }) {
	const { takeOver, invitation: words } = c.get("copy").links;
	return (
		<>
			<p>{takeOver.text}</p>
			{view.finishBy !== null && <Until c={c} words={words.until} time={view.finishBy} />}
			<form novalidate method="post">
				<p class="actions">
					<button type="submit" name="takeOver" value="yes">
						{takeOver.action}
					</button>
				</p>
			</form>
		</>
	);
}

function Until({ c, words, time }: { c: PageContext; words: string; time: string }) {
	return (
		<p class="quiet">
			{words} <Time c={c} iso={time} />.
		</p>
	);
}
