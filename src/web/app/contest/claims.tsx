/** Claims on an account: public notices, or for the account's own wallet session the cases. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { type Call, isClosedByContest, type RecoveryReason } from "../../../protocol/intent.ts";
import { hasObjected, isOpen } from "../cases/standing.ts";
import { type ApiFailure, callApi } from "../core/api.ts";
import { KNOWN_CHAINS } from "../core/chains.ts";
import { Facts } from "../core/facts.tsx";
import { LinkLine } from "../core/form.tsx";
import { Account, Code, networkText, Time } from "../core/format.tsx";
import { NetworkField } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { timeInWords } from "../core/times.ts";
import { findWallet } from "../core/wallet.ts";
import { callInWords } from "../words/call-words.ts";
import { statusClass, statusWords } from "../words/status-words.ts";

/** Without a chain: on every chain. */
export type ClaimedAccount = { chainId?: string | undefined; account: string };

type Notice = ResponseBody<"listNotices">["data"][number];
type Summary = ResponseBody<"listRecoveryCases">["data"][number];
/** `calls`: what an open case would do; absent if it could not be read. */
type Own = Summary & { calls?: readonly Call[] | undefined };
type Claims = { rows: (Notice | Own)[]; nextCursor: string | null };

const MAX_PAGES = 10;
/** Cases that are read for what they would do: the oldest, because anybody can file newer ones. Each case's own page says it. */
const MAX_READ = 5;
/** Of a case, in words. */
const MAX_CALLS = 3;

/** A contract's session is its account's on one chain only. */
function isOwn(c: PageContext, { chainId, account }: ClaimedAccount): boolean {
	const wallet = findWallet(c);
	if (wallet?.address !== account.toLowerCase()) return false;
	return wallet.chainId === null || String(wallet.chainId) === chainId;
}

/** The query of a claim's own chain, or of the account on every chain. */
const queryOf = ({ chainId, account }: ClaimedAccount) =>
	new URLSearchParams({ account, ...(chainId !== undefined && { chainId }) });

type List<Row> = { data: Row[]; nextCursor: string | null };
type Read = { ok: true; claims: Claims } | ApiFailure;

export async function readClaims(
	c: PageContext,
	of: ClaimedAccount,
	cursor: string | undefined,
): Promise<Read> {
	if (isOwn(c, of)) return readOwnClaims(c, of, cursor);
	const query = queryOf(of);
	if (cursor !== undefined) query.set("cursor", cursor);
	const path = `/notices?${query}`;
	const list = await callApi<List<Notice>>(c, { method: "GET", path, as: "none" });
	if (!list.ok) return list;
	return { ok: true, claims: { rows: list.body.data, nextCursor: list.body.nextCursor } };
}

/** The list also has the cases that the account itself has filed, which may be all of a page. */
async function readOwnClaims(c: PageContext, of: ClaimedAccount, cursor: string | undefined): Promise<Read> {
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

/** What claims would do that the owner can still stop, by her own session. */
export async function withCalls(c: PageContext, { rows, nextCursor }: Claims): Promise<Claims> {
	const read = rows.filter((row) => "lostAccount" in row && canObject(row)).slice(-MAX_READ);
	const told = rows.map(async (row) => (read.includes(row) ? { ...row, calls: await callsOf(c, row) } : row));
	return { rows: await Promise.all(told), nextCursor };
}

/** The list has no transactions, so the case is read. */
async function callsOf(c: PageContext, { caseId }: Notice | Own): Promise<readonly Call[] | undefined> {
	const read = await callApi<CaseRecord>(c, {
		method: "GET",
		path: `/recovery-cases/${caseId}`,
		as: "wallet",
	});
	return read.ok ? read.body.transactions : undefined;
}

type ListProps = {
	c: PageContext;
	of: ClaimedAccount;
	claims: Claims;
	/** The networks on which the account objects to new claims; without its session, that of an objection just sent. */
	standing: readonly number[];
	/** The account has just objected to all of them, which the notices may not tell yet. */
	isDone: boolean;
};

export function ClaimList(props: ListProps) {
	const { c, of, claims, standing, isDone } = props;
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
					{copy.none} {standing.length === 0 && copy.noneHint}
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
			{of.chainId !== undefined && (
				<LinkLine href={`/contest?${queryOf({ account: of.account })}`} text={copy.everywhere} />
			)}
			{chains.length === 0 && <ContestComing {...props} isOpen={isNone && standing.length === 0} />}
		</section>
	);
}

