/** A text field with its label, its hint and what is wrong with it. */
type Props = {
	name: string;
	label: string;
	value: string;
	hint?: string;
	/** Who has filled it in. */
	mark?: string | undefined;
	error?: string | undefined;
	/** Id of a list to choose from. */
	list?: string;
	inputmode?: "numeric" | "decimal" | "email" | "text";
	required?: boolean;
	/** Long text. */
	rows?: number;
	isCode?: boolean;
};

export function Entry({
	name,
	label,
	value,
	hint,
	mark,
	error,
	list,
	inputmode,
	required,
	rows,
	isCode,
}: Props) {
	const notes = [
		mark !== undefined && `${name}-mark`,
		hint !== undefined && `${name}-hint`,
		error !== undefined && `${name}-error`,
	];
	const attributes = {
		id: name,
		name,
		required,
		class: isCode ? "hash" : undefined,
		autocomplete: inputmode === "email" ? "email" : "off",
		spellcheck: false,
		"aria-invalid": error === undefined ? undefined : ("true" as const),
		"aria-describedby": notes.filter(Boolean).join(" ") || undefined,
	};
	return (
		<div class="field">
			<label for={name}>{label}</label>
			{mark !== undefined && (
				<p class="mark" id={`${name}-mark`}>
					{mark}
				</p>
			)}
			{hint !== undefined && (
				<p class="hint" id={`${name}-hint`}>
					{hint}
				</p>
			)}
			{rows === undefined ? (
				<input {...attributes} value={value} list={list} inputmode={inputmode} />
			) : (
				<textarea {...attributes} rows={rows}>
					{value}
				</textarea>
			)}
			{error !== undefined && (
				<p class="error" id={`${name}-error`}>
					{error}
				</p>
			)}
		</div>
	);
}

/** What is wrong, by the name of the field. */
export type Problems = Record<string, string>;

/** At the top of a form that is shown again, with links to the fields. */
export function ProblemList({ heading, problems }: { heading: string; problems: Problems }) {
	const entries = Object.entries(problems);
	if (entries.length === 0) return null;
	return (
		<div class="note danger" role="alert" tabindex={-1} autofocus>
			<h2 class="note-title">{heading}</h2>
			<ul>
				{entries.map(([name, problem]) => (
					<li>
						<a href={`#${name}`}>{problem}</a>
					</li>
				))}
			</ul>
		</div>
	);
}
