/** Makes a transaction of what is typed. Pages and their script share it, so it imports nothing that only one of them has. */
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import { hasValidChecksum } from "../core/addresses.ts";
import type { Problem } from "../core/problem.ts";

/** A form, or the fields of one in a browser. */
type Fields = { text(name: string): string };

const COIN_DECIMALS = 18;
const MAX_DECIMALS = 36;
const UINT256_LIMIT = 1n << 256n;
const TRANSFER = "0xa9059cbb";

/** The groups of fields. A group is filled in if one of these has a text; its others begin with a value. */
const FILLED_IN = {
	coin: ["coinAmount"],
	token: ["token", "tokenAmount"],
	data: ["callTo", "callValue", "callData"],
} as const;

export type Kind = keyof typeof FILLED_IN;
export const KINDS = Object.keys(FILLED_IN) as Kind[];

export const isFilledIn = (kind: Kind, fields: Fields): boolean =>
	FILLED_IN[kind].some((name) => fields.text(name) !== "");

type Made = { call: Call } | { problems: Problem[] };
type Maker = (fields: Fields, copy: Pick<Copy, "recover">, told: number | null) => Made;

const MAKERS: Record<Kind, Maker> = { coin: coinTransfer, token: tokenTransfer, data: pastedCall };

/**
 * The transaction that the fields of a group describe.
 *
 * @param told the decimals that the token's contract tells; null if it tells none
 */
export const makeCall = (
	kind: Kind,
	fields: Fields,
	copy: Pick<Copy, "recover">,
	told: number | null = null,
): Made => MAKERS[kind](fields, copy, told);

function coinTransfer(fields: Fields, copy: Pick<Copy, "recover">): Made {
	const [to, amount] = [fields.text("coinTo"), amountOf(fields.text("coinAmount"), COIN_DECIMALS)];
	const problems = problemsIn({
		coinAmount: amount === null ? copy.recover.problems.amount : undefined,
		...addressesOf(fields, ["coinTo"], copy),
	});
	if (amount === null || problems.length > 0) return { problems };
	return { call: { dest: to, value: String(amount), data: "0x" } };
}

/** The contract's own decimals count. They are typed only where it cannot be asked. */
function tokenTransfer(fields: Fields, copy: Pick<Copy, "recover">, told: number | null): Made {
	const typed = fields.text("tokenDecimals");
	const decimals = typed === "" ? told : /^\d{1,2}$/.test(typed) ? Number(typed) : -1;
	const contract = addressesOf(fields, ["token"], copy);
	// Nobody was asked for the decimals of a contract that is not named.
	const isUnasked = decimals === null && contract.token !== undefined;
	const tokenDecimals = isUnasked ? undefined : decimalsProblem(decimals, told, copy);
	const areDecimals = tokenDecimals === undefined && decimals !== null;
	const amount = areDecimals ? amountOf(fields.text("tokenAmount"), decimals) : null;
	const problems = problemsIn({
		...contract,
		tokenAmount: areDecimals && amount === null ? copy.recover.problems.amount : undefined,
		tokenDecimals,
		...addressesOf(fields, ["tokenTo"], copy),
	});
	if (amount === null || problems.length > 0) return { problems };
	const to = fields.text("tokenTo").slice(2).toLowerCase().padStart(64, "0");
	const data = `${TRANSFER}${to}${amount.toString(16).padStart(64, "0")}`;
	return { call: { dest: fields.text("token"), value: "0", data } };
}

function decimalsProblem(
	decimals: number | null,
	told: number | null,
	{ recover: { problems } }: Pick<Copy, "recover">,
): string | undefined {
	if (decimals === null) return problems.decimalsUnknown;
	if (decimals < 0 || decimals > MAX_DECIMALS) return problems.decimals;
	return told === null || told === decimals ? undefined : problems.decimalsDiffer(told);
}

function pastedCall(fields: Fields, copy: Pick<Copy, "recover">): Made {
	const value = fields.text("callValue") === "" ? 0n : amountOf(fields.text("callValue"), 0);
	const data = fields.text("callData").replaceAll(/\s/g, "");
	const problems = problemsIn({
		...addressesOf(fields, ["callTo"], copy),
		callValue: value === null ? copy.recover.problems.wei : undefined,
		callData: isBytes(data) ? undefined : copy.recover.problems.data,
	});
	if (value === null || problems.length > 0) return { problems };
	return { call: { dest: fields.text("callTo"), value: String(value), data } };
}

function addressesOf(fields: Fields, names: readonly string[], copy: Pick<Copy, "recover">) {
	return Object.fromEntries(names.map((name) => [name, addressProblem(fields.text(name), copy)]));
}

/** In smallest units; null if the text is no such amount. Nobody's comma is guessed at. */
function amountOf(text: string, decimals: number): bigint | null {
	const [, whole, fraction = ""] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined || fraction.length > decimals) return null;
	const amount = BigInt(whole + fraction.padEnd(decimals, "0"));
	return amount < UINT256_LIMIT ? amount : null;
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
