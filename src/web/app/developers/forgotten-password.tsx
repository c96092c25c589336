/** `/developers/forgotten`: mails a code that sets a new password. Says the same for every address. */
import { ApiError, callApi } from "../core/api.ts";
import { PostForm, WayOn } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { EmailField } from "./password-fields.tsx";

type Shown = Rejected & { email?: string };

export function forgottenPage(c: PageContext, { email, ...rejected }: Shown = {}): Promise<Response> {
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
