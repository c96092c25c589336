/** Adds, removes and moves the transactions of a draft, by the button that was pressed. */
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Form } from "../core/forms.ts";
import type { Problem } from "../core/problems.ts";
import { type Draft, MAX_TRANSACTIONS, tokenKey } from "./draft.ts";
import { isFilledIn, KINDS, type Kind, makeCall } from "./make-call.ts";

/** `added`: the groups of fields that became transactions. */
export type Edited = { txs: Call[]; problems: Problem[]; added: readonly Kind[] };

/** @param act `add` for all that is filled in, `add:<kind>`, `remove:<index>`, `up:<index>` or `down:<index>` */
export function editTransactions(draft: Draft, act: string, form: Form, copy: Pick<Copy, "recover">): Edited {
	const [verb = "", what = ""] = act.split(":");
	const { txs } = draft;
	if (verb !== "add") return { txs: moved(txs, verb, Number(what)), problems: [], added: [] };
	return addAll(
		draft,
		KINDS.filter((kind) => (what === "" ? isFilledIn(kind, form) : kind === what)),
		form,
		copy,
	);
}

function addAll(draft: Draft, kinds: readonly Kind[], form: Form, copy: Pick<Copy, "recover">): Edited {
	const { txs, tokens } = draft;
	const told = tokens[tokenKey(draft, form.text("token"))]?.decimals;
	const made = kinds.map((kind) => makeCall(kind, form, copy, told));
	const calls = made.flatMap((one) => ("call" in one ? [one.call] : []));
	const problems = made.flatMap((one) => ("call" in one ? [] : one.problems));
	if (problems.length > 0) return { txs, problems, added: [] };
	if (txs.length + calls.length > MAX_TRANSACTIONS) {
		return { txs, problems: [{ field: "add", text: copy.recover.problems.tooMany }], added: [] };
	}
	return { txs: [...txs, ...calls], problems, added: kinds };
}

function moved(txs: Call[], verb: string, index: number): Call[] {
	const call = txs[index];
	if (call === undefined) return txs;
	const rest = txs.toSpliced(index, 1);
	if (verb === "remove") return rest;
	return rest.toSpliced(verb === "up" ? Math.max(0, index - 1) : index + 1, 0, call);
}
