/** The note about a hosted link on the first step, and about the account that its partner expects. */
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { findWallet, walletAddress } from "../core/wallet.ts";
import { Filled, Mark, Sees } from "../links/marks.tsx";
import { isLocked, isPrefilled } from "../links/started-link.ts";

export function LinkNote({ c }: { c: PageContext }) {
	const link = c.get("link");
	if (!link) return null;
	return (
		<>
			<Filled c={c} view={link.view} />
			<Expected c={c} account={link.view.prefill?.recoveryAccount} host={link.view.host} />
			<Sees c={c} view={link.view} />
		</>
	);
}

type ExpectedProps = { c: PageContext; account: string | undefined; host: string };

/** Nothing once the visitor has signed in with that account. */
function Expected({ c, account, host }: ExpectedProps) {
	const { expected } = c.get("copy").links;
	const hasWallet = findWallet(c) !== undefined;
	if (account === undefined || (hasWallet && isPrefilled(c, "recoveryAccount", walletAddress(c))))
		return null;
	const fixed = isLocked(c, "recoveryAccount");
	return (
		<div class={hasWallet && fixed ? "note danger" : "note caution"}>
			<h2 class="note-title">{expected.heading}</h2>
			<p>{expected.text(host)}</p>
			<p>
				<Code c={c} text={account} /> <Mark c={c} isFilledIn />
			</p>
			{fixed && <p>{expected.mustBe(host)}</p>}
			{!fixed && hasWallet && <p>{expected.maybe}</p>}
		</div>
	);
}
