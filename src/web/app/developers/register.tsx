/** `/developers/register`. The new account is logged in at once, and confirms its address next. */
import { callApi } from "../core/api.ts";
import { LinkLine, PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { askForCode } from "./confirm-email.tsx";
import { openSession } from "./log-in.tsx";
import { EmailField, NewPasswordFields, unequalPasswords } from "./password-fields.tsx";

type Shown = Rejected & { email?: string };

export function registerPage(c: PageContext, { email, ...rejected }: Shown = {}): Promise<Response> {
	const { problems } = rejected;
	const { labels, register } = c.get("copy").developers.entry;
	return page(
		c,
		{ title: register.title, area: "developers", lead: register.lead, ...rejected, labels },
		<>
			<PostForm action="/developers/register" submit={register.action}>
				<EmailField c={c} value={email} hint={register.emailHint} problems={problems} />
				<NewPasswordFields c={c} name="password" problems={problems} />
			</PostForm>
			<LinkLine href="/developers/login" text={register.logIn} />
		</>,
	);
}

export async function registerWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words } = c.get("copy").developers.entry;
	const email = form.text("email");
	const unequal = unequalPasswords(c, form, "password");
	if (unequal.length > 0) {
		return registerPage(c, { email, problems: withMissing(c, form, ["email", "password"], unequal) });
	}
	const body = { email, password: form.raw("password") };
	const response = await callApi(c, { method: "POST", path: "/auth/register", as: "none", body });
	if (!response.ok) return registerPage(c, { email, ...rejectedBy(c, response, words) });
	const { failure, accessToken } = await openSession(c, body);
	if (failure !== null) return redirect(c, "/developers/login");
	if (c.env.settings.mailFrom === null) return redirect(c, "/developers");
	const note = accessToken && (await askForCode(c, accessToken));
	return redirect(c, "/developers/account/confirm", note);
}
