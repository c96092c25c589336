/** Forms that work without a script, the buttons of a page, and the links that lead on and back. */
import type { PropsWithChildren } from "hono/jsx";
import type { PageContext } from "./page-env.ts";

/** `second`: not the page's main button. `danger`: harms, or cannot be undone. */
export type ButtonKind = "second" | "danger";
export type Way = { href: string; text: string };

export type PostFormProps = PropsWithChildren<{
	/** Absent for a form that posts to its own address. */
	action?: string;
	/** The words of the button that sends the form. */
	submit: string;
	kind?: ButtonKind | undefined;
	/** A name and value of the button, for a page with several forms. */
	name?: string;
	value?: string;
	/** The way out, beside the button. */
	cancel?: Way;
	/** Values that nobody types. */
	fields?: Readonly<Record<string, string>>;
	/** More attributes of the form, for its script. */
	data?: Readonly<Record<`data-${string}`, string | boolean | undefined>>;
}>;

/** `children`: what people fill in. The button stands below it. */
export function PostForm(props: PostFormProps) {
	const { action, submit, kind, name, value, cancel, fields = {}, data, children } = props;
	return (
		<form novalidate method="post" action={action} {...data}>
			<HiddenFields of={fields} />
			{children}
			<p class="actions">
				<button type="submit" class={kind} name={name} value={value}>
					{submit}
				</button>
				{cancel && <LinkButton {...cancel} kind="second" />}
			</p>
		</form>
	);
}

type ButtonFormProps = {
	action: string;
	submit: string;
	kind?: ButtonKind | undefined;
	name?: string;
	value?: string;
	/** What the button is about, for screen readers, where a page has several with the same words. */
	about?: string;
	fields?: Readonly<Record<string, string>>;
};

/** A form that is one button, such as in the row of a table. */
export function ButtonForm({
	action,
	submit,
	kind = "second",
	name,
	value,
	about,
	fields = {},
}: ButtonFormProps) {
	const label = about === undefined ? undefined : `${submit}: ${about}`;
	return (
		<form novalidate method="post" action={action}>
			<HiddenFields of={fields} />
			<button type="submit" class={kind} name={name} value={value} aria-label={label}>
				{submit}
			</button>
		</form>
	);
}

function HiddenFields({ of }: { of: Readonly<Record<string, string>> }) {
	return (
		<>
			{Object.entries(of).map(([name, value]) => (
				<input type="hidden" name={name} value={value} />
			))}
		</>
	);
}

/** A link that looks like a button. */
export function LinkButton({ href, text, kind }: Way & { kind?: ButtonKind | undefined }) {
	return (
		<a class={kind === undefined ? "button" : `button ${kind}`} href={href}>
			{text}
		</a>
	);
}

/** The page's way on, as a button. */
export function WayOn({ href, text, kind }: Way & { kind?: ButtonKind | undefined }) {
	return (
		<p class="actions">
			<LinkButton href={href} text={text} kind={kind} />
		</p>
	);
}

/** A link in a paragraph of its own, such as back to the list that led here. */
export function LinkLine({ href, text }: Way) {
	return (
		<p>
			<a href={href}>{text}</a>
		</p>
	);
}

/** Shown by the script `print`. */
export function PrintButton({ c }: { c: PageContext }) {
	return (
		<p class="actions">
			<button type="button" data-print hidden>
				{c.get("copy").exhibit.print}
			</button>
		</p>
	);
}
