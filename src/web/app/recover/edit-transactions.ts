/** Adds, removes and moves the transactions of a draft, by the button that was pressed. */
import type { Call } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Decimals } from "../copy/en/acts.ts";
import type { Form } from "../core/forms.ts";
import { issuedToken } from "../core/issued-tokens.ts";
import type { Problem } from "../core/problems.ts";
import { type Draft, MAX_TRANSACTIONS, tokenKey } from "./draft.ts";
import { isFilledIn, KINDS, type Kind, makeCall, tokenIn } from "./make-call.ts";

/** `added`: the groups of fields that became transactions. */
export type Edited = Pick<Draft, "txs" | "stated"> & { problems: Problem[]; added: readonly Kind[] };
type EditCopy = Pick<Copy, "acts" | "recover">;

/** @param act `add` for all that is filled in, `add:<kind>`, `remove:<index>`, `up:<index>` or `down:<index>` */
export function editTransactions(draft: Draft, act: string, form: Form, copy: EditCopy): Edited {
	const [verb = "", what = ""] = act.split(":");
	const { txs, stated } = draft;
	if (verb !== "add") return { txs: moved(txs, verb, Number(what)), stated, problems: [], added: [] };
	return addAll(
		draft,
		KINDS.filter((kind) => (what === "" ? isFilledIn(kind, form) : kind === what)),
		form,
		copy,
	);
}

function addAll(draft: Draft, kinds: readonly Kind[], form: Form, copy: EditCopy): Edited {
	const { txs, stated } = draft;
	const token = tokenIn(form);
	const key = tokenKey(draft, token);
	const known = knownDecimals(draft, token);
	const made = kinds.map((kind) => makeCall(kind, form, copy, known));
	const calls = made.flatMap((one) => ("call" in one ? [one.call] : []));
	const problems = made.flatMap((one) => ("call" in one ? [] : one.problems));
	if (problems.length > 0) return { txs, stated, problems, added: [] };
	if (txs.length + calls.length > MAX_TRANSACTIONS) {
		return { txs, stated, problems: [{ field: "add", text: copy.recover.problems.tooMany }], added: [] };
	}
	const typed = made.flatMap((one) => ("call" in one && one.decimals !== undefined ? [one.decimals] : []));
	const nowStated = known === null && typed[0] !== undefined ? { ...stated, [key]: typed[0] } : stated;
	return { txs: [...txs, ...calls], stated: nowStated, problems, added: kinds };
}

/** The contract's own word comes before the claimant's. */
function knownDecimals({ chainId, tokens, stated }: Draft, token: string): Decimals | null {
	const key = tokenKey({ chainId }, token);
	const told = issuedToken(Number(chainId), token)?.decimals ?? tokens[key]?.decimals;
	if (typeof told === "number") return { decimals: told, by: "token" };
	const before = stated[key];
	return before === undefined ? null : { decimals: before, by: "you" };
}

function moved(txs: Call[], verb: string, index: number): Call[] {
	const call = txs[index];
	if (call === undefined) return txs;
	const rest = txs.toSpliced(index, 1);
	if (verb === "remove") return rest;
	return rest.toSpliced(verb === "up" ? Math.max(0, index - 1) : index + 1, 0, call);
}
