/** E-mail addresses that are told of an account or of a case, and what their owner can change. Without script. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { CODE_INPUT, TextField } from "../core/fields.tsx";
import { ButtonForm, PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import { MailStopNote } from "../core/mail-stop.tsx";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";

type Watcher = ResponseBody<"listWatchers">["data"][number];

/** `caseId`: a claimant's case; absent for the account. `path`: where the forms go. `back`: the page with them. */
export type Watched = { caseId?: string; path: string; back: string };

/** What a form said that was rejected. */
export type ShownAddresses = Rejected & { email?: string };

const MAX_ADDRESSES = 2;

/** Null if the service sends no mail. Needs a wallet's session. */
export async function readAddresses(c: PageContext, caseId?: string): Promise<readonly Watcher[] | null> {
	if (c.env.settings.mailFrom === null) return null;
	const query = caseId === undefined ? "" : `?${new URLSearchParams({ caseId })}`;
	return (await readApi<ResponseBody<"listWatchers">>(c, "wallet", `/watchers${query}`)).data;
}

type Props = { c: PageContext; watchers: readonly Watcher[]; watched: Watched; said: ShownAddresses };

export function Addresses({ c, watchers, watched, said: { email, ...rejected } }: Props) {
	const copy = c.get("copy").watch;
	const { path: action } = watched;
	return (
		<>
			{watchers.length > 0 && <AddressTable c={c} watchers={watchers} action={action} />}
			{watchers.map((watcher) => (
				<Stopped c={c} watcher={watcher} action={action} />
			))}
			{watchers.some(({ confirmedAt, mailStopped }) => confirmedAt === null || mailStopped !== null) && (
				<PostForm action={action} submit={copy.confirm}>
					<CodeField c={c} rejected={rejected} hint={copy.codeHint} />
				</PostForm>
			)}
			{watchers.length < MAX_ADDRESSES && (
				<PostForm
					action={action}
					submit={copy.add}
					kind={watchers.length > 0 || watched.caseId !== undefined ? "second" : undefined}
				>
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
	);
}

export function CodeField({ c, rejected, hint }: { c: PageContext; rejected: Rejected; hint?: string }) {
	return (
		<TextField
			name="code"
			label={c.get("copy").watch.labels.code}
			hint={hint}
			problems={rejected.problems}
			{...CODE_INPUT}
			required
		/>
	);
}

function AddressTable({ c, watchers, action }: Pick<Props, "c" | "watchers"> & { action: string }) {
	const copy = c.get("copy").watch;
	return (
		<Table
			caption={copy.caption}
			rows={watchers}
			columns={[
				[copy.labels.email, ({ email }) => email],
				[
					c.get("copy").labels.state,
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
						<ButtonForm action={action} submit={copy.remove} name="remove" value={watcherId} about={email} />
					),
			]}
		/>
	);
}

function Stopped({ c, watcher, action }: { c: PageContext; watcher: Watcher; action: string }) {
	const copy = c.get("copy").watch;
	const { watcherId, email, confirmedAt, removedAt, mailStopped } = watcher;
	if (mailStopped === null) return null;
	const canAsk = mailStopped.canBeLifted && confirmedAt !== null && removedAt === null;
	return (
		<>
			<h2>{email}</h2>
			<MailStopNote c={c} stop={mailStopped} />
			{canAsk && (
				<ButtonForm action={action} submit={copy.add} name="resume" value={watcherId} about={email} />
			)}
		</>
	);
}

/** @param show the page again, with what was rejected */
export async function changeAddresses(
	c: PageContext,
	{ caseId, back }: Omit<Watched, "path">,
	show: (said: ShownAddresses) => Promise<Response>,
): Promise<Response> {
	const form = await readForm(c);
	const copy = c.get("copy").watch;
	const isOfCase = caseId !== undefined;
	if (form.has("remove")) {
		const watcherId = form.text("remove");
		if (!isConfirmed(form)) {
			const look = isOfCase ? copy.caseRemoval : copy.removal;
			const fields = { remove: watcherId };
			return secondLook(c, { ...look, area: "people", about: [], fields, back, isFinal: false });
		}
		const path = `/watchers/${encodeURIComponent(watcherId)}`;
		const response = await callApi(c, { method: "DELETE", path, as: "wallet" });
		if (!response.ok) throw new ApiError(response);
		return redirect(c, back, isOfCase ? "silenced" : "removed");
	}
	if (form.has("resume")) {
		const path = `/watchers/${encodeURIComponent(form.text("resume"))}/resume`;
		const response = await callApi(c, { method: "POST", path, as: "wallet" });
		if (!response.ok) throw new ApiError(response);
		return redirect(c, back, "added");
	}
	const isCode = form.has("code");
	const email = form.text("email");
	const body = isCode ? { code: form.text("code") } : { email, ...(isOfCase && { caseId }) };
	const path = isCode ? "/watchers/confirm" : "/watchers";
	const response = await callApi(c, { method: "POST", path, as: "wallet", body });
	if (response.ok) return redirect(c, back, isCode ? "confirmed" : "added");
	if (response.status >= 500) throw new ApiError(response);
	return show({ problems: problemsOf(c, response, copy.words), status: response.status, email });
}
