/** A transaction in words on a page, with what its token's contract says. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { decodeAct } from "../../../protocol/decode-act.ts";
import type { Call } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { ISSUERS, issuedToken } from "../core/issued-tokens.ts";
import type { TokenFacts, Tokens } from "../core/token-facts.ts";
import { callInWords, movesToken, paymentInWords, transferInWords } from "./call-words.ts";

type Props = { copy: Copy; call: Call; tokens: Tokens };

export function CallText({ copy, call, tokens: { facts, stated, isOwn, chainId } }: Props) {
	const token = call.dest.toLowerCase();
	const own = movesToken(call) ? facts[token] : undefined;
	const told = { told: own?.decimals ?? null, symbol: own?.symbol };
	const known = { ...told, stated: stated[token], isOwn, chainId };
	const { sentence, smallPrint } = callInWords(call, copy, known);
	return (
		<>
			{sentence}
			{smallPrint.length > 0 && (
				<small class="small-print">
					{smallPrint.join(" ")} {own && <Names copy={copy} facts={own} />}
				</small>
			)}
		</>
	);
}

/** For a court, and for whoever carries out its order. */
export function transactionsInWords(
	copy: Copy,
	{ transactions, case: { chainId } }: CaseRecord,
	facts: Tokens["facts"] = {},
): string {
	const words = transactions.map((call) => {
		const { decimals = null, symbol } = facts[call.dest.toLowerCase()] ?? {};
		const known = { told: decimals, symbol, chainId };
		const other = () => copy.acts.court.other(callInWords(call, copy, { chainId, isExact: true }).sentence);
		return transferInWords(call, copy, known) ?? other();
	});
	return `${words.map((text, at) => `(${at + 1}) ${text}`).join("; ")}.`;
}

/** What issuers replace if nobody can act for the account. Undefined where the calls transfer no token. */
export function replacementsInWords(
	copy: Copy,
	{ transactions, case: { chainId, lostAccount } }: CaseRecord,
): string | undefined {
	const { replaces, issuer } = copy.petition;
	const words = transactions.flatMap((call) => {
		const act = decodeAct(call.data, toChecksumAddress);
		if (act.kind !== "transfer") return [];
		const of = issuedToken(chainId, call.dest);
		const name = (of && ISSUERS[of.symbol]?.name) ?? issuer;
		const amount = paymentInWords({ ...call, value: "0" }, copy, chainId);
		const units = copy.acts.amount.units(act.amount, call.dest);
		return [replaces({ issuer: name, amount: amount ?? units, from: lostAccount, to: act.to })];
	});
	return words.length === 0 ? undefined : words.join("; ");
}

/** A name that ends its own quotation would speak with the page's voice. */
export const withoutQuotes = (name: string) =>
	name.replaceAll(/["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u300c-\u300f\uff02]/gu, "'");

function Names({ copy, facts }: { copy: Copy; facts: TokenFacts }) {
	const { calls, quoted, ownWord } = copy.acts.contract;
	const [open, close] = quoted;
	const names = [facts.name, facts.symbol].flatMap((name) => (name === null ? [] : [withoutQuotes(name)]));
	if (names.length === 0) return null;
	return (
		<>
			{calls}{" "}
			{names.map((name, at) => (
				<>
					{at > 0 && ", "}
					{open}
					<bdi>{name}</bdi>
					{close}
				</>
			))}
			. {ownWord}
		</>
	);
}
