/** `/developers/keys`: the active keys, and a form for another. */
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { AttemptField, attemptOf, DoneNote, madeAlreadyPage, secretPage, TimeOr } from "./parts.tsx";

export type ListedKey = Answer<"listApiKeys">["data"][number];
type IssuedKey = Answer<"issueApiKey", 201>;

export const readKeys = async (c: PageContext): Promise<ListedKey[]> =>
	(await readApi<Answer<"listApiKeys">>(c, "developer", "/auth/api-keys")).data;

export const keysPage = (c: PageContext): Promise<Response> => show(c, {});

export async function issueKey(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { keys } = c.get("copy").developers;
	const label = form.text("label");
	const days = form.text("expiresInDays");
	const answer = await callApi<IssuedKey>(c, {
		method: "POST",
		path: "/auth/api-keys",
		as: "developer",
		body: { label, ...(days !== "" && { expiresInDays: Number(days) }) },
		headers: attemptOf(form),
	});
	if (!answer.ok) {
		const problems = problemsOf(c, answer, keys.words);
		return show(c, { label, days, problems, status: answer.status });
	}
	return showIssued(c, answer.status, answer.body);
}

/** @param status 200 if the key was issued to an earlier request with the same form */
export function showIssued(c: PageContext, status: number, key: IssuedKey): Promise<Response> {
	const { issued } = c.get("copy").developers.keys;
	const back = { href: "/developers/keys", text: issued.back };
	if (status !== 201) return madeAlreadyPage(c, { title: issued.already, text: issued.alreadyText, back });
	return secretPage(c, {
		title: issued.title(key.label),
		secrets: [
			{ label: "x-api-key", value: key.apiKey },
			{ label: "x-api-secret", value: key.apiSecret },
			{ label: issued.keyId, value: key.keyId },
		],
		children: <p class="quiet">{issued.server}</p>,
		back,
	});
}

type State = { label?: string; days?: string; problems?: Problem[]; status?: number };

async function show(c: PageContext, { label, days, problems = [], status = 200 }: State): Promise<Response> {
	const { keys } = c.get("copy").developers;
	const data = await readKeys(c);
	return page(
		c,
		{ title: keys.title, area: "developers", status },
		<>
			<h1>{keys.title}</h1>
			<DoneNote c={c} words={keys.done} />
			<p>{keys.lead}</p>
			<ProblemList c={c} problems={problems} labels={keys.labels} />
			{data.length === 0 ? <p>{keys.none}</p> : <KeyTable c={c} keys={data} />}
			<h2>{keys.issue}</h2>
			<form novalidate method="post" action="/developers/keys">
				<AttemptField />
				<TextField
					name="label"
					label={keys.labels.label}
					hint={keys.labelHint}
					value={label}
					problems={problems}
					autocomplete="off"
					required
				/>
				<TextField
					name="expiresInDays"
					label={keys.labels.expiresInDays}
					hint={keys.daysHint}
					value={days}
					problems={problems}
					inputmode="numeric"
					autocomplete="off"
				/>
				<div class="actions">
					<button type="submit">{keys.issueAction}</button>
				</div>
			</form>
		</>,
	);
}

function KeyTable({ c, keys: data }: { c: PageContext; keys: readonly ListedKey[] }) {
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
					keys.lastUsed,
					({ lastUsedAt }) => <TimeOr c={c} only="short" iso={lastUsedAt} otherwise={keys.never} />,
				],
				[
					keys.expires,
					({ expiresAt }) => <TimeOr c={c} only="short" iso={expiresAt} otherwise={keys.noEnd} />,
				],
			]}
		/>
	);
}
