/** A form that a passkey answers before it is sent (`browser/passkey.ts`). Its page has the script `passkey`. */
import type { PropsWithChildren } from "hono/jsx";
import { type ButtonKind, LinkButton, PostForm, type Way } from "./form.tsx";
import type { Form } from "./forms.ts";
import type { PageContext } from "./page-env.ts";

export const PASSKEY_SCRIPTS = ["passkey"] as const;

type Props = PropsWithChildren<{
	c: PageContext;
	action?: string;
	submit: string;
	kind?: ButtonKind | undefined;
	cancel?: Way;
	fields?: Readonly<Record<string, string>>;
	/** The options of a question for a passkey. */
	ask?: object | undefined;
	/** The options of a new passkey. */
	create?: object | undefined;
}>;

/** A plain form if it needs no passkey. */
export function PasskeyForm({ c, ask, create, ...plain }: Props) {
	const { action, submit, kind, cancel, fields = {}, children } = plain;
	if (!ask && !create) return <PostForm {...plain} />;
	const { passkey: copy } = c.get("copy").common;
	return (
		<form
			novalidate
			method="post"
			action={action}
			data-passkey
			data-ask={ask && JSON.stringify(ask)}
			data-create={create && JSON.stringify(create)}
		>
			{Object.entries(fields).map(([name, value]) => (
				<input type="hidden" name={name} value={value} />
			))}
			{ask && <input type="hidden" name="passkey" value="" data-answer />}
			{create && <input type="hidden" name="credential" value="" data-answer />}
			{children}
			<noscript>
				<p class="note caution">{copy.needsScript}</p>
			</noscript>
			<template>
				<span data-word="asked">{copy.asked}</span>
				<span data-word="done">{copy.done}</span>
				<span data-word="failed">{copy.failed}</span>
				<span data-word="known">{copy.known}</span>
			</template>
			<p role="status" data-passkey-status />
			<p class="actions">
				<button type="submit" class={kind}>
					{submit}
				</button>
				{cancel && <LinkButton {...cancel} kind="second" />}
			</p>
		</form>
	);
}

/** What the script has written into the form; undefined if it did not run. */
export function answerIn(form: Form, name: "passkey" | "credential"): unknown {
	try {
		return JSON.parse(form.text(name));
	} catch {
		return undefined;
	}
}
