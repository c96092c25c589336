/** `/developers/keys`: the active keys, and a form for another; and the page of one key, which rotates or revokes it. */

import { callApi, readApi } from "../core/api.ts";
import { notFoundPage } from "../core/errors.tsx";
import { Facts } from "../core/facts.tsx";
import { CheckField, fieldsOf, SelectField, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { attemptOf, madeAlreadyPage, newAttempt, Snippet, secretPage, TimeOr } from "./parts.tsx";

type ListedKey = ResponseBody<"listApiKeys">["data"][number];
type IssuedKey = ResponseBody<"issueApiKey", 201>;

const readKeys = async (c: PageContext): Promise<ListedKey[]> =>
	(await readApi<ResponseBody<"listApiKeys">>(c, "developer", "/auth/api-keys")).data;

type Shown = Rejected & { typed?: { label: string; expiresInDays: string } };

export async function keysPage(c: PageContext, { typed, ...rejected }: Shown = {}): Promise<Response> {
	const { keys } = c.get("copy").developers;
	const { labels } = keys;
	const hints = { label: keys.labelHint, expiresInDays: keys.daysHint };
	const field = fieldsOf({ labels, hints, typed, problems: rejected.problems });
	const data = await readKeys(c);
	return page(
		c,
		{ title: keys.title, area: "developers", done: keys.done, ...rejected, labels },
		<>
			<p>{keys.lead}</p>
			{data.length === 0 ? <p>{keys.none}</p> : <KeyTable c={c} keys={data} />}
			<h2>{keys.issue}</h2>
			<PostForm action="/developers/keys" submit={keys.issueAction} fields={newAttempt()}>
				<TextField {...field("label")} autocomplete="off" required />
				<TextField {...field("expiresInDays")} inputmode="numeric" autocomplete="off" />
			</PostForm>
		</>,
	);
}

export async function issueKey(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const typed = { label: form.text("label"), expiresInDays: form.text("expiresInDays") };
	const { label, expiresInDays } = typed;
	const response = await callApi<IssuedKey>(c, {
		method: "POST",
		path: "/auth/api-keys",
		as: "developer",
		body: { label, ...(expiresInDays !== "" && { expiresInDays: Number(expiresInDays) }) },
		headers: attemptOf(form),
	});
	if (response.ok) return issuedKeyPage(c, response.status, response.body);
	return keysPage(c, { typed, ...rejectedBy(c, response, c.get("copy").developers.keys.words) });
}

/** @param status 200 if the key was issued to an earlier request with the same form */
function issuedKeyPage(c: PageContext, status: number, key: IssuedKey): Promise<Response> {
	const { issued } = c.get("copy").developers.keys;
	const back = { href: `/developers/keys/${key.keyId}`, text: issued.toKey };
	if (status !== 201) return madeAlreadyPage(c, { title: issued.already, text: issued.alreadyText, back });
	return secretPage(c, {
		title: issued.title(key.label),
		secrets: [
			["x-api-key", key.apiKey],
			["x-api-secret", key.apiSecret],
			[issued.keyId, key.keyId],
		],
		children: (
			<>
				<p class="quiet">{issued.server}</p>
				<FirstCall c={c} {...key} />
			</>
		),
		back,
	});
}

/** To paste into a terminal: what the SDK and its command read, and a call. */
function FirstCall({ c, apiKey, apiSecret }: { c: PageContext } & Pick<IssuedKey, "apiKey" | "apiSecret">) {
	const { firstCall } = c.get("copy").developers.account;
	const lines = [
		`export REPLEVIN_URL=${c.env.settings.appOrigin}`,
		`export REPLEVIN_API_KEY=${apiKey}`,
		`export REPLEVIN_API_SECRET=${apiSecret}`,
		`curl $REPLEVIN_URL/api/v1/recovery-cases \\`,
		`  -H "x-api-key: $REPLEVIN_API_KEY" -H "x-api-secret: $REPLEVIN_API_SECRET"`,
	];
	return (
		<>
			<h2>{firstCall.title}</h2>
			<Snippet c={c} text={lines.join("\n")} of={firstCall.title} />
			<p>{firstCall.result}</p>
		</>
	);
}

function KeyTable({ c, keys: data }: { c: PageContext; keys: readonly ListedKey[] }) {
	const { labels } = c.get("copy");
	const { keys } = c.get("copy").developers;
	return (
		<Table
			caption={keys.title}
			rows={data}
			columns={[
				[
					keys.labels.label,
					({ keyId, label }) => (
						<a class="typed" href={`/developers/keys/${keyId}`}>
							{label}
						</a>
					),
				],
				[keys.key, ({ hint }) => <code>{hint}</code>],
				[keys.created, ({ createdAt }) => <Time c={c} only="short" iso={createdAt} />],
				[
					labels.lastUsed,
					({ lastUsedAt }) => <TimeOr c={c} only="short" iso={lastUsedAt} otherwise={labels.never} />,
				],
				[
					keys.expires,
					({ expiresAt }) => <TimeOr c={c} only="short" iso={expiresAt} otherwise={keys.noEnd} />,
				],
			]}
		/>
	);
}

const OVERLAPS = ["86400", "0", "3600", "604800"] as const;

const idOf = (c: PageContext): string => c.req.param("keyId") ?? "";

/** `/developers/keys/{keyId}`. */
export async function keyPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { problems } = rejected;
	const { keys } = c.get("copy").developers;
	const { rotate, revoke } = keys;
	const key = (await readKeys(c)).find(({ keyId }) => keyId === idOf(c));
	if (key === undefined) return notFoundPage(c);
	const path = `/developers/keys/${key.keyId}`;
	const labels = { overlapSeconds: keys.overlap, sure: revoke.sure };
	return page(
		c,
		{ title: key.label, area: "developers", ...rejected, labels },
		<>
			<Facts
				of={[
					[keys.key, <code>{key.hint}</code>],
					[keys.created, <Time c={c} iso={key.createdAt} />],
					[c.get("copy").labels.lastUsed, key.lastUsedAt && <Time c={c} iso={key.lastUsedAt} />],
					[keys.expires, key.expiresAt && <Time c={c} iso={key.expiresAt} />],
				]}
			/>
			<p>{keys.shownOnce}</p>
			<h2>{rotate.title}</h2>
			<p>{rotate.text}</p>
			<PostForm action={path} submit={rotate.action} fields={{ ...newAttempt(), action: "rotate" }}>
				<SelectField
					name="overlapSeconds"
					label={keys.overlap}
					value={OVERLAPS[0]}
					problems={problems}
					options={OVERLAPS.map((seconds) => [seconds, keys.overlaps[seconds]])}
				/>
			</PostForm>
			<h2>{c.get("copy").common.action.revoke}</h2>
			<p>{revoke.text}</p>
			<PostForm action={path} submit={revoke.action} kind="danger" fields={{ action: "revoke" }}>
				<CheckField name="sure" label={revoke.sure} problems={problems} />
			</PostForm>
			<LinkLine href="/developers/keys" text={keys.issued.back} />
		</>,
	);
}

export async function changeKey(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	return form.text("action") === "revoke" ? revoke(c, form) : rotate(c, form);
}

async function rotate(c: PageContext, form: Form): Promise<Response> {
	const response = await callApi<ResponseBody<"issueApiKey", 201>>(c, {
		method: "POST",
		path: `/auth/api-keys/${encodeURIComponent(idOf(c))}/rotate`,
		as: "developer",
		body: { overlapSeconds: Number(form.text("overlapSeconds")) },
		headers: attemptOf(form),
	});
	if (response.ok) return issuedKeyPage(c, response.status, response.body);
	return keyPage(c, rejectedBy(c, response, c.get("copy").developers.keys.words));
}

async function revoke(c: PageContext, form: Form): Promise<Response> {
	const { account, keys } = c.get("copy").developers;
	if (!form.has("sure")) return keyPage(c, { problems: [{ field: "sure", text: account.unsure }] });
	const body = { keyId: idOf(c) };
	const response = await callApi(c, { method: "DELETE", path: "/auth/api-keys", as: "developer", body });
	if (response.ok) return redirect(c, "/developers/keys", "revoked");
	return keyPage(c, rejectedBy(c, response, keys.words));
}
