/** The page that shows a message and takes its signature. The form posts the message's fields back to the same page. */
import type { Child } from "hono/jsx";
import { LinkLine } from "../core/form.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { SigningForm, WALLET_SCRIPTS } from "../core/signing.tsx";
import { MessageWords } from "../words/message-words.tsx";
import type { Prepared } from "./message.ts";

type Signing = {
	title: string;
	prepared: Prepared;
	/** From which the API makes the same message again. */
	fields: Readonly<Record<string, string>>;
	/** The act, as a button. */
	submit: string;
	back: { href: string; text: string };
	/** Shown above the message. */
	before?: Child;
	/** Shown below the form. */
	after?: Child;
	/** Further controls of the form. */
	controls?: Child;
	/** The API's problem with the last signature. */
	problem?: string | undefined;
	status?: number | undefined;
	/** One that was pasted and can be sent once more. */
	signature?: string | undefined;
	/** Null if no one address is known. */
	signer?: string | null;
	/** Where the form goes, if not to the page itself. */
	action?: string;
	/** `controls` have a file. */
	hasFile?: boolean;
	/** Besides that of wallets. */
	scripts?: readonly string[];
};

export function signingPage(c: PageContext, signing: Signing): Promise<Response> {
	const { prepared, fields, problem, back, status = problem === undefined ? 200 : 400 } = signing;
	const { typedData } = prepared;
	const copy = c.get("copy").signing;
	const { signer = prepared.signer } = signing;
	return page(
		c,
		{
			title: signing.title,
			area: "people",
			status,
			scripts: [...WALLET_SCRIPTS, ...(signing.scripts ?? [])],
		},
		<>
			{signing.before}
			<h2 id="signing">{copy.what}</h2>
			<MessageWords c={c} typedData={typedData} />
			<SigningForm
				c={c}
				message={{ kind: "typed_data", typedData }}
				signer={signer}
				name={typedData.primaryType}
				submit={signing.submit}
				error={problem}
				signature={signing.signature}
				action={signing.action}
				hasFile={signing.hasFile}
			>
				{Object.entries(fields).map(([name, value]) => (
					<input type="hidden" name={name} value={value} />
				))}
				{signing.controls}
			</SigningForm>
			{signing.after}
			<LinkLine href={back.href} text={back.text} />
		</>,
	);
}
