/** What the network says about an account, before its owner's or heir's three answers. */
import { type AccountFacts, readAccountAsVisitor } from "../core/account-facts.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { CoinAmount, TokenAmount } from "../core/amount.tsx";
import type { ApiResult } from "../core/api.ts";
import { type Fact, Facts } from "../core/facts.tsx";
import { Code, ExplorerLink, Items, networkText } from "../core/format.tsx";
import { issuedToken } from "../core/issued-tokens.ts";
import { readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { addressProblem } from "../recover/make-call.ts";
import type { KINDS } from "./verdict.ts";

/** `kind`, `holds`: the answers that the network gives in place of the visitor; undefined if it cannot. The kind `key` is a guess. */
export type LookedUp = {
	address: string;
	chainId: string;
	problems: Problem[];
	result?: ApiResult<AccountFacts>;
	kind?: (typeof KINDS)[number] | undefined;
	/** `token` if the account has one whose issuer can replace it. */
	holds?: "token" | undefined;
	/** The symbols of these tokens. */
	held: readonly string[];
};

const isHeld = ({ balance }: { balance: string | null }) => balance !== null && balance !== "0";

/** A page names no more of each, so that no account fills it. */
const MAX_NAMED = 20;
/** Owners and modules of a contract are unknown, and a key's account that runs a contract may have guardians. */
const KIND_OF = { key: "key", delegated_key: "smart", safe: "shared", contract: undefined } as const;

/** Looks up the account in the query of the page's URL, if there is one. */
export async function lookUp(c: PageContext): Promise<LookedUp> {
	const address = (c.req.query("account") ?? "").trim();
	const chainId = readNetwork((name) => c.req.query(name)?.trim()) ?? "1";
	const none = { address, chainId, problems: [], held: [] };
	const copy = c.get("copy");
	if (address === "") {
		const isAsked = c.req.query("look") !== undefined;
		return isAsked ? { ...none, problems: [{ field: "account", text: copy.problems.address }] } : none;
	}
	const texts = {
		account: addressProblem(address, copy),
		chainId: /^[1-9]\d{0,14}$/.test(chainId) ? undefined : copy.recover.problems.chain,
	};
	const problems = Object.entries(texts).flatMap(([field, text]) =>
		text === undefined ? [] : [{ field, text }],
	);
	if (problems.length > 0) return { ...none, problems };
	const result = await readAccountAsVisitor(c, { chainId, address });
	if (!result.ok) return { ...none, result };
	const held = result.body.tokens
		.filter(isHeld)
		.flatMap((token) => issuedToken(Number(chainId), token.address)?.symbol ?? []);
	const holds = held.length > 0 ? "token" : undefined;
	return { ...none, result, kind: KIND_OF[result.body.kind], holds, held };
}

export function AccountFound({ c, of: { address, chainId, result } }: { c: PageContext; of: LookedUp }) {
	const { account } = c.get("copy").check;
	if (!result) return null;
	if (!result.ok) return <p class="note">{result.status === 404 ? account.noNode : account.notNow}</p>;
	return (
		<section aria-labelledby="found">
			<h2 id="found">{account.found}</h2>
			<p>
				<strong>{account.kinds[result.body.kind].title}</strong> {account.kinds[result.body.kind].text}
			</p>
			<Facts of={factsOf(c, { address, chainId: Number(chainId) }, result.body)} />
			<p class="quiet">{account.unseen}</p>
		</section>
	);
}

/** `ready`: so many of this service's reviewers are named in the module that they can approve. */
export function standingOf(
	c: PageContext,
	chainId: number,
	{ recoveryModule }: NonNullable<AccountFacts["safe"]>,
): "ready" | "foreign" | "none" {
	if (recoveryModule === null) return "none";
	const { reviewers, threshold } = recoveryModule;
	const own = c.env.settings.moduleReviewers.get(chainId) ?? [];
	const named = reviewers.filter((reviewer) => own.includes(reviewer.toLowerCase()));
	return threshold > 0 && named.length >= threshold ? "ready" : "foreign";
}

function factsOf(c: PageContext, at: { address: string; chainId: number }, facts: AccountFacts): Fact[] {
	const { labels, check } = c.get("copy");
	const { account } = check;
	const { safe, balance, tokens } = facts;
	const own = toChecksumAddress(at.address);
	const held = tokens.filter(isHeld);
	const isUnread = tokens.some((token) => token.balance === null);
	return [
		[
			account.address,
			<Code c={c} text={own} />,
			<ExplorerLink c={c} chainId={at.chainId} path={`address/${own}`} />,
		],
		[labels.network, networkText(c, at.chainId)],
		[account.signers, safe && account.threshold(safe.threshold, safe.owners.length)],
		[account.owners, safe && <Addresses c={c} of={safe.owners} />],
		[
			account.modules,
			safe && (safe.modules.length === 0 ? account.noModules : <Addresses c={c} of={safe.modules} />),
			safe?.hasMoreModules && account.moreModules,
		],
		[account.ours, safe && account.recoveryModule[standingOf(c, at.chainId, safe)]],
		[
			account.holds,
			<CoinAmount c={c} units={balance} chainId={at.chainId} />,
			...held.map((token) => (
				<>
					{"· "}
					<TokenAmount c={c} {...token} units={token.balance ?? "0"} />
				</>
			)),
			isUnread && `· ${account.unreadToken}`,
		],
	];
}

function Addresses({ c, of }: { c: PageContext; of: readonly string[] }) {
	const { account } = c.get("copy").check;
	const shown = of.slice(0, MAX_NAMED).map((address) => <Code c={c} text={toChecksumAddress(address)} />);
	return <Items of={of.length > MAX_NAMED ? [...shown, account.more(of.length - MAX_NAMED)] : shown} />;
}
