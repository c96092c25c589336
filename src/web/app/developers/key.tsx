/** `/developers/keys/{keyId}`: rotate or revoke one key. */

import { callApi } from "../core/api.ts";
import { notFoundPage } from "../core/errors.tsx";
import { CheckField, SelectField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { issuedKeyPage, readKeys } from "./keys.tsx";
import { attemptOf, newAttempt } from "./parts.tsx";

const OVERLAPS = ["86400", "0", "3600", "604800"] as const;

const idOf = (c: PageContext): string => c.req.param("keyId") ?? "";

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
			<p>
				<code>{key.hint}</code>
			</p>
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
