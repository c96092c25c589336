/** Claims on an account: public notices, or for the account's own wallet session the cases. */
import { isOpen } from "../cases/standing.ts";
import { type ApiFailure, callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, networkText, Time } from "../core/format.tsx";
import { NetworkField } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { timeInWords } from "../core/times.ts";
import { findWallet } from "../core/wallet.ts";
import { statusClass, statusWords } from "../words/status-words.ts";

/** Without a chain: on every chain. */
export type Account = { chainId?: string | undefined; account: string };

type Notice = ResponseBody<"listNotices">["data"][number];
type Summary = ResponseBody<"listRecoveryCases">["data"][number];
type Claims = { rows: (Notice | Summary)[]; nextCursor: string | null };

const MAX_PAGES = 10;

/** A contract's session is its account's on one chain only. */
function isOwn(c: PageContext, { chainId, account }: Account): boolean {
	const wallet = findWallet(c);
	if (wallet?.address !== account.toLowerCase()) return false;
	return wallet.chainId === null || String(wallet.chainId) === chainId;
}

/** The query of a claim's own chain, or of the account on every chain. */
const queryOf = ({ chainId, account }: Account) =>
	new URLSearchParams({ account, ...(chainId !== undefined && { chainId }) });

type List<Row> = { data: Row[]; nextCursor: string | null };
type Read = { ok: true; claims: Claims } | ApiFailure;

export async function readClaims(c: PageContext, of: Account, cursor: string | undefined): Promise<Read> {
	if (isOwn(c, of)) return readOwnClaims(c, of, cursor);
	const query = queryOf(of);
	if (cursor !== undefined) query.set("cursor", cursor);
	const path = `/notices?${query}`;
	const list = await callApi<List<Notice>>(c, { method: "GET", path, as: "none" });
	if (!list.ok) return list;
	return { ok: true, claims: { rows: list.body.data, nextCursor: list.body.nextCursor } };
}

/** The list also has the cases that the account itself has filed, which may be all of a page. */
async function readOwnClaims(c: PageContext, of: Account, cursor: string | undefined): Promise<Read> {
	const lost = of.account.toLowerCase();
	const claims: Claims = { rows: [], nextCursor: cursor ?? null };
	for (let pages = 0; pages < MAX_PAGES && claims.rows.length === 0; pages++) {
		const query = queryOf(of);
		query.set("limit", "100");
		if (claims.nextCursor) query.set("cursor", claims.nextCursor);
		const path = `/recovery-cases?${query}`;
		const list = await callApi<List<Summary>>(c, { method: "GET", path, as: "wallet" });
		if (!list.ok) return list;
		claims.rows = list.body.data.filter(({ lostAccount }) => lostAccount.toLowerCase() === lost);
		claims.nextCursor = list.body.nextCursor;
		if (claims.nextCursor === null) break;
	}
	return { ok: true, claims };
}

type ListProps = {
	c: PageContext;
	of: Account;
	claims: Claims;
	/** The networks on which the account objects to new claims; empty without its session. */
	standing: readonly number[];
	/** The account has just objected to all of them, which the notices do not tell. */
	isDone: boolean;
};

export function ClaimList(props: ListProps) {
	const { c, of, claims, isDone } = props;
	const copy = c.get("copy").contest.claims;
	const { rows, nextCursor } = claims;
	const isNone = rows.length === 0 && nextCursor === null;
	const chains = isDone ? [] : [...new Set(rows.filter(canObject).map(({ chainId }) => chainId))];
	return (
		<section aria-labelledby="claims">
			<h2 id="claims">{copy.heading}</h2>
			<p>
				{of.chainId === undefined ? copy.anywhere : copy.of(networkText(c, Number(of.chainId)))}{" "}
				<Code c={c} text={of.account} />
			</p>
			{isNone && (
				<p class="note done">
					{copy.none} {copy.noneHint}
				</p>
			)}
			{chains.length > 0 && (
				<div class="note danger">
					<p>{c.get("copy").common.contest}</p>
					<ContestAll c={c} of={of} chains={chains} />
				</div>
			)}
			{!isNone && !isDone && chains.length === 0 && <p class="note done">{copy.nothingToDo}</p>}
			{rows.map((row) => (
				<ClaimCard c={c} of={of} row={row} isDone={isDone} />
			))}
			{nextCursor !== null && (
				<LinkLine href={`/contest?${queryOf(of)}&cursor=${nextCursor}`} text={copy.more} />
			)}
			{chains.length === 0 && <ContestComing {...props} />}
		</section>
	);
}

