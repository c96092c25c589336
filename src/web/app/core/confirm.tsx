/**
 * A second look before what cannot be undone, or not without traces. The first POST of a form shows this page, and its
 * button posts the same fields again with the confirmation. It needs no script.
 */
import type { Child } from "hono/jsx";
import { type Fact, Facts } from "./facts.tsx";
import { CheckField } from "./fields.tsx";
import { ButtonForm, PostForm } from "./form.tsx";
import type { Form } from "./forms.ts";
import type { Area } from "./layout.tsx";
import type { PageContext } from "./page-env.ts";
import { PASSKEY_SCRIPTS, PasskeyForm } from "./passkey-form.tsx";
import type { Problem } from "./problems.ts";
import { page } from "./respond.tsx";

const CONFIRMED = "confirmed";
const KNOWN = "known";

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
	/** How the reader reverses it, in place of the usual words. */
	undo?: string;
	/** Final, and yet no harm: its button warns of nothing. */
	isGood?: boolean;
	/** Between the facts and the button. */
	more?: Child;
	/** Values that the button posts to the same page as the first form. */
	fields: Readonly<Record<string, string>>;
	/** The page to return to instead. Without it, the same fields are posted again, to be changed (`isTakenBack`). */
	back?: string;
	/** What speaks against the act, which must be ticked as known. To go back is then the main way. */
	doubt?: { label: string; problems: readonly Problem[] } | undefined;
	scripts?: readonly string[];
	/** What a passkey signs for the act, and the question for it. */
	signing?: { text: string; options: object } | undefined;
};

export const isConfirmed = (form: Form): boolean => form.text(CONFIRMED) === "yes";
/** What speaks against the act is ticked as known. */
export const isKnown = (form: Form): boolean => form.has(KNOWN);
export const notKnown = (text: string): Problem => ({ field: KNOWN, text });
/** The form is to show again, with what was typed. */
export const isTakenBack = (form: Form): boolean => form.text(CONFIRMED) === "no";

export function secondLook(c: PageContext, look: SecondLook): Promise<Response> {
	const { confirm } = c.get("copy").common;
	const { isFinal = true, isGood = false, signing, back, doubt, scripts = [] } = look;
	const isHarm = isFinal && !isGood;
	const { pathname, search } = new URL(c.req.url);
	const change = {
		...{ action: `${pathname}${search}`, submit: confirm.change },
		fields: { ...look.fields, [CONFIRMED]: "no" },
	};
	return page(
		c,
		{
			...{ title: look.title, area: look.area, lead: look.effect },
			...{ problems: doubt?.problems ?? [], labels: { [KNOWN]: "" } },
			scripts: [...scripts, ...(signing ? PASSKEY_SCRIPTS : [])],
		},
		<>
			<Facts of={look.about} />
			{look.more}
			<p class={isHarm ? "note danger" : "note"}>
				{look.undo ?? (isFinal ? confirm.isFinal : confirm.isKept)}
			</p>
			{signing && (
				<details>
					<summary>{confirm.signed}</summary>
					<pre>
						<code>{JSON.stringify(JSON.parse(signing.text), null, 2)}</code>
					</pre>
				</details>
			)}
			{doubt && <PostForm {...change} />}
			<PasskeyForm
				c={c}
				ask={signing?.options}
				action={`${pathname}${search}`}
				submit={look.action}
				kind={isHarm ? "danger" : doubt && "second"}
				{...(back !== undefined && { cancel: { href: back, text: confirm.goBack } })}
				fields={{ ...look.fields, [CONFIRMED]: "yes" }}
			>
				{doubt && <CheckField name={KNOWN} label={doubt.label} problems={doubt.problems} required />}
			</PasskeyForm>
			{back === undefined && !doubt && <ButtonForm {...change} />}
		</>,
	);
}
