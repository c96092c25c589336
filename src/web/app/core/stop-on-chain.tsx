/** The call by which a recovery is stopped on its chain, beside a contest (hosted-app.md "An account with the module"). */
import { vetoCall } from "../../../protocol/recovery-module/module-calls.ts";
import { builderFile } from "./builder-file.ts";
import { Facts } from "./facts.tsx";
import { Code } from "./format.tsx";
import type { PageContext } from "./page-env.ts";
import { WalletList } from "./signing.tsx";

type Stopped = { account: string; jrcHash: string; chainId: number };

/** Nothing on a chain without the module. The page has the script `wallet`. */
export function StopOnChain({ c, of }: { c: PageContext; of: Stopped }) {
	const { account, jrcHash, chainId } = of;
	const isWhole = /^0x[0-9a-fA-F]{40}$/.test(account) && /^0x[0-9a-fA-F]{64}$/.test(jrcHash);
	if (!isWhole || !c.env.settings.moduleReviewers.has(chainId)) return null;
	const { stop } = c.get("copy").contest;
	const call = vetoCall({ account, jrcHash });
	const name = `stop-${account.slice(2, 10)}`;
	const file = builderFile([call], { safe: account, chainId, name, now: Date.now() });
	return (
		<section class="unprinted" aria-labelledby="stop-on-chain">
			<h2 id="stop-on-chain">{stop.heading}</h2>
			<p>{stop.why}</p>
			<Facts of={stop.facts} />
			<SafeApp c={c} file={file} name={name} />
			<h3>{stop.byWallet}</h3>
			<p>{stop.byWalletText}</p>
			<div data-send={call.data} data-to={call.to} data-chain-id={String(chainId)}>
				<WalletList c={c} button={stop.with} />
			</div>
			<CallToSend c={c} call={call} title={stop.elsewhere} />
		</section>
	);
}

/** The file of a batch, for Safe's app "Transaction Builder". */
export function SafeApp({ c, file, name }: { c: PageContext; file: string; name: string }) {
	const { app } = c.get("copy").estateModule.sign;
	return (
		<>
			<h3>{app.heading}</h3>
			<p>{app.text}</p>
			<p class="actions">
				<a
					class="button"
					download={`${name}.json`}
					href={`data:application/json,${encodeURIComponent(file)}`}
				>
					{app.download}
				</a>
			</p>
		</>
	);
}

/** A transaction to send from another program. */
export function CallToSend({
	c,
	call,
	title,
}: {
	c: PageContext;
	call: { to: string; data: string };
	title: string;
}) {
	const { stop } = c.get("copy").contest;
	return (
		<details>
			<summary>{title}</summary>
			<dl>
				<dt>{stop.to}</dt>
				<dd>
					<Code c={c} text={call.to} />
				</dd>
				<dt>{stop.data}</dt>
				<dd>
					<Code c={c} text={call.data} />
				</dd>
			</dl>
		</details>
	);
}
