/** A form that a passkey answers before it is sent (`browser/passkey.ts`). Its page has the script `passkey`. */
import { PostForm, type PostFormProps } from "./form.tsx";
import type { Form } from "./forms.ts";
import type { PageContext } from "./page-env.ts";

export const PASSKEY_SCRIPTS = ["passkey"] as const;

type Props = PostFormProps & {
	c: PageContext;
	/** The options of a question for a passkey. */
	ask?: object | undefined;
	/** The options of a new passkey. */
	create?: object | undefined;
};

/** A plain form if it needs no passkey. */
export function PasskeyForm({ c, ask, create, ...plain }: Props) {
	if (!ask && !create) return <PostForm {...plain} />;
	const { passkey: copy } = c.get("copy").common;
	const data = {
		"data-passkey": true,
		"data-ask": ask && JSON.stringify(ask),
		"data-create": create && JSON.stringify(create),
	};
	return (
		<PostForm {...plain} data={data}>
			{ask && <input type="hidden" name="passkey" value="" data-answer />}
			{create && <input type="hidden" name="credential" value="" data-answer />}
			{plain.children}
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
		</PostForm>
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
