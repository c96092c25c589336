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

type FirstCallProps = { c: PageContext; apiKey?: string; apiSecret?: string };

type SecretPage = {
	title: string;
	/** Labels, each with its secret. */
	secrets: readonly (readonly [label: string, secret: string])[];
	/** What to do with it at once, if it is not a secret to keep. */
	once?: string;
	children?: Child;
	back: Way;
};

/** The only page that shows the secrets. It responds to the POST itself, so no address leads back to it. */
export function secretPage(
	c: PageContext,
	{ title, secrets, once = c.get("copy").developers.account.secret.once, children, back }: SecretPage,
): Promise<Response> {
	return page(
		c,
		{ title, area: "developers", status: 201 },
		<>
			<p class="note caution">{once}</p>
			<Facts of={secrets.map(([label, secret]) => [label, <Code c={c} text={secret} />])} />
			{children}
			<WayOn {...back} />
		</>,
	);
}

/** A call to paste into a terminal, with the pair that was just issued or with signs in its place. */
export function FirstCall({ c, apiKey = "sk_…", apiSecret = "ss_…" }: FirstCallProps) {
	const { firstCall } = c.get("copy").developers.account;
	const lines = [
		`curl ${c.env.settings.appOrigin}/api/v1/recovery-cases`,
		`-H "x-api-key: ${apiKey}"`,
		`-H "x-api-secret: ${apiSecret}"`,
	];
	const command = lines.join(" \\\n  ");
	return (
		<>
			<h2>{firstCall.title}</h2>
			<pre tabindex={0}>{command}</pre>
			<p>
				<CopyButton c={c} text={command} of={firstCall.title} /> {firstCall.result}
			</p>
		</>
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
