/**
 * `/developers/reset`, the page that sets a new password with the operator's one-time code. Only the posted form
 * contains the code, because platforms log addresses and browsers keep them.
 */
import { readAccountCode } from "../../../developers/account/account-code.ts";
import { ApiError, callApi } from "../core/api.ts";
import { CODE_INPUT, TextField } from "../core/fields.tsx";
import { PostForm, WayOn } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected, rejectedBy, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { EmailField, NewPasswordFields, unequalPasswords } from "./password-fields.tsx";

/** A query may hold a code that somebody took for part of the address. It goes, and nothing repeats it. */
export function openReset(c: PageContext): Response | Promise<Response> {
	return new URL(c.req.url).search === "" ? resetPage(c, {}) : redirect(c, "/developers/reset");
}

type Shown = Rejected & { code?: string };

function resetPage(c: PageContext, { code = "", ...rejected }: Shown): Promise<Response> {
	const { problems, status } = rejected;
	const { labels, reset } = c.get("copy").developers.entry;
	const headers = { ...(status === 401 && { "WWW-Authenticate": "Bearer" }) };
	return page(
		c,
		{ title: reset.title, area: "developers", headers, ...rejected, labels },
		<PostForm action="/developers/reset" submit={reset.action}>
			<TextField
				name="code"
				label={labels.code}
				hint={reset.codeHint}
				value={code}
				problems={problems}
				{...CODE_INPUT}
				required
			/>
			<NewPasswordFields c={c} name="newPassword" problems={problems} />
			<p class="quiet">{reset.effect}</p>
		</PostForm>,
	);
}

export async function resetWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words } = c.get("copy").developers.entry;
	const typed = form.text("code");
	// Shows the code again after a failure, but repeats no text that is not a code.
	const code = readAccountCode(typed) ?? "";
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		return resetPage(c, { code, problems: withMissing(c, form, ["code", "newPassword"], unequal) });
	}
	// The API rejects an empty text as a field, and another one as a code.
	const body = { token: typed === "" ? "-" : typed, newPassword: form.raw("newPassword") };
	const response = await callApi(c, { method: "POST", path: "/auth/password-reset", as: "none", body });
	if (!response.ok) {
		if (response.status >= 500 || response.status === 429) throw new ApiError(response);
		const problems = problemsOf(c, response, { ...words, INVALID_TOKEN: words.RESET_CODE });
		const fields = problems.map((problem) =>
			problem.field === "" ? { ...problem, field: "code" } : problem,
		);
		return resetPage(c, { code, problems: withMissing(c, form, ["code"], fields), status: response.status });
	}
	c.get("cookies").push(...response.headers.getSetCookie());
	return resetDonePage(c);
}

function resetDonePage(c: PageContext): Promise<Response> {
	const { done } = c.get("copy").developers.entry.reset;
	return page(
		c,
		{ title: done.title, area: "developers" },
		<>
			<p>{done.text}</p>
			<WayOn href="/developers/login" text={c.get("copy").common.action.logIn} />
		</>,
	);
}

type Asked = Rejected & { email?: string };

/** `/developers/forgotten`: mails a code that sets a new password. Says the same for every address. */
export function forgottenPage(c: PageContext, { email, ...rejected }: Asked = {}): Promise<Response> {
	const { forgotten: copy, labels, reset } = c.get("copy").developers.entry;
	const hasMail = c.env.settings.mailFrom !== null;
	return page(
		c,
		{ title: copy.title, area: "developers", lead: hasMail ? copy.lead : copy.noMail, ...rejected, labels },
		<>
			{hasMail && (
				<PostForm action="/developers/forgotten" submit={copy.action}>
					<EmailField c={c} value={email} problems={rejected.problems} />
				</PostForm>
			)}
			<WayOn href="/developers/reset" text={reset.haveCode} kind="second" />
		</>,
	);
}

export async function askForReset(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const email = form.text("email");
	const { forgotten: copy, reset, words } = c.get("copy").developers.entry;
	const path = "/auth/password-reset/request";
	const response = await callApi(c, { method: "POST", path, as: "none", body: { email } });
	if (!response.ok) {
		if (response.status >= 500 || response.status === 429) throw new ApiError(response);
		return forgottenPage(c, { email, ...rejectedBy(c, response, words) });
	}
	return page(
		c,
		{ title: copy.sent.title, area: "developers" },
		<>
			<p>{copy.sent.text}</p>
			<WayOn href="/developers/reset" text={reset.haveCode} />
		</>,
	);
}
