/** `/developers/keys`: the active keys, and a form for another. */

import { callApi, readApi } from "../core/api.ts";
import { fieldsOf, TextField } from "../core/fields.tsx";
import { PostForm } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { attemptOf, madeAlreadyPage, newAttempt, secretPage, TimeOr } from "./parts.tsx";

export type ListedKey = ResponseBody<"listApiKeys">["data"][number];
type IssuedKey = ResponseBody<"issueApiKey", 201>;

export const readKeys = async (c: PageContext): Promise<ListedKey[]> =>
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
export function issuedKeyPage(c: PageContext, status: number, key: IssuedKey): Promise<Response> {
	const { issued } = c.get("copy").developers.keys;
	const back = { href: "/developers/keys", text: issued.back };
	if (status !== 201) return madeAlreadyPage(c, { title: issued.already, text: issued.alreadyText, back });
	return secretPage(c, {
		title: issued.title(key.label),
		secrets: [
			["x-api-key", key.apiKey],
			["x-api-secret", key.apiSecret],
			[issued.keyId, key.keyId],
		],
		children: <p class="quiet">{issued.server}</p>,
		back,
	});
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
