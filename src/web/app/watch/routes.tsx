/** `/watch`: the e-mail addresses that hear of claims on the signed-in account, and `/watch/keep`, which keeps one. */
import type { Hono } from "hono";
import { ApiError, callApi } from "../core/api.ts";
import { PostForm, WayOn } from "../core/form.tsx";
import { Code, Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { problemsOf, type Rejected } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { signInPath } from "../core/sessions.ts";
import { findWallet, walletAddress } from "../core/wallet.ts";
import { Addresses, CodeField, changeAddresses, readAddresses, type ShownAddresses } from "./addresses.tsx";

const PATH = "/watch";
const WATCHED = { path: PATH, back: PATH };

export function mountWatch(pages: Hono<PageEnv>): void {
	pages.get(PATH, (c) => watchPage(c)).post((c) => changeAddresses(c, WATCHED, (said) => watchPage(c, said)));
	pages.get("/watch/keep", (c) => keepPage(c)).post(keepAddress);
}

async function watchPage(c: PageContext, said: ShownAddresses = {}): Promise<Response> {
	const copy = c.get("copy").watch;
	const isSignedIn = findWallet(c) !== undefined;
	const watchers = isSignedIn ? await readAddresses(c) : null;
	const isPossible = c.env.settings.mailFrom !== null;
	const { email: _, ...rejected } = said;
	return page(
		c,
		{ title: copy.title, area: "people", done: copy.done, ...rejected, labels: copy.labels },
		<>
			<Items of={copy.what} />
			{!isPossible && <p>{copy.impossible}</p>}
			{isPossible && !isSignedIn && <WayOn href={signInPath("wallet", PATH)} text={copy.signIn} />}
			{watchers && (
				<>
					<p>
						{copy.account} <Code c={c} text={walletAddress(c)} />
					</p>
					<Addresses c={c} watchers={watchers} watched={WATCHED} said={said} />
				</>
			)}
		</>,
	);
}

function keepPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const copy = c.get("copy").watch;
	return page(
		c,
		{
			title: copy.keep.title,
			area: "people",
			lead: copy.keep.lead,
			done: copy.done,
			...rejected,
			labels: copy.labels,
		},
		<PostForm action="/watch/keep" submit={copy.keep.action}>
			<CodeField c={c} rejected={rejected} />
		</PostForm>,
	);
}

async function keepAddress(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const body = { code: form.text("code") };
	const response = await callApi(c, { method: "POST", path: "/watchers/keep", as: "none", body });
	if (response.ok) return redirect(c, "/watch/keep", "kept");
	if (response.status >= 500 || response.status === 429) throw new ApiError(response);
	const problems = problemsOf(c, response, c.get("copy").watch.words);
	return keepPage(c, { problems, status: response.status });
}
