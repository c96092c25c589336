/**
 * A second look before what cannot be undone, or not without traces. The first POST of a form shows this page, and its
 * button posts the same fields again with the confirmation. It needs no script.
 */
import { type Fact, Facts } from "./facts.tsx";
import type { Form } from "./forms.ts";
import type { Area } from "./layout.tsx";
import type { PageContext } from "./page-env.ts";
import { PASSKEY_SCRIPTS, PasskeyForm } from "./passkey-form.tsx";
import { page } from "./respond.tsx";

const CONFIRMED = "confirmed";

type SecondLook = {
	area: Area;
	/** The act as a question. */
	title: string;
	/** The consequences, in whole sentences. */
	effect: string;
	/** To what, such as ids and reasons. */
	about: readonly Fact[];
	/** The act as a button. */
	action: string;
	/** True by default; false for what a later decision can reverse. */
	isFinal?: boolean;
	/** Values that the button posts to the same page as the first form. */
	fields: Readonly<Record<string, string>>;
	/** The page to return to instead. */
	back: string;
	/** What a passkey signs for the act, and the question for it. */
	signing?: { text: string; options: object } | undefined;
};

export const isConfirmed = (form: Form): boolean => form.text(CONFIRMED) === "yes";

export function secondLook(c: PageContext, look: SecondLook): Promise<Response> {
	const { confirm } = c.get("copy").common;
	const { isFinal = true, signing } = look;
	const { pathname, search } = new URL(c.req.url);
	return page(
		c,
		{
			...{ title: look.title, area: look.area, lead: look.effect },
			scripts: signing ? PASSKEY_SCRIPTS : [],
		},
		<>
			<Facts of={look.about} />
			<p class={isFinal ? "note danger" : "note"}>{isFinal ? confirm.isFinal : confirm.isKept}</p>
			{signing && (
				<details>
					<summary>{confirm.signed}</summary>
					<pre>
						<code>{JSON.stringify(JSON.parse(signing.text), null, 2)}</code>
					</pre>
				</details>
			)}
			<PasskeyForm
				c={c}
				ask={signing?.options}
				action={`${pathname}${search}`}
				submit={look.action}
				kind={isFinal ? "danger" : undefined}
				cancel={{ href: look.back, text: confirm.goBack }}
				fields={{ ...look.fields, [CONFIRMED]: "yes" }}
			/>
		</>,
	);
}
