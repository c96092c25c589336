/** Claims on an account: public notices, or for the account's own wallet session the cases. */

import type { Answer } from "../core/answers.ts";
import { type ApiFailure, callApi } from "../core/api.ts";
import { chainName } from "../core/chains.ts";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { findWallet } from "../core/wallet.ts";

export type Account = { chainId: string; account: string };

type Notice = Answer<"listNotices">["data"][number];
type Summary = Answer<"listRecoveryCases">["data"][number];
export type Claims = { isOwn: boolean; rows: (Notice | Summary)[]; nextCursor: string | null };

const MAX_PAGES = 10;
const CONTESTABLE = ["created", "pending", "action_required"];

/** A contract's session is its account's on one chain only. */
function isOwn(c: PageContext, { chainId, account }: Account): boolean {
	const wallet = findWallet(c);
	if (wallet?.address !== account.toLowerCase()) return false;
	return wallet.chainId === null || String(wallet.chainId) === chainId;
}

type List<Row> = { data: Row[]; nextCursor: string | null };
type Read = { ok: true; claims: Claims } | ApiFailure;

export async function readClaims(c: PageContext, of: Account, cursor: string | undefined): Promise<Read> {
	if (isOwn(c, of)) return readOwnClaims(c, of, cursor);
	const query = new URLSearchParams({ ...of, ...(cursor !== undefined && { cursor }) });
	const path = `/notices?${query}`;
	const list = await callApi<List<Notice>>(c, { method: "GET", path, as: "none" });
	if (!list.ok) return list;
	return { ok: true, claims: { isOwn: false, rows: list.body.data, nextCursor: list.body.nextCursor } };
}

/** The list also has the cases that the account itself has filed, which may be all of a page. */
async function readOwnClaims(c: PageContext, of: Account, cursor: string | undefined): Promise<Read> {
	const lost = of.account.toLowerCase();
	const claims: Claims = { isOwn: true, rows: [], nextCursor: cursor ?? null };
	for (let pages = 0; pages < MAX_PAGES && claims.rows.length === 0; pages++) {
		const { nextCursor } = claims;
		const query = new URLSearchParams({ ...of, limit: "100", ...(nextCursor && { cursor: nextCursor }) });
		const path = `/recovery-cases?${query}`;
		const list = await callApi<List<Summary>>(c, { method: "GET", path, as: "wallet" });
		if (!list.ok) return list;
		claims.rows = list.body.data.filter(({ lostAccount }) => lostAccount.toLowerCase() === lost);
		claims.nextCursor = list.body.nextCursor;
		if (claims.nextCursor === null) break;
	}
	return { ok: true, claims };
}

export function ClaimList({ c, of, claims }: { c: PageContext; of: Account; claims: Claims }) {
	const copy = c.get("copy").contest.claims;
	const { rows, nextCursor } = claims;
	const isOpen = rows.some(({ status }) => CONTESTABLE.includes(status));
	const isNone = rows.length === 0 && nextCursor === null;
	return (
		<section aria-labelledby="claims">
			<h2 id="claims">{copy.heading}</h2>
			<p>
				{copy.of(networkOf(of.chainId))} <Code c={c} text={of.account} />
			</p>
			{isNone ? (
				<p class="note done">
					{copy.none} {copy.noneHint}
				</p>
			) : (
				<ClaimCards c={c} of={of} claims={claims} />
			)}
			{nextCursor !== null && (
				<p>
					<a href={`/contest?${new URLSearchParams({ ...of, cursor: nextCursor })}`}>{copy.more}</a>
				</p>
			)}
			<p class="actions">
				<a class="button" href={`/contest/all?${new URLSearchParams(of)}`}>
					{isOpen ? copy.contestAll : copy.contestComing}
				</a>
			</p>
		</section>
	);
}

export function networkOf(chainId: string): string {
	return chainName(Number(chainId)) ?? chainId;
}

/** A card for each, because six columns fit on no phone. */
function ClaimCards({ c, of, claims }: { c: PageContext; of: Account; claims: Claims }) {
	return (
		<>
			{claims.rows.map((row) => (
				<ClaimCard c={c} of={of} row={row} />
			))}
		</>
	);
}

const SHAPES: Readonly<Record<string, string>> = { created: "", pending: "waiting", executed: "done" };

function ClaimCard({ c, of, row }: { c: PageContext; of: Account; row: Notice | Summary }) {
	const { claims: copy, statuses, reasons } = c.get("copy").contest;
	const { caseId, jrcHash, status, executeAfter } = row;
	const isOpen = CONTESTABLE.includes(status);
	return (
		<article class="card" aria-labelledby={caseId}>
			<h3 id={caseId}>
				{copy.case} <code class="hash">{caseId}</code>
			</h3>
			<dl>
				<dt>{copy.status}</dt>
				<dd>
					<span class={`status ${SHAPES[status] ?? "stopped"}`}>{statuses[status]}</span>
				</dd>
				{"lostAccount" in row && (
					<>
						<dt>{copy.reason}</dt>
						<dd>{reasons[row.reasonForRecovery]}</dd>
						<dt>{copy.recipient}</dt>
						<dd>
							<Code c={c} text={row.recoveryAccount} />
						</dd>
					</>
				)}
				<dt>{copy.earliest}</dt>
				<dd>{executeAfter === null ? copy.noDate : <Time c={c} iso={executeAfter} />}</dd>
			</dl>
			<p class="links">
				{isOpen && (
					<a href={`/contest/case?${new URLSearchParams({ ...of, jrcHash })}`} aria-describedby={caseId}>
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
