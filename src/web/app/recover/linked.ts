/** A draft through a hosted link: prefilled values, and locked ones, which no form changes. */
import { transactionDifferences } from "../../../hosted-links/locked-fields.ts";
import type { Call } from "../../../protocol/intent.ts";
import type { PageContext } from "../core/page-env.ts";
import { walletAddress } from "../core/wallet.ts";
import { isLocked, isPrefilled } from "../links/started-link.ts";
import { type Draft, MAX_TRANSACTIONS } from "./draft.ts";

const prefillOf = (c: PageContext) => c.get("link")?.view.prefill ?? {};
const offeredTo = (c: PageContext): readonly Call[] => prefillOf(c).transactions ?? [];

export function prefilledDraft(c: PageContext, draft: Draft): Draft {
	const { lostAccount, chainId, reasonForRecovery, email } = prefillOf(c);
	return {
		lostAccount: lostAccount ?? draft.lostAccount,
		chainId: chainId === undefined ? draft.chainId : String(chainId),
		reason: reasonForRecovery ?? draft.reason,
		email: email ?? draft.email,
		kind: draft.kind,
		txs: [...offeredTo(c)],
		tokens: draft.tokens,
		stated: draft.stated,
	};
}

/** Locked fields have the link's values, whatever a form says. Locked transactions may only have been removed. */
export function withLocks(c: PageContext, draft: Draft): Draft {
	const filled = prefilledDraft(c, draft);
	const areRemoved = transactionDifferences(offeredTo(c), draft.txs).length === 0;
	return {
		...draft,
		...(isLocked(c, "lostAccount") && { lostAccount: filled.lostAccount }),
		...(isLocked(c, "chainId") && { chainId: filled.chainId }),
		...(isLocked(c, "reasonForRecovery") && { reason: filled.reason }),
		...(isLocked(c, "transactions") && !areRemoved && { txs: filled.txs }),
	};
}

/** Pages ask about each of up to 500 transactions, so the link's ones are indexed once. */
const indexes = new WeakMap<readonly Call[], ReadonlySet<string>>();

export function isOffered(c: PageContext, call: Call): boolean {
	const offered = offeredTo(c);
	const index = indexes.get(offered) ?? indexOf(offered);
	indexes.set(offered, index);
	return index.has(keyOf(call));
}

const indexOf = (calls: readonly Call[]): ReadonlySet<string> => new Set(calls.map(keyOf));

const keyOf = ({ dest, value, data }: Call) => `${dest} ${BigInt(value)} ${data}`.toLowerCase();

/** The transactions with those that the link has filled in and that were removed. The same ones if there are none. */
export function restored(c: PageContext, txs: readonly Call[]): readonly Call[] {
	const offered = offeredTo(c);
	if (isLocked(c, "transactions")) return txs.length < offered.length ? offered : txs;
	const listed = indexOf(txs);
	const missing = offered.filter((call) => !listed.has(keyOf(call)));
	return missing.length === 0 ? txs : [...txs, ...missing].slice(0, MAX_TRANSACTIONS);
}

/** False if the link names another account than the session's, which the first step shows. @throws SessionNeeded */
export function isExpected(c: PageContext): boolean {
	const address = walletAddress(c);
	return prefillOf(c).recoveryAccount === undefined || isPrefilled(c, "recoveryAccount", address);
}

/** True if the link works with another account than the session's. @throws SessionNeeded */
export function hasOtherAccount(c: PageContext): boolean {
	return isLocked(c, "recoveryAccount") && !isPrefilled(c, "recoveryAccount", walletAddress(c));
}
