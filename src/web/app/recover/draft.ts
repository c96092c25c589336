/** The input of a claimant so far. It travels in hidden fields, because the server keeps nothing. */
import { jsonProblem } from "../../../http/json-body.ts";
import { type Call, RECOVERY_REASONS, type RecoveryReason } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Problem } from "../core/form-problem.ts";
import type { Form } from "../core/forms.ts";
import { readNetwork } from "../core/network-field.tsx";
import type { TokenFacts } from "../core/token-facts.ts";
import { addressProblem, isAddress, isBytes, problemsIn } from "./make-call.ts";

export const MAX_TRANSACTIONS = 500;

export type Draft = {
	lostAccount: string;
	chainId: string;
	reason: string;
	email: string;
	/** `key` if the claimant has answered that one key opens the account. */
	kind: string;
	/** Each is well-formed. */
	txs: Call[];
	/** Facts that contracts state, by `tokenKey`. */
	tokens: Record<string, TokenFacts>;
	/** Decimals that the claimant has typed, by `tokenKey`: of contracts that cannot be asked. */
	stated: Record<string, number>;
	/** What the lost account held when it was asked; absent until then. */
	holdings?: Holdings | undefined;
};

/** Amounts in smallest units, as decimal text. `isPartial`: a listed token could not be read. */
export type Holdings = {
	coin: string;
	tokens: { address: string; symbol: string | null; decimals: number | null; amount: string }[];
	isPartial: boolean;
};

export const MAX_TOKENS = 50;

export const tokenKey = ({ chainId }: Pick<Draft, "chainId">, address: string): string =>
	`${chainId}:${address.toLowerCase()}`;

const emptyDraft = (reason = ""): Draft => ({
	lostAccount: "",
	chainId: "",
	reason,
	email: "",
	kind: "",
	txs: [],
	tokens: {},
	stated: {},
});

/** The reason of whoever recovers what somebody has left. */
export const HEIR = "inheritance" satisfies RecoveryReason;

/** The word of each reason in an address. */
const CARRIED: Readonly<Record<RecoveryReason, string>> = {
	inheritance: "deceased",
	"lost key": "lost",
	other: "other",
};

/** What is known before the first step: by the check, or by the link that was followed. */
export function carriedDraft(query: (name: string) => string | undefined): Draft {
	return {
		...emptyDraft(RECOVERY_REASONS.find((reason) => CARRIED[reason] === query("reason"))),
		lostAccount: query("account") ?? "",
		chainId: query("chainId") ?? "",
		kind: query("kind") ?? "",
	};
}

export function carriedQuery({ reason, lostAccount, chainId, kind }: Partial<Draft>): URLSearchParams {
	const known = RECOVERY_REASONS.find((one) => one === reason);
	return new URLSearchParams({
		...(known && { reason: CARRIED[known] }),
		...(lostAccount && chainId && { account: lostAccount, chainId }),
		...(kind === "key" && { kind }),
	});
}

const TEXTS = ["lostAccount", "chainId", "reason", "email", "kind"] as const;

/** From the hidden field, and from the fields of the step that was posted. */
export function readDraft(form: Form): Draft {
	const draft = emptyDraft();
	const hidden = parsed(form.raw("draft"));
	for (const name of TEXTS) {
		const typed = name === "chainId" ? readNetwork(form.text) : form.text(name);
		const value = form.has(name) ? typed : hidden[name];
		if (typeof value === "string") draft[name] = value;
	}
	const txs = Array.isArray(hidden.txs) ? hidden.txs : [];
	draft.txs = txs.filter(isCall).slice(0, MAX_TRANSACTIONS);
	if (isObject(hidden.tokens))
		draft.tokens = Object.fromEntries(Object.entries(hidden.tokens).filter(isToken).slice(0, MAX_TOKENS));
	if (isObject(hidden.stated)) draft.stated = statedOf(hidden.stated, draft);
	// Of another account they would be wrong.
	const isSame = draft.lostAccount === hidden.lostAccount && draft.chainId === hidden.chainId;
	if (isSame && areHoldings(hidden.holdings)) draft.holdings = hidden.holdings;
	if (!isSame && hidden.lostAccount) draft.kind = "";
	return draft;
}

const isAmount = (value: unknown): value is string => typeof value === "string" && /^\d{1,78}$/.test(value);

function areHoldings(value: unknown): value is Holdings {
	const { coin, tokens, isPartial } = (value ?? {}) as Partial<Holdings>;
	return (
		isAmount(coin) &&
		typeof isPartial === "boolean" &&
		Array.isArray(tokens) &&
		tokens.length <= MAX_TOKENS &&
		tokens.every(
			({ address, symbol, decimals, amount }) =>
				isAddress(address) &&
				isTokenText(symbol) &&
				(decimals === null || isDecimals(decimals)) &&
				isAmount(amount),
		)
	);
}

/** A statement goes with the token's last transaction, so that a wrong one can be corrected. */
function statedOf(hidden: Record<string, unknown>, draft: Draft): Draft["stated"] {
	const used = new Set(draft.txs.map(({ dest }) => tokenKey(draft, dest)));
	const entries = Object.entries(hidden).filter(
		(entry): entry is [string, number] => used.has(entry[0]) && isDecimals(entry[1]),
	);
	return Object.fromEntries(entries.slice(0, MAX_TOKENS));
}

const isDecimals = (value: unknown): value is number =>
	Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;

/** No text, whose letters would be its members. */
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;

const isTokenText = (text: unknown) => text === null || (typeof text === "string" && text.length <= 128);

function isToken(entry: [string, unknown]): entry is [string, TokenFacts] {
	const { name, symbol, decimals, isContract } = (entry[1] ?? {}) as Partial<TokenFacts>;
	if (isContract !== undefined && typeof isContract !== "boolean") return false;
	const areDecimals = decimals === null || isDecimals(decimals);
	return isTokenText(name) && isTokenText(symbol) && areDecimals;
}

/** Anybody can post a draft, so it is bounded like a JSON body of the API (auth.md "Upload limits"). */
function parsed(text: string): Record<string, unknown> {
	if (jsonProblem(new TextEncoder().encode(text)) !== undefined) return {};
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}

function isCall(value: unknown): value is Call {
	const { dest, value: wei, data } = (value ?? {}) as Partial<Call>;
	return isAddress(dest) && typeof wei === "string" && /^\d{1,78}$/.test(wei) && isBytes(data);
}

/** Problems of the lost account, by field. */
export function lostProblems(draft: Draft, recoveryAccount: string, copy: Pick<Copy, "recover">): Problem[] {
	const { problems } = copy.recover;
	const isSame = draft.lostAccount.toLowerCase() === recoveryAccount.toLowerCase();
	const isEmail = draft.email === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email);
	const texts = {
		lostAccount: addressProblem(draft.lostAccount, copy) ?? (isSame ? problems.same : undefined),
		chainId: isChainId(draft.chainId) ? undefined : problems.chain,
		reason: RECOVERY_REASONS.some((reason) => reason === draft.reason) ? undefined : problems.reason,
		email: isEmail ? undefined : problems.email,
	};
	return problemsIn(texts);
}

function isChainId(text: string): boolean {
	return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

/** As `new-case` and `typed-data` take it. */
export function intentOf(draft: Draft, recoveryAccount: string) {
	const { lostAccount, chainId, reason, email, txs } = draft;
	return {
		case: {
			lostAccount,
			recoveryAccount,
			chainId: Number(chainId),
			reasonForRecovery: reason,
			email: email === "" ? null : email,
		},
		transactions: txs,
	};
}
