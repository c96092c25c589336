/** `/developers/keys/{keyId}`: rotate or revoke one key. */
import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { notFoundPage } from "../core/errors.tsx";
import { CheckField, ProblemList, SelectField } from "../core/fields.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { readKeys, showIssued } from "./keys.tsx";
import { AttemptField, attemptOf } from "./parts.tsx";

const OVERLAPS = ["86400", "0", "3600", "604800"] as const;

export const keyPage = (c: PageContext): Promise<Response> => show(c, [], 200);

export async function changeKey(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	return form.text("action") === "revoke" ? revoke(c, form) : rotate(c, form);
}

const idOf = (c: PageContext): string => c.req.param("keyId") ?? "";

async function rotate(c: PageContext, form: Form): Promise<Response> {
	const answer = await callApi<Answer<"issueApiKey", 201>>(c, {
		method: "POST",
		path: `/auth/api-keys/${encodeURIComponent(idOf(c))}/rotate`,
		as: "developer",
		body: { overlapSeconds: Number(form.text("overlapSeconds")) },
		headers: attemptOf(form),
	});
	if (!answer.ok) return show(c, problemsOf(c, answer, c.get("copy").developers.keys.words), answer.status);
	return showIssued(c, answer.status, answer.body);
}

async function revoke(c: PageContext, form: Form): Promise<Response> {
	const { account, keys } = c.get("copy").developers;
	if (!form.has("sure")) return show(c, [{ field: "sure", text: account.unsure }], 400);
	const body = { keyId: idOf(c) };
	const answer = await callApi(c, { method: "DELETE", path: "/auth/api-keys", as: "developer", body });
	if (!answer.ok) return show(c, problemsOf(c, answer, keys.words), answer.status);
	return redirect(c, "/developers/keys", "revoked");
}

async function show(c: PageContext, problems: Problem[], status: number): Promise<Response> {
	const { keys } = c.get("copy").developers;
	const key = (await readKeys(c)).find(({ keyId }) => keyId === idOf(c));
	if (key === undefined) return notFoundPage(c);
	const path = `/developers/keys/${key.keyId}`;
	const labels = { overlapSeconds: keys.overlap, sure: keys.revoke.sure };
	return page(
		c,
		{ title: key.label, area: "developers", status },
		<>
			<h1>{key.label}</h1>
			<p>
				<code>{key.hint}</code>
			</p>
			<ProblemList c={c} problems={problems} labels={labels} />
			<h2>{keys.rotate.title}</h2>
			<p>{keys.rotate.text}</p>
			<form novalidate method="post" action={path}>
				<AttemptField />
				<input type="hidden" name="action" value="rotate" />
				<SelectField
					name="overlapSeconds"
					label={keys.overlap}
					value={OVERLAPS[0]}
					problems={problems}
					options={OVERLAPS.map((seconds) => [seconds, keys.overlaps[seconds]])}
				/>
				<div class="actions">
					<button type="submit">{keys.rotate.action}</button>
				</div>
			</form>
			<h2>{keys.revoke.title}</h2>
			<p>{keys.revoke.text}</p>
			<form novalidate method="post" action={path}>
				<input type="hidden" name="action" value="revoke" />
				<CheckField name="sure" label={keys.revoke.sure} problems={problems} />
				<div class="actions">
					<button type="submit" class="danger">
						{keys.revoke.action}
					</button>
				</div>
			</form>
			<p>
				<a href="/developers/keys">{keys.issued.back}</a>
			</p>
		</>,
	);
}
