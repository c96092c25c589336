/** Makes a transaction of what is typed. Pages and their script share it, so it imports nothing that only one of them has. */
import type { Call } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Decimals } from "../copy/en/acts.ts";
import { hasValidChecksum } from "../core/addresses.ts";
import { COIN_DECIMALS, readAmount, type TypedAmount } from "../core/amounts.ts";
import type { Problem } from "../core/form-problem.ts";

/** A form, or the fields of one in a browser. */
type Fields = { text(name: string): string };

const MAX_DECIMALS = 36;
const TRANSFER = "0xa9059cbb";

/** In the list of tokens, for one that is not in it. */
export const OTHER_TOKEN = "other";

/** The token's contract: chosen from the list, or typed. */
export function tokenIn(fields: Fields): string {
	const listed = fields.text("listedToken");
	return listed === "" || listed === OTHER_TOKEN ? fields.text("token") : listed;
}

/** The groups of fields. A group is filled in if one of these has a text; its others begin with a value. */
export const FILLED_IN = {
	coin: ["coinAmount"],
	token: ["token", "tokenAmount"],
	data: ["callTo", "callValue", "callData"],
} as const;

export type Kind = keyof typeof FILLED_IN;
export const KINDS = Object.keys(FILLED_IN) as Kind[];

export const isFilledIn = (kind: Kind, fields: Fields): boolean =>
	FILLED_IN[kind].some((name) => fields.text(name) !== "");

/** `decimals`: of the amount of a token. */
type Made = { call: Call; decimals?: number } | { problems: Problem[] };
type MakeCopy = Pick<Copy, "acts" | "recover">;
type Maker = (fields: Fields, copy: MakeCopy, known: Decimals | null) => Made;

const MAKERS: Record<Kind, Maker> = { coin: coinTransfer, token: tokenTransfer, data: pastedCall };

/**
 * The transaction that the fields of a group describe.
 *
 * @param known the token's decimals, as its contract tells or the claimant has stated before; null if neither
 */
export const makeCall = (kind: Kind, fields: Fields, copy: MakeCopy, known: Decimals | null = null): Made =>
	MAKERS[kind](fields, copy, known);

function coinTransfer(fields: Fields, copy: MakeCopy): Made {
	const [to, amount] = [fields.text("coinTo"), readAmount(fields.text("coinAmount"), COIN_DECIMALS, copy)];
	const problems = problemsIn({
		coinAmount: amountProblem(amount, copy),
		...addressesOf(fields, ["coinTo"], copy),
	});
	if (typeof amount !== "bigint" || problems.length > 0) return { problems };
	return { call: coinCall(to, amount) };
}

/** The contract's own decimals count. They are typed only where it cannot be asked. */
function tokenTransfer(fields: Fields, copy: MakeCopy, known: Decimals | null): Made {
	const token = tokenIn(fields);
	// Of a token of the list the field is out of sight.
	const typed = token === fields.text("token") ? fields.text("tokenDecimals") : "";
	const decimals = typed === "" ? (known?.decimals ?? null) : /^\d{1,2}$/.test(typed) ? Number(typed) : -1;
	const contract = { token: addressProblem(token, copy) };
	// Nobody was asked for the decimals of a contract that is not named.
	const isUnasked = decimals === null && contract.token !== undefined;
	const tokenDecimals = isUnasked ? undefined : decimalsProblem(decimals, known, copy);
	const areDecimals = tokenDecimals === undefined && decimals !== null;
	const amount = readAmount(fields.text("tokenAmount"), areDecimals ? decimals : MAX_DECIMALS, copy);
	const problems = problemsIn({
		...contract,
		tokenAmount: amountProblem(amount, copy),
		tokenDecimals,
		...addressesOf(fields, ["tokenTo"], copy),
	});
	if (typeof amount !== "bigint" || decimals === null || problems.length > 0) return { problems };
	return { call: tokenCall(token, fields.text("tokenTo"), amount), decimals };
}

/** @param amount in smallest units */
export const coinCall = (to: string, amount: bigint): Call => ({
	dest: to,
	value: String(amount),
	data: "0x",
});

/** A transfer of ERC-20. @param amount in smallest units */
export function tokenCall(token: string, to: string, amount: bigint): Call {
	const recipient = to.slice(2).toLowerCase().padStart(64, "0");
	return { dest: token, value: "0", data: `${TRANSFER}${recipient}${amount.toString(16).padStart(64, "0")}` };
}

function decimalsProblem(
	decimals: number | null,
	known: Decimals | null,
	{ recover: { problems } }: Pick<Copy, "recover">,
): string | undefined {
	if (decimals === null) return problems.decimalsUnknown;
	if (decimals < 0 || decimals > MAX_DECIMALS) return problems.decimals;
	if (known === null || known.decimals === decimals) return undefined;
	return known.by === "token"
		? problems.decimalsDiffer(known.decimals)
		: problems.decimalsRestated(known.decimals);
}

function pastedCall(fields: Fields, copy: MakeCopy): Made {
	const value = fields.text("callValue") === "" ? 0n : readAmount(fields.text("callValue"), 0, copy);
	const data = fields.text("callData").replaceAll(/\s/g, "");
	const problems = problemsIn({
		...addressesOf(fields, ["callTo"], copy),
		callValue: typeof value === "bigint" ? undefined : copy.recover.problems.wei,
		callData: isBytes(data) ? undefined : copy.recover.problems.data,
	});
	if (typeof value !== "bigint" || problems.length > 0) return { problems };
	return { call: { dest: fields.text("callTo"), value: String(value), data } };
}

function amountProblem(amount: TypedAmount, { acts, recover }: MakeCopy): string | undefined {
	if (typeof amount === "bigint") return undefined;
	return amount === null ? recover.problems.amount : acts.amount.either(...amount);
}

function addressesOf(fields: Fields, names: readonly string[], copy: Pick<Copy, "recover">) {
	return Object.fromEntries(names.map((name) => [name, addressProblem(fields.text(name), copy)]));
}

export function isAddress(text: unknown): text is string {
	return typeof text === "string" && /^0x[0-9a-fA-F]{40}$/.test(text);
}

export function isBytes(text: unknown): text is string {
	return typeof text === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(text);
}

/** Undefined if the text is an address that was not mistyped. */
export function addressProblem(text: string, { recover }: Pick<Copy, "recover">): string | undefined {
	if (!isAddress(text)) return recover.problems.address;
	return hasValidChecksum(text) ? undefined : recover.problems.checksum;
}

export function problemsIn(texts: Readonly<Record<string, string | undefined>>): Problem[] {
	return Object.entries(texts).flatMap(([field, text]) => (text === undefined ? [] : [{ field, text }]));
}
