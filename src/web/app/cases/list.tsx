/** `/cases`: the cases that name the wallet session's account. */

import { readApi } from "../core/api.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { LinkLine } from "../core/form.tsx";
import { Account, Code, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { walletAddress } from "../core/wallet.ts";
import { awaitsClaimant } from "./standing.ts";

type List = ResponseBody<"listRecoveryCases">;

export async function listPage(c: PageContext): Promise<Response> {
	const account = walletAddress(c);
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ limit: "25", ...(cursor !== undefined && { cursor }) });
	const { data, nextCursor } = await readApi<List>(c, "wallet", `/recovery-cases?${query}`);
	const copy = c.get("copy");
	const { cases } = copy;
	return page(
		c,
		{ title: cases.title, area: "people", lead: cases.lead },
		<>
			<p>
				{cases.account} <Code c={c} text={account} />
			</p>
			{data.length === 0 && nextCursor === null ? (
				<p class="note">{cases.none}</p>
			) : (
				<ul class="plain">
					{data.map((summary) => (
						<li class="card">
							<p>
								<CaseStatus c={c} of={summary} />
								{summary.lostAccount !== account && <Turn c={c} of={summary} />}
							</p>
							<div class="about">
								{cases.table.lost} <Account c={c} address={summary.lostAccount} />{" "}
								<Network c={c} chainId={summary.chainId} />
							</div>
							<p>
								{summary.lostAccount === account ? cases.roles.owner : cases.roles.claimant}{" "}
								{cases.table.filed} <Time c={c} iso={summary.createdAt} only="day" />.
							</p>
							<p>
								<a href={`/cases/${summary.caseId}`}>
									{cases.open} <span class="hash">{summary.caseId}</span>
								</a>
							</p>
						</li>
					))}
				</ul>
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

function Turn({ c, of }: { c: PageContext; of: List["data"][number] }) {
	const { cases } = c.get("copy");
	const words = of.answeredAt === null ? cases.yourTurn : cases.doing.answered[0][0];
	if (of.answeredAt === null && !awaitsClaimant(of)) return null;
	return (
		<>
			<br />
			{words}
		</>
	);
}
