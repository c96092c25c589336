/** A search form: it works by GET, so that a search has an address and the way back keeps it. */
import { SelectField, TextField } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

type SearchField = {
	name: string;
	label: string;
	/** Values with their words. Without them, one types. */
	options?: readonly (readonly [value: string, text: string])[];
	type?: "text" | "datetime-local";
};

type Props = { c: PageContext; fields: readonly SearchField[]; problems?: readonly Problem[] };

export function Search({ c, fields, problems = [] }: Props) {
	return (
		<form novalidate method="get" class="search">
			{fields.map(({ name, label, options, type = "text" }) => {
				const common = { name, label, problems, value: c.req.query(name) };
				return options ? (
					<SelectField {...common} options={options} />
				) : (
					<TextField {...common} type={type} maxlength={200} spellcheck="false" />
				);
			})}
			<button type="submit" class="second">
				{c.get("copy").review.list.show}
			</button>
		</form>
	);
}
