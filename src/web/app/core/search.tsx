/** A list with a search form. It works by GET, so that a search has an address and the way back keeps it. */
import { ApiError, callApi } from "./api.ts";
import { SelectField, TextField } from "./fields.tsx";
import { LinkButton, type Way } from "./form.tsx";
import { atNumber, NetworkField, readNetwork } from "./network-field.tsx";
import type { PageContext } from "./page-env.ts";
import { type OwnWords, type Problem, type Rejected, rejectedBy } from "./problems.ts";

/** Of the page's own query, which names and values the API judges. Empty fields are left out. */
export function queryOf(c: PageContext, names: readonly string[]): URLSearchParams {
	const query = new URLSearchParams();
	for (const name of [...names, "limit", "cursor"]) {
		const typed = (field: string) => c.req.query(field)?.trim();
		const value = name === "chainId" ? readNetwork(typed) : typed(name);
		if (value) query.set(name, value);
	}
	return query;
}

/**
 * Reads a list of the developer session. A search that the API rejects (400) has no list, but problems for its fields.
 *
 * @throws ApiError and SessionNeeded
 */
export async function readSearch<T>(
	c: PageContext,
	path: string,
	{ query, words }: { query: URLSearchParams; words?: OwnWords },
): Promise<{ list: T | null; rejected: Rejected }> {
	const response = await callApi<T>(c, { method: "GET", path: `${path}?${query}`, as: "developer" });
	if (response.ok) return { list: response.body, rejected: {} };
	if (response.status !== 400) throw new ApiError(response);
	const { problems = [], status } = rejectedBy(c, response, words);
	return { list: null, rejected: { problems: atNumber(problems, query.get("chainId") ?? ""), status } };
}

type SearchField = {
	name: string;
	label: string;
	/** Values with their words. Without them, one types. */
	options?: readonly (readonly [value: string, text: string])[];
	type?: "text" | "datetime-local";
	/** For a choice of a network: the words for any. */
	anyNetwork?: string;
};

type Props = {
	c: PageContext;
	fields: readonly SearchField[];
	problems?: readonly Problem[] | undefined;
	submit: string;
	/** Leads to the whole list. */
	all?: Way;
};

export function Search({ c, fields, problems = [], submit, all }: Props) {
	const button = (
		<button type="submit" class="second">
			{submit}
		</button>
	);
	return (
		<form novalidate method="get" class="search">
			{fields.map(({ name, label, options, anyNetwork, type = "text" }) => {
				const common = { name, label, problems, value: c.req.query(name) };
				if (anyNetwork !== undefined) {
					const value = queryOf(c, [name]).get(name) ?? "";
					return <NetworkField {...common} c={c} none={anyNetwork} value={value} />;
				}
				return options ? (
					<SelectField {...common} options={options} />
				) : (
					<TextField {...common} type={type} maxlength={200} autocomplete="off" spellcheck="false" />
				);
			})}
			{all === undefined ? (
				button
			) : (
				<div class="actions">
					{button}
					<LinkButton {...all} kind="second" />
				</div>
			)}
		</form>
	);
}
