/** `/cases`: the cases that name the wallet session's account, each by what its reader does next. */

import { capitalized } from "../../../kernel/capitalized.ts";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { shortened } from "../core/addresses.ts";
import { callApi, readApi } from "../core/api.ts";
import { LinkLine } from "../core/form.tsx";
import { Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { type Task, TaskList } from "../core/tasks.tsx";
import { walletAddress } from "../core/wallet.ts";
import { paymentsInWords } from "../words/call-words.ts";
import { actOf } from "./progress.tsx";
import { isOpen, nextAct } from "./standing.ts";
import { isClaimants } from "./steps.ts";

type List = ResponseBody<"listRecoveryCases">;
type Summary = List["data"][number];
/** `amount`: what an open case moves, in words. Undefined if it could not be read. */
type Item = Summary & { isOwner: boolean; amount: string | undefined };

export async function listPage(c: PageContext): Promise<Response> {
	const account = walletAddress(c);
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ limit: "25", ...(cursor !== undefined && { cursor }) });
	const { data, nextCursor } = await readApi<List>(c, "wallet", `/recovery-cases?${query}`);
	const { cases, contest } = c.get("copy");
	const items = await Promise.all(
		data.map(async (summary) => {
			const amount = isOpen(summary) ? await amountOf(c, summary) : undefined;
			return { ...summary, isOwner: summary.lostAccount === account, amount };
		}),
	);
	// An objection stands on top, because its claimant may have to act.
	const groups = Map.groupBy(
		items.toSorted((one, other) => Number(isContested(other)) - Number(isContested(one))),
		groupOf,
	);
	return page(
		c,
		{ title: cases.title, area: "people", lead: cases.lead },
		<>
			{data.length === 0 && nextCursor === null ? (
				<p class="note">{cases.none}</p>
			) : (
				GROUPS.map((group) => <Group c={c} group={group} of={groups.get(group) ?? []} />)
			)}
			<p class="actions">
				{nextCursor !== null && (
					<a class="button second" href={`/cases?${new URLSearchParams({ cursor: nextCursor })}`}>
						{cases.more}
					</a>
				)}
				<a class={data.length === 0 ? "button" : "button second"} href="/recover">
					{cases.start}
				</a>
				{items.some(({ isOwner }) => isOwner) && (
					<a class="button second" href="/contest">
						{contest.title}
					</a>
				)}
			</p>
			<LinkLine href="/watch" text={c.get("copy").watch.offer} />
		</>,
	);
}

/** The list has no transactions, so the case is read. */
async function amountOf(c: PageContext, { caseId, chainId }: Summary): Promise<string | undefined> {
	const path = `/recovery-cases/${caseId}`;
	const result = await callApi<CaseRecord>(c, { method: "GET", path, as: "wallet" });
	return result.ok ? paymentsInWords(result.body.transactions, c.get("copy"), chainId) : undefined;
}

const GROUPS = ["turn", "waiting", "closed"] as const;
type Group = (typeof GROUPS)[number];

const isContested = ({ statusReason }: Item) => statusReason === "contested";
const canObject = (item: Item) => item.isOwner && !isContested(item);

function groupOf(item: Item): Group {
	if (!isOpen(item)) return "closed";
	const isTurn = item.isOwner ? canObject(item) : isClaimants(nextAct(item, Date.now()));
	return isTurn ? "turn" : "waiting";
}

function Group({ c, group, of }: { c: PageContext; group: Group; of: readonly Item[] }) {
	const { cases } = c.get("copy");
	if (of.length === 0) return null;
	const heading = (
		<h2>
			{cases.groups[group]} ({of.length})
		</h2>
	);
	const list = <TaskList tasks={of.map((item) => taskOf(c, item))} />;
	if (group !== "closed") return [heading, list];
	return (
		<details class="more">
			<summary>{heading}</summary>
			{list}
		</details>
	);
}

function taskOf(c: PageContext, item: Item): Task {
	const { cases, labels, verify } = c.get("copy");
	const { caseId, lostAccount, chainId, reasonForRecovery, amount } = item;
	const act =
		isOpen(item) && canObject(item) ? cases.case.object : actOf(c, item, item.isOwner ? "owner" : "claimant");
	const what = capitalized(act);
	return {
		title: [amount, verify.reasons[reasonForRecovery], shortened(lostAccount)].filter(Boolean).join(" · "),
		href: `/cases/${caseId}`,
		hint: (
			<>
				{!isContested(item) && `${what} · `}
				<Network c={c} chainId={chainId} /> · {labels.filed} <Time c={c} iso={item.createdAt} only="date" />
			</>
		),
		state: isContested(item) ? [what, "waiting"] : dueOf(c, item),
	};
}

/** By when the reader acts, or until when a period runs; undefined where there is no such date. */
function dueOf(c: PageContext, of: Item): Task["state"] {
	const { cases, common, labels } = c.get("copy");
	if (!isOpen(of)) return undefined;
	if (canObject(of)) return [cases.progress.owner.until, ""];
	const act = nextAct(of, Date.now());
	const words = { order_verified: common.times.until, order_attached: labels.executeAfter };
	if (of.executeAfter === null || (act !== "order_verified" && act !== "order_attached")) return undefined;
	return [
		<>
			{words[act]} <Time c={c} iso={of.executeAfter} only="date" />
		</>,
		"",
	];
}