/** A button for each network, because a signature names one. */
function ContestAll({ c, of, chains }: { c: PageContext; of: Account; chains: readonly number[] }) {
	const copy = c.get("copy").contest.claims;
	return (
		<p class="actions">
			{chains.map((chainId) => (
				<a class="button danger" href={`/contest/all?${queryOf({ ...of, chainId: String(chainId) })}`}>
					{chains.length === 1 ? copy.contestAll : copy.contestAllOn(networkText(c, chainId))}
				</a>
			))}
		</p>
	);
}

/** Stops claims that are filed later, on a network of the owner's choice. */
function ContestComing({ c, of, claims, standing, isDone }: ListProps) {
	const copy = c.get("copy").contest.claims;
	const chainId = of.chainId ?? String(claims.rows[0]?.chainId ?? 1);
	const stands = isDone || standing.includes(Number(chainId));
	return (
		<form novalidate method="get" action="/contest/all">
			<input type="hidden" name="account" value={of.account} />
			<details open={!stands}>
				<summary>{stands ? copy.contestElsewhere : copy.contestComing}</summary>
				<NetworkField c={c} label={copy.chain} value={chainId} problems={[]} />
				<div class="actions">
					<button type="submit" class="second">
						{copy.contestComing}
					</button>
				</div>
			</details>
		</form>
	);
}

/** A card for each, because six columns fit on no phone. */
function ClaimCard({
	c,
	of,
	row,
	isDone,
}: Pick<ListProps, "c" | "of" | "isDone"> & { row: Notice | Summary }) {
	const words = c.get("copy");
	const { claims: copy, statuses } = words.contest;
	const { caseId, jrcHash, chainId, status, executeAfter } = row;
	const query = queryOf({ ...of, chainId: String(chainId) });
	return (
		<article class="card" aria-labelledby={caseId}>
			<h3 id={caseId}>
				<span class={isDone || isObjected(row) ? "status done" : statusClass(row)}>
					{"lostAccount" in row ? statusWords(row, words) : statuses[status]}
				</span>
			</h3>
			{isObjected(row) && <p>{copy.objected}</p>}
			<Facts
				of={[
					[copy.chain, networkText(c, chainId)],
					[copy.reason, "lostAccount" in row && words.verify.reasons[row.reasonForRecovery]],
					[copy.recipient, "lostAccount" in row && <Code c={c} text={row.recoveryAccount} />],
					[copy.earliest, canObject(row) && !isDone && <NotBefore c={c} executeAfter={executeAfter} />],
					[copy.case, <code class="hash">{caseId}</code>],
				]}
			/>
			<p class="links">
				{canObject(row) && !isDone && (
					<a href={`/contest/case?${query}&jrcHash=${jrcHash}`} aria-describedby={caseId}>
						{copy.contestOne}
					</a>
				)}{" "}
				{"lostAccount" in row && (
					<a href={`/cases/${caseId}`} aria-describedby={caseId}>
						{copy.readCase}
					</a>
				)}
			</p>
		</article>
	);
}

/** Without an order, what it would be if one came today. */
function NotBefore({ c, executeAfter }: { c: PageContext; executeAfter: string | null }) {
	if (executeAfter !== null) return <Time c={c} iso={executeAfter} />;
	const earliest = new Date(Date.now() + c.env.settings.challengePeriodSeconds * 1000).toISOString();
	return <>{c.get("copy").contest.claims.noDate(timeInWords(earliest, c.get("language"), "date"))}</>;
}

/** Only the account's own session is told. */
const isObjected = (row: Notice | Summary): boolean =>
	"lostAccount" in row && row.status === "action_required" && row.statusReason === "contested";

const canObject = (row: Notice | Summary): boolean => isOpen(row) && !isObjected(row);
