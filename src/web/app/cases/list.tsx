/** `/cases`: the cases that name the wallet session's account. */

import { readApi } from "../core/api.ts";
import { LinkLine } from "../core/form.tsx";
import { Account, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { walletAddress } from "../core/wallet.ts";
import { headingOf } from "./progress.tsx";
import { awaitsClaimant, isOpen, nextAct } from "./standing.ts";

type List = ResponseBody<"listRecoveryCases">;
type Summary = List["data"][number];

export async function listPage(c: PageContext): Promise<Response> {
	const account = walletAddress(c);
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ limit: "25", ...(cursor !== undefined && { cursor }) });
	const { data, nextCursor } = await readApi<List>(c, "wallet", `/recovery-cases?${query}`);
	const { cases } = c.get("copy");
	const groups = Map.groupBy(data, (summary) => groupOf(summary, account));
	return page(
		c,
		{ title: cases.title, area: "people", lead: cases.lead },
		<>
			{data.length === 0 && nextCursor === null ? (
				<p class="note">{cases.none}</p>
			) : (
				GROUPS.map((group) => <Group c={c} group={group} of={groups.get(group) ?? []} account={account} />)
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
			</p>
			<LinkLine href="/watch" text={c.get("copy").watch.offer} />
		</>,
	);
}

const GROUPS = ["turn", "waiting", "closed"] as const;
type Group = (typeof GROUPS)[number];

/** For an owner, it is her turn while she can object. */
function groupOf(summary: Summary, account: string): Group {
	if (!isOpen(summary)) return "closed";
	const isClaimants = awaitsClaimant(summary) || nextAct(summary, Date.now()) === "executable";
	const isTurn = summary.lostAccount === account ? summary.statusReason !== "contested" : isClaimants;
	return isTurn ? "turn" : "waiting";
}

type GroupProps = { c: PageContext; group: Group; of: readonly Summary[]; account: string };

function Group({ c, group, of, account }: GroupProps) {
	const { cases } = c.get("copy");
	if (of.length === 0) return null;
	return (
		<>
			<h2>
				{cases.groups[group]} ({of.length})
			</h2>
			<ul class="plain">
				{of.map((summary) => (
					<li class="card">
						<h3>
							<a href={`/cases/${summary.caseId}`}>
								{headingOf(c, summary, summary.lostAccount !== account)}
							</a>
						</h3>
						<div class="about">
							<Account c={c} address={summary.lostAccount} /> <Network c={c} chainId={summary.chainId} />
						</div>
						<p class="quiet">
							{summary.lostAccount === account ? cases.roles.owner : cases.roles.claimant} {cases.table.filed}{" "}
							<Time c={c} iso={summary.createdAt} only="day" />.
						</p>
					</li>
				))}
			</ul>
		</>
	);
}
