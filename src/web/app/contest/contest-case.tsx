/** `/contest/case`: contests one case. The account that is claimed signs the reason. */

import { isOpen } from "../cases/standing.ts";
import { ApiError, callApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { WALLET_SCRIPTS } from "../core/signing.tsx";
import { StopOnChain } from "../core/stop-on-chain.tsx";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";

/** Each is a call of the owner's network, which the owner needs for the contest itself. */
const MAX_PAGES = 3;

type Notices = ResponseBody<"listNotices">;
type Entries = { account: string; chainId: string; jrcHash: string; reason: string };

export function contestCasePage(c: PageContext): Promise<Response> {
	const query = (name: string) => c.req.query(name) ?? "";
	const entries = { account: query("account"), chainId: query("chainId"), jrcHash: query("jrcHash") };
	return reasonPage(c, { ...entries, reason: c.get("copy").contest.one.usual });
}

export async function sendContestCase(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const entries: Entries = {
		account: form.text("account"),
		chainId: form.text("chainId"),
		jrcHash: form.text("jrcHash"),
		reason: form.text("reason"),
	};
	const { jrcHash, chainId, reason } = entries;
	const prepared = await prepareMessage(c, {
		message: "CloseCase",
		action: "contest",
		...{ jrcHash, reason, chainId: Number(chainId) },
	});
	if (!prepared.ok) {
		if (prepared.status >= 500) throw new ApiError(prepared);
		return reasonPage(c, entries, problemsOf(c, prepared));
	}
	if (!form.has("signature")) {
		return (await canHaveClaim(c, entries))
			? signContest(c, prepared.body, { entries })
			: reasonPage(c, { ...entries, jrcHash: "" });
	}
	const signature = form.text("signature");
	const sent = await sendSigned<ResponseBody<"contestRecoveryCase">>(c, prepared.body, {
		signature,
		as: "none",
	});
	if (sent.ok) {
		const { account } = entries;
		const note = isOpen(sent.body) ? "held" : "ended";
		return redirect(c, `/contest?${new URLSearchParams({ account, chainId })}`, note);
	}
	if (sent.status === 404) throw new ApiError(sent);
	const { one } = c.get("copy").contest;
	const refusal = refusalOf(c, sent, signature);
	if (sent.code === "RECOVERY_STATUS_ERROR") refusal.problem = one.ended;
	return signContest(c, prepared.body, { entries, refusal });
}

/** False if no open case of this hash claims the account. A list that cannot be read keeps no owner from contesting. */
async function canHaveClaim(c: PageContext, { account, chainId, jrcHash }: Entries): Promise<boolean> {
	let cursor: string | null = "";
	for (let pages = 0; cursor !== null && pages < MAX_PAGES; pages++) {
		const query = new URLSearchParams({ account, chainId, limit: "100", ...(cursor !== "" && { cursor }) });
		const list = await callApi<Notices>(c, { method: "GET", path: `/notices?${query}`, as: "none" });
		if (!list.ok) return list.status !== 400;
		if (list.body.data.some((notice) => notice.jrcHash === jrcHash.toLowerCase())) return true;
		cursor = list.body.nextCursor;
	}
	return cursor !== null;
}

function reasonPage(c: PageContext, entries: Entries, problems: Problem[] = []): Promise<Response> {
	const { common, contest } = c.get("copy");
	const { one: copy, back } = contest;
	const { reason, ...hidden } = entries;
	const { account, chainId } = entries;
	const claims = account === "" ? "/contest" : `/contest?${new URLSearchParams({ account, chainId })}`;
	const isIncomplete = entries.jrcHash === "";
	return page(
		c,
		{
			...{ title: copy.title, area: "people", scripts: WALLET_SCRIPTS },
			status: problems.length > 0 || isIncomplete ? 400 : 200,
		},
		<>
			{isIncomplete ? (
				<p class="note caution">{copy.incomplete}</p>
			) : (
				<>
					<p class="lead">{common.contest}</p>
					<ProblemList c={c} problems={problems} labels={{ reason: copy.reason }} />
					<PostForm action="/contest/case" submit={copy.next} fields={hidden}>
						<TextField
							name="reason"
							label={copy.reason}
							hint={copy.reasonHint}
							value={reason}
							problems={problems}
							required
						/>
					</PostForm>
				</>
			)}
			<StopOnChain c={c} of={{ ...entries, chainId: Number(entries.chainId) }} />
			<LinkLine href={claims} text={back} />
		</>,
	);
}

function signContest(
	c: PageContext,
	prepared: Prepared,
	{ entries, refusal }: { entries: Entries; refusal?: Refusal },
): Promise<Response> {
	const { common, contest } = c.get("copy");
	const { one: copy } = contest;
	const { reason: _, ...of } = entries;
	const { account } = entries;
	return signingPage(c, {
		title: copy.title,
		prepared,
		fields: entries,
		...refusal,
		submit: copy.submit,
		signer: /^0x[0-9a-fA-F]{40}$/.test(account) ? account : null,
		back: { href: `/contest/case?${new URLSearchParams(of)}`, text: copy.unchanged },
		before: (
			<>
				<p class="lead">{common.contest}</p>
				<p>{copy.signer}</p>
			</>
		),
	});
}
