/** A search form: it works by GET, so that a search has an address and the way back keeps it. */
import { SelectField, TextField } from "../core/fields.tsx";
import { NetworkField, readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

type SearchField = {
	name: string;
	label: string;
	/** Values with their words. Without them, one types. */
	options?: readonly (readonly [value: string, text: string])[];
	type?: "text" | "datetime-local";
	/** For a choice of a network: the words for any. */
	anyNetwork?: string;
};

type Props = { c: PageContext; fields: readonly SearchField[]; problems?: readonly Problem[] };

export function Search({ c, fields, problems = [] }: Props) {
	return (
		<form novalidate method="get" class="search">
			{fields.map(({ name, label, options, anyNetwork, type = "text" }) => {
				const common = { name, label, problems, value: c.req.query(name) };
				if (anyNetwork !== undefined) {
					const value = readNetwork((field) => c.req.query(field)?.trim()) ?? "";
					return <NetworkField {...common} c={c} none={anyNetwork} value={value} />;
				}
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