/** A button for each network, because a signature names one. */
function ContestAll({ c, of, chains }: { c: PageContext; of: ClaimedAccount; chains: readonly number[] }) {
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

/** Stops claims that are filed later, on a network where none are stopped yet. */
function ContestComing({ c, of, claims, standing, isOpen }: ListProps & { isOpen: boolean }) {
	const copy = c.get("copy").contest.claims;
	const networks = [Number(of.chainId ?? claims.rows[0]?.chainId ?? 1), ...KNOWN_CHAINS];
	const chainId = networks.find((id) => !standing.includes(id)) ?? 1;
	return (
		<form novalidate method="get" action="/contest/all">
			<input type="hidden" name="account" value={of.account} />
			<details open={isOpen}>
				<summary>{standing.length > 0 ? copy.contestElsewhere : copy.inAdvance}</summary>
				<NetworkField c={c} label={copy.chain} value={String(chainId)} problems={[]} />
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
function ClaimCard({ c, of, row, isDone }: Pick<ListProps, "c" | "of" | "isDone"> & { row: Notice | Own }) {
	const words = c.get("copy");
	const { claims: copy } = words.contest;
	const { caseId, jrcHash, chainId, reasonForRecovery, executeAfter, createdAt } = row;
	const query = queryOf({ ...of, chainId: String(chainId) });
	const isOwn = "lostAccount" in row;
	const canSign = canObject(row) && !isDone;
	return (
		<article class="card" aria-labelledby={caseId}>
			<h3 id={caseId}>{copy.by[reasonForRecovery]}</h3>
			<ClaimStatus c={c} row={row} isDone={isDone} />
			<Facts
				of={[
					[copy.effect, canSign && copy.effects[fateOf(reasonForRecovery)]],
					[words.labels.filed, <Time c={c} iso={createdAt} only="day" />],
					[copy.filedBy, isOwn && <Account c={c} address={row.recoveryAccount} />],
					[copy.does, isOwn && row.calls && <Calls c={c} chainId={chainId} calls={row.calls} />],
					[copy.earliest, canSign && <NotBefore c={c} executeAfter={executeAfter} />],
					[copy.chain, networkText(c, chainId)],
					[copy.case, !isOwn && <code class="hash">{caseId}</code>],
				]}
			/>
			<p class="links">
				{canSign && (
					<a href={`/contest/case?${query}&jrcHash=${jrcHash}`} aria-describedby={caseId}>
						{copy.contestOne}
					</a>
				)}{" "}
				{isOwn && (
					<a href={`/cases/${caseId}`} aria-describedby={caseId}>
						{copy.readCase}
					</a>
				)}
			</p>
		</article>
	);
}

function Calls({ c, chainId, calls }: { c: PageContext; chainId: number; calls: readonly Call[] }) {
	const copy = c.get("copy");
	if (calls.length > MAX_CALLS) return <>{copy.acts.count(calls.length)}</>;
	return <>{calls.map((call) => callInWords(call, copy, { chainId }).sentence).join(" ")}</>;
}

/** What became of an objection; without one, where the case stands. A claim on hold is no harm to the owner. */
function ClaimStatus({ c, row, isDone }: Pick<ListProps, "c" | "isDone"> & { row: Notice | Own }) {
	const words = c.get("copy");
	const { claims, statuses } = words.contest;
	if (isContested(row) || (isDone && canObject(row))) {
		const fate = isDone ? fateOf(row.reasonForRecovery) : isOpen(row) ? "held" : "ended";
		return (
			<p>
				<span class="status done">
					{isDone || "lostAccount" in row ? claims.byYou : claims.byAccount}: {claims.outcomes[fate]}
				</span>
			</p>
		);
	}
	return (
		<p>
			<span class={row.status === "action_required" ? "status waiting" : statusClass(row)}>
				{"lostAccount" in row ? statusWords(row, words) : statuses[row.status]}
			</span>
		</p>
	);
}

/** Without an order, what it would be if one came today. */
function NotBefore({ c, executeAfter }: { c: PageContext; executeAfter: string | null }) {
	if (executeAfter !== null) return <Time c={c} iso={executeAfter} />;
	const earliest = new Date(Date.now() + c.env.settings.challengePeriodSeconds * 1000).toISOString();
	return <>{c.get("copy").contest.claims.noDate(timeInWords(earliest, c.get("language"), "date"))}</>;
}

/** What an objection of the owner does to a claim that is open. */
const fateOf = (reason: RecoveryReason) => (isClosedByContest(reason) ? "ended" : "held");

const isContested = (row: Notice | Own): boolean =>
	"lostAccount" in row ? hasObjected(row) : row.isContested;

export const canObject = (row: Notice | Own): boolean => isOpen(row) && !isContested(row);
