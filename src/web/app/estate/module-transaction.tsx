/** The transaction of `/estate/module`, which the owners of a Safe sign in their own program. The service sends nothing. */
import { hashFunctionsOf } from "../../../kernel/crypto/hash-functions.ts";
import { keccak256 } from "../../../protocol/noble/keccak256.ts";
import type { SafeOnChain } from "../../../protocol/recovery-module/account-on-chain.ts";
import { moduleAddress } from "../../../protocol/recovery-module/court-recovery-module.ts";
import {
	createModuleCalls,
	type ModuleCall,
	type ModuleConfiguration,
} from "../../../protocol/recovery-module/module-calls.ts";
import { byOwner, type SafeCall, safeCallOf } from "../../../protocol/recovery-module/safe-batch.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { builderFile } from "../core/builder-file.ts";
import { Facts } from "../core/facts.tsx";
import { PostForm, WayOn } from "../core/form.tsx";
import { Code, networkText } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { WALLET_SCRIPTS, WalletList } from "../core/signing.tsx";
import { CallToSend, SafeApp } from "../core/stop-on-chain.tsx";
import { findWallet } from "../core/wallet.ts";
import { lookUpPage, readAsked, shownAccount } from "./module.tsx";
import {
	type Asked,
	configurationIn,
	DAY_SECONDS,
	type Entries,
	MODULE_PATH,
	readEntries,
} from "./module-form.tsx";

const moduleCalls = createModuleCalls(hashFunctionsOf(keccak256), { toChecksumAddress });

/** Stores nothing, so a reload makes the same transaction again. */
export async function makeTransaction(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const typed = { account: form.text("account"), chainId: form.text("chainId") };
	const asked = readAsked(c, typed);
	if (!("account" in asked)) return lookUpPage(c, typed, asked.problems);
	const entries = readEntries(form);
	if (form.has("change")) return shownAccount(c, asked, { entries });
	const configuration = configurationIn(c, entries, asked);
	if ("problems" in configuration)
		return shownAccount(c, asked, { entries, problems: configuration.problems });
	const safe = await c.env.accountOnChain(asked);
	if (safe === "unavailable" || safe.kind !== "safe" || safe.configuration === null)
		return shownAccount(c, asked, { entries });
	return transactionPage(c, asked, { safe, configuration, entries });
}

type Shown = { safe: SafeOnChain; configuration: Required<ModuleConfiguration>; entries: Entries };

function transactionPage(
	c: PageContext,
	asked: Asked,
	{ safe, configuration, entries }: Shown,
): Promise<Response> {
	const copy = c.get("copy").estateModule;
	const { account, chainId } = asked;
	const both = moduleCalls.configure({ account, ...configuration });
	// A Safe rejects a module that it has enabled already.
	const calls = safe.isEnabled ? both.slice(1) : both;
	const { multiSend } = safe;
	const call = calls.length === 1 || multiSend !== null ? safeCallOf(calls, multiSend ?? "") : null;
	const again = `${MODULE_PATH}?account=${account}&chainId=${chainId}`;
	const name = `module-${account.slice(2, 10)}`;
	const file = builderFile(calls, { safe: account, chainId, name: copy.batchName, now: Date.now() });
	return page(
		c,
		{ title: copy.sign.title, area: "people", lead: copy.sign.lead, scripts: WALLET_SCRIPTS },
		<>
			<p class="note danger">{copy.notAudited}</p>
			<h2>{copy.sign.facts}</h2>
			{!safe.isEnabled && (
				<p>
					{copy.sign.enables} <Code c={c} text={moduleAddress} />
				</p>
			)}
			<Configuration c={c} asked={asked} configuration={configuration} />
			<h2>{copy.sign.ways}</h2>
			<SafeApp c={c} file={file} name={name} />
			{call && <Direct c={c} asked={asked} safe={safe} call={call} />}
			<Calldata c={c} call={call} calls={calls} />
			<p>{copy.sign.after}</p>
			<WayOn href={again} text={copy.sign.again} kind="second" />
			<PostForm
				action={MODULE_PATH}
				submit={copy.sign.change}
				kind="second"
				fields={{ account, chainId: String(chainId), ...entries, change: "yes" }}
			/>
		</>,
	);
}

function Configuration({
	c,
	asked,
	configuration,
}: Omit<Props, "safe" | "call"> & Pick<Shown, "configuration">) {
	const { chain: copy, days } = c.get("copy").estateModule;
	const { reviewers, threshold, vetoers, delaySeconds, expirySeconds } = configuration;
	const list = (addresses: readonly string[]) => addresses.map((one) => <Code c={c} text={one} />);
	return (
		<Facts
			of={[
				[c.get("copy").labels.account, <Code c={c} text={asked.account} />],
				[c.get("copy").labels.network, networkText(c, asked.chainId)],
				[copy.reviewers, ...list(reviewers)],
				[copy.approvals, copy.of(threshold, reviewers.length)],
				[copy.delay, days(delaySeconds / DAY_SECONDS)],
				[copy.expiry, days(expirySeconds / DAY_SECONDS)],
				[copy.vetoers, ...list(vetoers)],
			]}
		/>
	);
}

type Props = { c: PageContext; asked: Asked; safe: SafeOnChain; call: SafeCall };

/** Only where the signature of one owner, who is known, is enough. */
function Direct({ c, asked: { account, chainId }, safe: { owners, threshold }, call }: Props) {
	const { direct: copy } = c.get("copy").estateModule.sign;
	const session = findWallet(c)?.address.toLowerCase();
	const owner =
		owners.find((one) => one.toLowerCase() === session) ?? (owners.length === 1 ? owners[0] : undefined);
	if (threshold !== 1 || owner === undefined) return null;
	const { to, data } = byOwner(call, { safe: account, owner });
	return (
		<section aria-labelledby="direct">
			<h3 id="direct">{copy.heading}</h3>
			<p>{copy.text}</p>
			<p>
				<Code c={c} text={owner} />
			</p>
			<noscript>
				<p>{copy.none}</p>
			</noscript>
			<div data-send={data} data-to={to} data-chain-id={String(chainId)} data-signer={owner}>
				<WalletList c={c} button={copy.button} />
			</div>
		</section>
	);
}

function Calldata({
	c,
	call,
	calls,
}: {
	c: PageContext;
	call: SafeCall | null;
	calls: readonly ModuleCall[];
}) {
	const { sign, noMultiSend } = c.get("copy").estateModule;
	const { data: copy } = sign;
	return (
		<section aria-labelledby="calldata">
			<h3 id="calldata">{copy.heading}</h3>
			{call ? (
				<CallToSend c={c} call={call} title={call.operation === 1 ? copy.delegateCall : copy.call} />
			) : (
				<p>{noMultiSend}</p>
			)}
			{calls.length > 1 && calls.map((one, at) => <CallToSend c={c} call={one} title={copy.parts(at + 1)} />)}
		</section>
	);
}
