/** Adds, removes and moves the transactions of a draft, by the button that was pressed. */
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Problems } from "../core/entry.tsx";
import type { Form } from "../core/forms.ts";
import { addressProblem, type Draft, isBytes, MAX_TRANSACTIONS } from "./draft.ts";

export type Edited = { txs: Call[]; problems: Problems };

const COIN_DECIMALS = 18;
const MAX_DECIMALS = 36;
const UINT256_LIMIT = 1n << 256n;
const TRANSFER = "0xa9059cbb";

/** @param act `add:coin`, `add:token`, `add:data`, `remove:<index>`, `up:<index>` or `down:<index>` */
export function editTransactions(draft: Draft, act: string, form: Form, copy: Pick<Copy, "recover">): Edited {
	const [verb = "", what = ""] = act.split(":");
	const { txs } = draft;
	if (verb === "add") {
		if (txs.length >= MAX_TRANSACTIONS) return { txs, problems: { add: copy.recover.problems.tooMany } };
		const made = MAKERS[what]?.(form, copy);
		if (made === undefined) return { txs, problems: {} };
		return "call" in made ? { txs: [...txs, made.call], problems: {} } : { txs, problems: made.problems };
	}
	return { txs: moved(txs, verb, Number(what)), problems: {} };
}

function moved(txs: Call[], verb: string, index: number): Call[] {
	const call = txs[index];
	if (call === undefined) return txs;
	const rest = txs.toSpliced(index, 1);
	if (verb === "remove") return rest;
	return rest.toSpliced(verb === "up" ? Math.max(0, index - 1) : index + 1, 0, call);
}

type Made = { call: Call } | { problems: Problems };
type Maker = (form: Form, copy: Pick<Copy, "recover">) => Made;

const MAKERS: Record<string, Maker> = { coin: coinTransfer, token: tokenTransfer, data: pastedCall };

function coinTransfer(form: Form, copy: Pick<Copy, "recover">): Made {
	const [to, amount] = [form.text("coinTo"), amountOf(form.text("coinAmount"), COIN_DECIMALS)];
	const problems = addressesOf(form, ["coinTo"], copy);
	if (amount === null) problems.coinAmount = copy.recover.problems.amount;
	if (amount === null || hasAny(problems)) return { problems };
	return { call: { dest: to, value: String(amount), data: "0x" } };
}

function tokenTransfer(form: Form, copy: Pick<Copy, "recover">): Made {
	const decimals = /^\d{1,2}$/.test(form.text("tokenDecimals")) ? Number(form.text("tokenDecimals")) : -1;
	const areDecimals = decimals >= 0 && decimals <= MAX_DECIMALS;
	const amount = areDecimals ? amountOf(form.text("tokenAmount"), decimals) : null;
	const problems = addressesOf(form, ["token", "tokenTo"], copy);
	if (!areDecimals) problems.tokenDecimals = copy.recover.problems.decimals;
	else if (amount === null) problems.tokenAmount = copy.recover.problems.amount;
	if (amount === null || hasAny(problems)) return { problems };
	const to = form.text("tokenTo").slice(2).toLowerCase().padStart(64, "0");
	const data = `${TRANSFER}${to}${amount.toString(16).padStart(64, "0")}`;
	return { call: { dest: form.text("token"), value: "0", data } };
}

function pastedCall(form: Form, copy: Pick<Copy, "recover">): Made {
	const value = form.text("callValue") === "" ? 0n : amountOf(form.text("callValue"), 0);
	const data = form.text("callData").replaceAll(/\s/g, "");
	const problems = addressesOf(form, ["callTo"], copy);
	if (value === null) problems.callValue = copy.recover.problems.wei;
	if (!isBytes(data)) problems.callData = copy.recover.problems.data;
	if (value === null || hasAny(problems)) return { problems };
	return { call: { dest: form.text("callTo"), value: String(value), data } };
}

function addressesOf(form: Form, names: readonly string[], copy: Pick<Copy, "recover">): Problems {
	const problems: Problems = {};
	for (const name of names) {
		const problem = addressProblem(form.text(name), copy);
		if (problem !== undefined) problems[name] = problem;
	}
	return problems;
}

const hasAny = (problems: Problems) => Object.keys(problems).length > 0;

/** In smallest units; null if the text is no such amount. Nobody's comma is guessed at. */
function amountOf(text: string, decimals: number): bigint | null {
	const [, whole, fraction = ""] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined || fraction.length > decimals) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
}
