/**
 * Fields of forms. A form that was not accepted shows again with what was typed, each problem beside its field, and a
 * list of all at the top. Forms are `novalidate`, so that no browser shows problems of its own, one at a time.
 */
import type { PropsWithChildren } from "hono/jsx";
import type { PageContext } from "./page-env.ts";
import type { Problem } from "./problems.ts";

/** Gets the focus when the page opens. @param labels by name; empty for a field that its problem names already */
export function ProblemList(props: {
	c: PageContext;
	problems: readonly Problem[];
	labels?: Readonly<Record<string, string>>;
}) {
	const { c, problems, labels = {} } = props;
	const { problem } = c.get("copy").common;
	if (problems.length === 0) return null;
	const isOfEntries = problems.some(({ field }) => field !== "");
	return (
		<div class="note danger" role="alert" tabindex={-1} autofocus>
			<h2 class="note-title">{isOfEntries ? problem.heading : problem.refused}</h2>
			<ul>
				{problems.map(({ field, text }) => {
					const label = labels[field];
					return <li>{label === undefined ? text : <a href={`#${field}`}>{named(label, text)}</a>}</li>;
				})}
			</ul>
		</div>
	);
}

/** Without what a label adds in brackets, and without a colon behind a question. */
function named(label: string, text: string): string {
	const name = label.replace(/\s*\([^()]*\)$/, "");
	if (name === "") return text;
	return name.endsWith("?") ? `${name} ${text}` : `${name}: ${text}`;
}

type FieldProps = {
	name: string;
	label: string;
	hint?: string | undefined;
	/** Who has filled it in. */
	mark?: string | undefined;
	problems?: readonly Problem[] | undefined;
	value?: string | undefined;
	required?: boolean;
};

type FieldsOf<Name extends string> = {
	labels: Readonly<Record<Name, string>>;
	hints?: { readonly [Field in Name]?: string };
	/** The input, to show again. */
	typed?: { readonly [Field in Name]?: string | undefined } | undefined;
	problems?: readonly Problem[] | undefined;
};

/** The attributes of a form's fields, by their names. */
export function fieldsOf<Name extends string>({ labels, hints = {}, typed = {}, problems }: FieldsOf<Name>) {
	return (name: Name) => ({
		name,
		label: labels[name],
		hint: hints[name],
		value: typed[name],
		problems,
	});
}

type TextFieldProps = FieldProps & {
	/** By which problems and labels find the field, where a page has several of one name. */
	id?: string;
	type?: "text" | "email" | "password" | "url" | "number" | "date" | "datetime-local";
	/** Shows several lines. */
	rows?: number;
	autocomplete?: string;
	inputmode?: "numeric" | "decimal" | "email";
	maxlength?: number;
	spellcheck?: "false";
	autocapitalize?: "characters";
	/** An address, a hash or data. */
	isCode?: boolean;
};

/** The attributes of a field for a code that somebody copies from a mail or from paper. */
export const CODE_INPUT = {
	autocomplete: "off",
	autocapitalize: "characters",
	spellcheck: "false",
} as const;

/** One line of text, or several with `rows`. */
export function TextField({
	name,
	id = name,
	label,
	hint,
	mark,
	problems,
	value,
	type = "text",
	rows,
	isCode = false,
	...more
}: TextFieldProps) {
	// The types want false for `spellcheck`, which the renderer omits.
	const code = isCode ? { class: "hash", autocomplete: "off", spellcheck: "false" } : {};
	const tied = described(id, { hint, mark, problems });
	const attributes: Record<string, unknown> = { id, name, ...code, ...more, ...tied };
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<Filler name={id} mark={mark} />
			<Hint name={id} hint={hint} />
			{rows === undefined ? (
				<input type={type} value={value} {...attributes} />
			) : (
				<textarea rows={rows} {...attributes}>
					{value}
				</textarea>
			)}
			<Errors name={id} problems={problems} />
		</div>
	);
}

export function SelectField(
	props: FieldProps & { options: readonly (readonly [value: string, text: string])[] },
) {
	const { name, label, hint, mark, problems, value, options, ...more } = props;
	return (
		<div class="field">
			<label for={name}>{label}</label>
			<Filler name={name} mark={mark} />
			<Hint name={name} hint={hint} />
			<select id={name} name={name} {...more} {...described(name, { hint, mark, problems })}>
				{options.map(([option, text]) => (
					<option value={option} selected={option === value}>
						{text}
					</option>
				))}
			</select>
			<Errors name={name} problems={problems} />
		</div>
	);
}

/** A file. What was chosen cannot show again. */
export function FileField(props: Omit<FieldProps, "mark" | "value"> & { accept?: string }) {
	const { name, label, hint, problems, ...more } = props;
	return (
		<div class="field">
			<label for={name}>{label}</label>
			<Hint name={name} hint={hint} />
			<input type="file" id={name} name={name} {...more} {...described(name, { hint, problems })} />
			<Errors name={name} problems={problems} />
		</div>
	);
}

/** A tick. */
export function CheckField(props: Omit<FieldProps, "hint"> & { isChecked?: boolean }) {
	const { name, label, value = "yes", isChecked = false, problems, required } = props;
	return (
		<div class="field">
			<label>
				<input
					type="checkbox"
					id={name}
					name={name}
					value={value}
					checked={isChecked}
					required={required}
					{...described(name, { problems })}
				/>
				<span>{label}</span>
			</label>
			<Errors name={name} problems={problems} />
		</div>
	);
}

/** Several ticks or choices below one legend, with the problem of the whole group. */
export function FieldGroup(
	props: PropsWithChildren<{ name: string; legend: string; problems?: readonly Problem[] | undefined }>,
) {
	const { name, legend, problems, children } = props;
	return (
		<fieldset class="field" id={name} aria-describedby={described(name, { problems })["aria-describedby"]}>
			<legend>{legend}</legend>
			{children}
			<Errors name={name} problems={problems} />
		</fieldset>
	);
}

/** Attributes by which a screen reader finds the hint and the errors of a control. */
function described(
	name: string,
	{ hint, mark, problems = [] }: Pick<FieldProps, "hint" | "mark" | "problems">,
) {
	const isWrong = problems.some(({ field }) => field === name);
	const ids = [
		...(mark === undefined ? [] : [`${name}-mark`]),
		...(hint === undefined ? [] : [`${name}-hint`]),
		...(isWrong ? [`${name}-error`] : []),
	];
	return {
		...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
		...(isWrong && { "aria-invalid": "true" as const }),
	};
}

function Filler({ name, mark }: { name: string; mark: string | undefined }) {
	if (mark === undefined) return null;
	return (
		<p class="mark" id={`${name}-mark`}>
			{mark}
		</p>
	);
}

function Hint({ name, hint }: { name: string; hint: string | undefined }) {
	if (hint === undefined) return null;
	return (
		<p id={`${name}-hint`} class="hint">
			{hint}
		</p>
	);
}

function Errors({ name, problems = [] }: { name: string; problems: readonly Problem[] | undefined }) {
	const own = problems.filter(({ field }) => field === name);
	if (own.length === 0) return null;
	return (
		<div id={`${name}-error`}>
			{own.map(({ text }) => (
				<p class="error">{text}</p>
			))}
		</div>
	);
}
