/** Claimed values beside those that the reviewer found in the court's papers (recovery.md "What a reviewer compared"). */
import { isSameValue, MAX_COMPARED } from "../../../protocol/comparison.ts";
import { CheckField, TextField } from "../core/fields.tsx";
import { Hash } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { Table } from "../core/table.tsx";
import { type Claimed, offered } from "./claimed.ts";
import {
	type ComparedLine,
	fieldsOfValue,
	NOTHING_TYPED,
	type TypedValue,
	type TypedValues,
} from "./compared.ts";
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
	const { acts, desk } = c.get("copy");
	const { comparison: copy } = desk;
	if (claimed.length === 0) return null;
	return (
		<section
			class="comparison"
			data-comparison
			data-sign={acts.decimalSign}
			data-same={copy.same}
			data-other={copy.other}
			data-read={copy.read}
			data-either={acts.amount.either("{whole}", "{fraction}")}
		>
			<h2 id="compare" tabindex={-1}>
				{copy.heading}
			</h2>
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
	const { value, kind, claimed, label, decimals, name } = of;
	const fields = fieldsOfValue(value);
	const found = foundValue(of, typed.found, c.get("copy").acts.decimalSign);
	const isOther = typed.found !== "" && (typeof found !== "string" || !isSameValue(kind, claimed, found));
	return (
		<fieldset data-kind={kind} data-claimed={claimed} data-decimals={decimals ?? undefined} data-name={name}>
			<legend>{label}</legend>
			<div>
				<p class="quiet">{copy.claimed}</p>
				<ClaimedText of={of} />
			</div>
			<div>
				<TextField
					name={fields.found}
					label={copy.found}
					hint={of.hint}
					value={typed.found}
					problems={problems}
					maxlength={MAX_FOUND_CHARACTERS}
					autocomplete="off"
					isCode={isCode(of)}
				/>
				{of.toCheck !== undefined && (
					<CheckField
						name={fields.check}
						label={of.toCheck}
						isChecked={typed.isChecked}
						problems={problems}
					/>
				)}
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

const isCode = ({ kind }: Claimed) => kind === "account" || kind === "hash";

function ClaimedText({ of }: { of: Claimed }) {
	return (
		<>
			<p>{isCode(of) ? <Hash text={of.words} /> : <span class="typed">{of.words}</span>}</p>
			{of.smallPrint !== undefined && <p class="hint">{of.smallPrint}</p>}
		</>
	);
}

type TableProps = { c: PageContext; lines: readonly ComparedLine[] };

/** Every compared value, for the page that confirms a decision. Values that differ come first. */
export function ComparedTable({ c, lines }: TableProps) {
	const { comparison: copy } = c.get("copy").desk;
	return (
		<Table
			caption={copy.heading}
			rows={lines.toSorted((a, b) => rankOf(a) - rankOf(b))}
			columns={[
				[copy.value, ({ of }) => of.label],
				[copy.claimed, ({ of }) => <ClaimedText of={of} />],
				[
					copy.found,
					({ of, typed: { found } }) =>
						found === "" ? "–" : <span class={isCode(of) ? "hash" : "typed"}>{found}</span>,
				],
				[copy.result, (line) => <Result c={c} of={line} />],
			]}
		/>
	);
}

/** Differences, then what is not recorded although it was typed, then what was not compared. */
function rankOf({ typed, recorded }: ComparedLine): number {
	if (recorded) return recorded.differs === undefined ? 3 : 0;
	return typed.found === "" ? 2 : 1;
}

function Result({ c, of: { typed, recorded } }: { c: PageContext; of: ComparedLine }) {
	const { comparison: copy } = c.get("copy").desk;
	if (!recorded) {
		return <span class="status">{typed.found === "" ? copy.notCompared : copy.notTicked}</span>;
	}
	if (recorded.differs === undefined) return <span class="status done">{copy.recorded}</span>;
	return (
		<span class="status stopped">
			{copy.explained}: {recorded.differs}
		</span>
	);
}
