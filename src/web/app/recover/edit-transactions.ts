/** Adds, removes and moves the transactions of a draft, by the button that was pressed. */
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Form } from "../core/forms.ts";
import type { Problem } from "../core/problems.ts";
import { addressProblem, type Draft, isBytes, MAX_TRANSACTIONS, problemsIn } from "./draft.ts";

export type Edited = { txs: Call[]; problems: Problem[] };

const COIN_DECIMALS = 18;
const MAX_DECIMALS = 36;
const UINT256_LIMIT = 1n << 256n;
const TRANSFER = "0xa9059cbb";

/** @param act `add:coin`, `add:token`, `add:data`, `remove:<index>`, `up:<index>` or `down:<index>` */
export function editTransactions(draft: Draft, act: string, form: Form, copy: Pick<Copy, "recover">): Edited {
	const [verb = "", what = ""] = act.split(":");
	const { txs } = draft;
	if (verb === "add") {
		if (txs.length >= MAX_TRANSACTIONS)
			return { txs, problems: [{ field: "add", text: copy.recover.problems.tooMany }] };
		const made = MAKERS[what]?.(form, copy);
		if (made === undefined) return { txs, problems: [] };
		return "call" in made ? { txs: [...txs, made.call], problems: [] } : { txs, problems: made.problems };
	}
	return { txs: moved(txs, verb, Number(what)), problems: [] };
}

function moved(txs: Call[], verb: string, index: number): Call[] {
	const call = txs[index];
	if (call === undefined) return txs;
	const rest = txs.toSpliced(index, 1);
	if (verb === "remove") return rest;
	return rest.toSpliced(verb === "up" ? Math.max(0, index - 1) : index + 1, 0, call);
}

type Made = { call: Call } | { problems: Problem[] };
type Maker = (form: Form, copy: Pick<Copy, "recover">) => Made;

const MAKERS: Record<string, Maker> = { coin: coinTransfer, token: tokenTransfer, data: pastedCall };

function coinTransfer(form: Form, copy: Pick<Copy, "recover">): Made {
	const [to, amount] = [form.text("coinTo"), amountOf(form.text("coinAmount"), COIN_DECIMALS)];
	const problems = problemsIn({
		coinAmount: amount === null ? copy.recover.problems.amount : undefined,
		...addressesOf(form, ["coinTo"], copy),
	});
	if (amount === null || problems.length > 0) return { problems };
	return { call: { dest: to, value: String(amount), data: "0x" } };
}

function tokenTransfer(form: Form, copy: Pick<Copy, "recover">): Made {
	const decimals = /^\d{1,2}$/.test(form.text("tokenDecimals")) ? Number(form.text("tokenDecimals")) : -1;
	const areDecimals = decimals >= 0 && decimals <= MAX_DECIMALS;
	const amount = areDecimals ? amountOf(form.text("tokenAmount"), decimals) : null;
	const problems = problemsIn({
		...addressesOf(form, ["token"], copy),
		tokenAmount: areDecimals && amount === null ? copy.recover.problems.amount : undefined,
		tokenDecimals: areDecimals ? undefined : copy.recover.problems.decimals,
		...addressesOf(form, ["tokenTo"], copy),
	});
	if (amount === null || problems.length > 0) return { problems };
	const to = form.text("tokenTo").slice(2).toLowerCase().padStart(64, "0");
	const data = `${TRANSFER}${to}${amount.toString(16).padStart(64, "0")}`;
	return { call: { dest: form.text("token"), value: "0", data } };
}

function pastedCall(form: Form, copy: Pick<Copy, "recover">): Made {
	const value = form.text("callValue") === "" ? 0n : amountOf(form.text("callValue"), 0);
	const data = form.text("callData").replaceAll(/\s/g, "");
	const problems = problemsIn({
		...addressesOf(form, ["callTo"], copy),
		callValue: value === null ? copy.recover.problems.wei : undefined,
		callData: isBytes(data) ? undefined : copy.recover.problems.data,
	});
	if (value === null || problems.length > 0) return { problems };
	return { call: { dest: form.text("callTo"), value: String(value), data } };
}

function addressesOf(form: Form, names: readonly string[], copy: Pick<Copy, "recover">) {
	return Object.fromEntries(names.map((name) => [name, addressProblem(form.text(name), copy)]));
}

/** In smallest units; null if the text is no such amount. Nobody's comma is guessed at. */
function amountOf(text: string, decimals: number): bigint | null {
	const [, whole, fraction = ""] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined || fraction.length > decimals) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
}
