/** Parts that several pages of developers share. */
import type { Child } from "hono/jsx";
import type { Answer } from "../core/answers.ts";
import { Code, Time } from "../core/format.tsx";
import type { Form } from "../core/forms.ts";
import { takeNote } from "../core/notes.ts";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

/** Made when the form is shown: sending the same form again makes nothing twice (`Idempotency-Key`). */
export function AttemptField() {
	return <input type="hidden" name="attempt" value={crypto.randomUUID()} />;
}

export function attemptOf(form: Form): Record<string, string> {
	return { "Idempotency-Key": form.text("attempt") || crypto.randomUUID() };
}

/** Confirms the action of the previous form, which `done` in the address names. @param words by that name */
export function DoneNote({ c, words }: { c: PageContext; words: Record<string, string> }) {
	const name = takeNote(c) ?? "";
	if (!Object.hasOwn(words, name)) return null;
	return (
		<p class="note" role="status">
			{words[name]}
		</p>
	);
}

type TimeOrProps = { c: PageContext; iso: string | null; otherwise: string; only?: "short" };

/** A time, or words if there is none. */
export function TimeOr({ c, iso, otherwise, only }: TimeOrProps) {
	return iso === null ? otherwise : <Time c={c} iso={iso} {...(only && { only })} />;
}

export type Secret = { label: string; value: string };

/** The only page that shows the secrets. It answers the POST itself, so no address leads back to it. */
export function secretPage(
	c: PageContext,
	input: {
		title: string;
		secrets: readonly Secret[];
		children?: Child;
		back: { href: string; text: string };
	},
): Promise<Response> {
	const { title, secrets, children, back } = input;
	const { secret } = c.get("copy").developers.account;
	return page(
		c,
		{ title, area: "developers", status: 201 },
		<>
			<h1>{title}</h1>
			<p class="note caution">{secret.once}</p>
			<dl>
				{secrets.map(({ label, value }) => (
					<>
						<dt>{label}</dt>
						<dd>
							<Code c={c} text={value} />
						</dd>
					</>
				))}
			</dl>
			{children}
			<p class="actions">
				<a class="button" href={back.href}>
					{back.text}
				</a>
			</p>
		</>,
	);
}

/** Shown after a form was sent twice, for example by a reload. */
export function madeAlreadyPage(
	c: PageContext,
	input: { title: string; text: string; back: { href: string; text: string } },
): Promise<Response> {
	const { title, text, back } = input;
	return page(
		c,
		{ title, area: "developers" },
		<>
			<h1>{title}</h1>
			<p>{text}</p>
			<p class="actions">
				<a class="button" href={back.href}>
					{back.text}
				</a>
			</p>
		</>,
	);
}

type RoleProps = { c: PageContext; role: Answer<"getCurrentUser">["user"]["role"] };

/** Leads to the pages of a role. Nothing for a developer, whose pages these are. */
export function RolePages({ c, role }: RoleProps) {
	const { review, resolve } = c.get("copy");
	if (role === "developer") return null;
	const [href, title] = role === "reviewer" ? ["/review", review.queue.title] : ["/resolve", resolve.title];
	return (
		<>
			{" "}
			<a href={href}>{title}</a>
		</>
	);
}
