/** `/watch`: the e-mail addresses that hear of claims on the signed-in account, and `/watch/keep`, which keeps one. */
import type { Hono } from "hono";
import type { Answer } from "../core/answers.ts";
import { ApiError, callApi, readApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { TextField } from "../core/fields.tsx";
import { ButtonForm, PostForm, WayOn } from "../core/form.tsx";
import { Code, Items, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import { MailStopNote } from "../core/mail-stop.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { problemsOf, type Rejected } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { signInPath } from "../core/sessions.ts";
import { Table } from "../core/table.tsx";
import { findWallet, walletAddress } from "../core/wallet.ts";

const PATH = "/watch";

type Watcher = Answer<"listWatchers">["data"][number];
type Shown = Rejected & { email?: string };

export function mountWatch(pages: Hono<PageEnv>): void {
	pages.get(PATH, (c) => watchPage(c)).post(changeWatch);
	pages.get("/watch/keep", (c) => keepPage(c)).post(keepAddress);
}

async function watchPage(c: PageContext, { email, ...rejected }: Shown = {}): Promise<Response> {
	const copy = c.get("copy").watch;
	const isPossible = c.env.settings.mailFrom !== null;
	const isSignedIn = findWallet(c) !== undefined;
	const watchers =
		isSignedIn && isPossible ? (await readApi<Answer<"listWatchers">>(c, "wallet", "/watchers")).data : null;
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
					{watchers.length > 0 && <Addresses c={c} watchers={watchers} />}
					{watchers.map((watcher) => (
						<Stopped c={c} watcher={watcher} />
					))}
					{watchers.some(({ confirmedAt, mailStopped }) => confirmedAt === null || mailStopped !== null) && (
						<CodeForm c={c} rejected={rejected} />
					)}
					{watchers.length < 2 && (
						<PostForm action={PATH} submit={copy.add} kind={watchers.length > 0 ? "second" : undefined}>
							<TextField
								name="email"
								type="email"
								label={copy.labels.email}
								value={email}
								problems={rejected.problems}
								autocomplete="email"
								required
							/>
						</PostForm>
					)}
				</>
			)}
		</>,
	);
}

function Addresses({ c, watchers }: { c: PageContext; watchers: readonly Watcher[] }) {
	const copy = c.get("copy").watch;
	return (
		<Table
			caption={copy.caption}
			rows={watchers}
			columns={[
				[copy.labels.email, ({ email }) => email],
				[
					copy.state,
					({ confirmedAt, removedAt, mailStopped }) =>
						removedAt !== null ? (
							<>
								{copy.until} <Time c={c} only="short" iso={removedAt} />
							</>
						) : mailStopped !== null ? (
							copy.stopped
						) : (
							copy[confirmedAt === null ? "unconfirmed" : "confirmed"]
						),
				],
			]}
			action={[
				copy.remove,
				({ watcherId, email, removedAt }) =>
					removedAt === null && (
						<ButtonForm action={PATH} submit={copy.remove} name="remove" value={watcherId} about={email} />
					),
			]}
		/>
	);
}

function Stopped({ c, watcher }: { c: PageContext; watcher: Watcher }) {
	const copy = c.get("copy").watch;
	const { watcherId, email, confirmedAt, removedAt, mailStopped } = watcher;
	if (mailStopped === null) return null;
	const canAsk = mailStopped.canBeLifted && confirmedAt !== null && removedAt === null;
	return (
		<>
			<h2>{email}</h2>
			<MailStopNote c={c} stop={mailStopped} />
			{canAsk && <ButtonForm action={PATH} submit={copy.add} name="resume" value={watcherId} about={email} />}
		</>
	);
}

function CodeForm({ c, rejected }: { c: PageContext; rejected: Rejected }) {
	const copy = c.get("copy").watch;
	return (
		<PostForm action={PATH} submit={copy.confirm}>
			<TextField
				name="code"
				label={copy.labels.code}
				hint={copy.codeHint}
				problems={rejected.problems}
				autocomplete="off"
				autocapitalize="characters"
				spellcheck="false"
				required
			/>
		</PostForm>
	);
}

async function changeWatch(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const copy = c.get("copy").watch;
	if (form.has("remove")) {
		const watcherId = form.text("remove");
		if (!isConfirmed(form)) {
			const fields = { remove: watcherId };
			return secondLook(c, {
				...copy.removal,
				area: "people",
				about: [],
				fields,
				back: PATH,
				isFinal: false,
			});
		}
		const path = `/watchers/${encodeURIComponent(watcherId)}`;
		const answer = await callApi(c, { method: "DELETE", path, as: "wallet" });
		if (!answer.ok) throw new ApiError(answer);
		return redirect(c, PATH, "removed");
	}
	if (form.has("resume")) {
		const path = `/watchers/${encodeURIComponent(form.text("resume"))}/resume`;
		const answer = await callApi(c, { method: "POST", path, as: "wallet" });
		if (!answer.ok) throw new ApiError(answer);
		return redirect(c, PATH, "added");
	}
	const isCode = form.has("code");
	const body = isCode ? { code: form.text("code") } : { email: form.text("email") };
	const path = isCode ? "/watchers/confirm" : "/watchers";
	const answer = await callApi(c, { method: "POST", path, as: "wallet", body });
	if (answer.ok) return redirect(c, PATH, isCode ? "confirmed" : "added");
	if (answer.status >= 500) throw new ApiError(answer);
	const problems = problemsOf(c, answer, copy.words);
	return watchPage(c, { problems, status: answer.status, email: form.text("email") });
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
			<TextField
				name="code"
				label={copy.labels.code}
				problems={rejected.problems}
				autocomplete="off"
				autocapitalize="characters"
				spellcheck="false"
				required
			/>
		</PostForm>,
	);
}

async function keepAddress(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const body = { code: form.text("code") };
	const answer = await callApi(c, { method: "POST", path: "/watchers/keep", as: "none", body });
	if (answer.ok) return redirect(c, "/watch/keep", "kept");
	if (answer.status >= 500 || answer.status === 429) throw new ApiError(answer);
	const problems = problemsOf(c, answer, c.get("copy").watch.words);
	return keepPage(c, { problems, status: answer.status });
}
