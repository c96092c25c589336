/** The choice of a network: the known ones by name, every other one by its number. */
import { chainName, KNOWN_CHAINS } from "./chains.ts";
import { SelectField, TextField } from "./fields.tsx";
import type { PageContext } from "./page-env.ts";
import type { Problem } from "./problems.ts";

const OTHER = "other";

/** The chain id that a form or a query names. @param text the field's value; undefined if it is absent */
export function readNetwork(text: (name: string) => string | undefined): string | undefined {
	const chosen = text("chainId");
	return chosen === OTHER ? (text("otherChainId") ?? "") : chosen;
}

const isListed = (value: string) => KNOWN_CHAINS.some((id) => String(id) === value);

/** Of the network, where the number was typed, the problem belongs to the number. */
export function atNumber(problems: readonly Problem[], value: string): Problem[] {
	const field = isListed(value) ? "chainId" : "otherChainId";
	return problems.map((problem) => (problem.field === "chainId" ? { ...problem, field } : problem));
}

type Props = {
	c: PageContext;
	label: string;
	/** Words for no choice, if there may be none. */
	none?: string;
	hint?: string;
	mark?: string | undefined;
	/** A chain id, or what was typed in place of one. */
	value: string;
	/** Those of {@link atNumber}. */
	problems: readonly Problem[];
};

/** Without `:has()` in the browser's styles, the field for the number is always there. */
export function NetworkField({ c, label, none, hint, mark, value, problems }: Props) {
	const { network } = c.get("copy").common;
	const isChosen = isListed(value) || (none !== undefined && value === "");
	const known = KNOWN_CHAINS.map((id) => [String(id), chainName(id) ?? String(id)] as const);
	return (
		<div class="or-other">
			<SelectField
				name="chainId"
				label={label}
				hint={hint}
				mark={mark}
				value={isChosen ? value : OTHER}
				problems={problems}
				options={[...(none === undefined ? [] : [["", none] as const]), ...known, [OTHER, network.other]]}
			/>
			<TextField
				name="otherChainId"
				label={network.number}
				hint={network.numberHint}
				value={isChosen ? "" : value}
				problems={problems}
				autocomplete="off"
				inputmode="numeric"
			/>
		</div>
	);
}
