/** Claimed values beside those that the reviewer found in the court's papers (recovery.md "What a reviewer compared"). */
import { type ComparedValue, isSameValue, MAX_COMPARED } from "../../../protocol/comparison.ts";
import type { Fact } from "../core/facts.tsx";
import { CheckField, TextField } from "../core/fields.tsx";
import { Hash } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import {
	type Claimed,
	fieldsOfValue,
	NOTHING_TYPED,
	offered,
	type TypedValue,
	type TypedValues,
} from "./claimed.ts";
import { foundValue } from "./found-value.ts";

type Props = {
	c: PageContext;
	claimed: readonly Claimed[];
	typed: TypedValues;
	problems: readonly Problem[];
};

const MAX_FOUND_CHARACTERS = 500;

/** The fields of the decision's form. The script `compare` says at once what the service says after the form is sent. */
export function Comparison({ c, claimed, typed, problems }: Props) {
	const { comparison: copy } = c.get("copy").desk;
	if (claimed.length === 0) return null;
	return (
		<section
			class="comparison"
			data-comparison
			data-sign={c.get("copy").acts.decimalSign}
			data-same={copy.same}
			data-other={copy.other}
		>
			<h2 id="compare">{copy.heading}</h2>
			<p>{copy.lead}</p>
			{offered(claimed).map((one) => (
				<Row c={c} of={one} typed={typed[one.value] ?? NOTHING_TYPED} problems={problems} />
			))}
			{claimed.length > MAX_COMPARED && <p>{copy.more(claimed.length - MAX_COMPARED)}</p>}
		</section>
	);
}

type RowProps = { c: PageContext; of: Claimed; typed: TypedValue; problems: readonly Problem[] };

function Row({ c, of, typed, problems }: RowProps) {
	const { comparison: copy } = c.get("copy").desk;
	const { value, kind, claimed, label, words, decimals } = of;
	const fields = fieldsOfValue(value);
	const found = foundValue(decimals, typed.found, c.get("copy").acts.decimalSign);
	const isOther = typed.found !== "" && (found === null || !isSameValue(kind, claimed, found));
	const inUnits = decimals === null ? copy.inUnits : copy.inWhole;
	return (
		<fieldset data-kind={kind} data-claimed={claimed} data-decimals={decimals ?? undefined}>
			<legend>{label}</legend>
			<div>
				<p>
					<strong>{copy.claimed}</strong>
				</p>
				<p>{kind === "account" ? <Hash text={words} /> : <span class="typed">{words}</span>}</p>
			</div>
			<div>
				<TextField
					name={fields.found}
					label={copy.found}
					hint={decimals === undefined ? undefined : inUnits}
					value={typed.found}
					problems={problems}
					maxlength={MAX_FOUND_CHARACTERS}
					autocomplete="off"
					isCode={kind === "account"}
				/>
				<output for={fields.found} data-compared />
				<CheckField name={fields.tick} label={copy.tick} isChecked={typed.isTicked} />
				<div data-differs hidden={!isOther}>
					<TextField
						name={fields.differs}
						label={copy.differs}
						value={typed.differs}
						problems={problems}
						maxlength={MAX_FOUND_CHARACTERS}
					/>
				</div>
			</div>
		</fieldset>
	);
}

/** For the second look: what is recorded, and what was typed and is not. */
export function comparedFacts(
	c: PageContext,
	claimed: readonly Claimed[],
	typed: TypedValues,
	compared: readonly ComparedValue[],
): Fact[] {
	const { comparison: copy } = c.get("copy").desk;
	return offered(claimed).flatMap(({ value, label }): Fact[] => {
		const found = typed[value]?.found;
		if (!found) return [];
		const recorded = compared.find((one) => one.value === value);
		const how = recorded?.differs === undefined ? copy.recorded : `${copy.explained}: ${recorded.differs}`;
		return [[label, <span class="typed">{found}</span>, `(${recorded ? how : copy.notTicked})`]];
	});
}
