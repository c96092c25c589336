/** Parts that several pages of developers share. */
import type { Child } from "hono/jsx";
import { Facts } from "../core/facts.tsx";
import { type Way, WayOn } from "../core/form.tsx";
import { Code, CopyButton, Time } from "../core/format.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";

/** Made when the form is shown: sending the same form again makes nothing twice (`Idempotency-Key`). */
export const newAttempt = () => ({ attempt: crypto.randomUUID() });

export function attemptOf(form: Form): Record<string, string> {
	return { "Idempotency-Key": form.text("attempt") || crypto.randomUUID() };
}

type TimeOrProps = { c: PageContext; iso: string | null; otherwise: string; only?: "short" };

/** A time, or words if there is none. */
export function TimeOr({ c, iso, otherwise, only }: TimeOrProps) {
	return iso === null ? otherwise : <Time c={c} iso={iso} {...(only && { only })} />;
}

/** @param here what a service on the developer's own machine takes as well */
export const hintWith = (c: PageContext, hint: string, here: string): string =>
	c.env.settings.appOrigin.startsWith("http:") ? `${hint} ${here}` : hint;

type SecretPage = {
	title: string;
	/** Labels, each with its secret. */
	secrets: readonly (readonly [label: string, secret: string])[];
	/** What to do with it at once, if it is not a secret to keep. */
	once?: string;
	children?: Child;
	back: Way;
};

/**
 * The only page that shows the secrets. It responds to the POST itself, so no address leads back to it. The script `base`
 * gives it the address of `back`, which the way back then opens.
 */
export function secretPage(
	c: PageContext,
	{ title, secrets, once = c.get("copy").developers.account.secret.once, children, back }: SecretPage,
): Promise<Response> {
	return page(
		c,
		{ title, area: "developers", status: 201 },
		<>
			<p class="note caution" data-once={back.href}>
				{once}
			</p>
			<Facts of={secrets.map(([label, secret]) => [label, <Code c={c} text={secret} />])} />
			{children}
			<WayOn {...back} />
		</>,
	);
}

/** A command or a program to copy. @param of names it for people who do not see it */
export function Snippet({ c, text, of }: { c: PageContext; text: string; of: string }) {
	return (
		<div class="snippet">
			<pre tabindex={0}>{text}</pre>
			<CopyButton c={c} text={text} of={of} kind="quiet" />
		</div>
	);
}

/** Shown after a form was sent twice, for example by a reload. */
export function madeAlreadyPage(
	c: PageContext,
	{ title, text, back }: { title: string; text: string; back: Way },
): Promise<Response> {
	return page(
		c,
		{ title, area: "developers" },
		<>
			<p>{text}</p>
			<WayOn {...back} />
		</>,
	);
}

type RoleProps = { c: PageContext; role: ResponseBody<"getCurrentUser">["user"]["role"] };

/** Leads to the pages of a role. Nothing for a developer, whose pages these are. */
export function RolePages({ c, role }: RoleProps) {
	const { review, resolve } = c.get("copy");
	if (role === "developer") return null;
	const [href, title] = role === "reviewer" ? ["/review", review.queue.title] : ["/resolve", resolve.title];
	return <a href={href}>{title}</a>;
}
