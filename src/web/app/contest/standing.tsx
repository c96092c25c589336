/** The standing contests of the wallet session's account, and how one is ended. */

import { ApiError, callApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import { ButtonForm, WayOn } from "../core/form.tsx";
import { Code, Hash, networkText, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { signInPath } from "../core/sessions.ts";
import { Table } from "../core/table.tsx";
import { findWallet } from "../core/wallet.ts";

type Contest = ResponseBody<"listStandingContests">["data"][number];

/** Null without a wallet session. */
export async function readStanding(c: PageContext): Promise<Contest[] | null> {
	if (!findWallet(c)) return null;
	const list = await callApi<{ data: Contest[] }>(c, {
		method: "GET",
		path: "/standing-contests",
		as: "wallet",
	});
	if (!list.ok) throw new ApiError(list);
	return list.body.data;
}

export function Standing({ c, contests }: { c: PageContext; contests: Contest[] | null }) {
	const { standing: copy } = c.get("copy").contest;
	const { pathname, search } = new URL(c.req.url);
	return (
		<section aria-labelledby="standing">
			<h2 id="standing">{contests === null ? copy.signIn : copy.heading}</h2>
			{contests === null && (
				<>
					<p>{copy.signInText}</p>
					<WayOn href={signInPath("wallet", `${pathname}${search}`)} text={copy.signIn} kind="second" />
				</>
			)}
			{contests?.length === 0 && <p>{copy.none}</p>}
			{contests !== null && contests.length > 0 && <StandingTable c={c} contests={contests} />}
		</section>
	);
}

function StandingTable({ c, contests }: { c: PageContext; contests: Contest[] }) {
	const { standing: copy } = c.get("copy").contest;
	return (
		<>
			<p>{copy.text}</p>
			<Table
				caption={copy.caption}
				rows={contests}
				columns={[
					[copy.account, ({ account }) => <Code c={c} text={account} />],
					[copy.chain, ({ chainId }) => networkText(c, chainId)],
					[copy.until, ({ standsUntil }) => <Time c={c} only="short" iso={standsUntil} />],
				]}
				action={[
					copy.end,
					({ digest, account, chainId }) => (
						<ButtonForm
							action="/contest/end"
							submit={copy.end}
							fields={{ digest, account, chainId: String(chainId) }}
						/>
					),
				]}
			/>
		</>
	);
}

export async function endContest(c: PageContext): Promise<Response> {
	const { standing: copy } = c.get("copy").contest;
	const form = await readForm(c);
	const of = { chainId: form.text("chainId"), account: form.text("account") };
	const digest = form.text("digest");
	const claims = new URLSearchParams(of);
	if (!isConfirmed(form)) {
		return secondLook(c, {
			area: "people",
			title: copy.endTitle,
			effect: copy.endEffect,
			about: [
				[copy.account, <Hash text={of.account} />],
				[copy.chain, networkText(c, Number(of.chainId))],
			],
			action: copy.endAction,
			isFinal: false,
			undo: copy.endUndo,
			fields: { ...of, digest },
			back: `/contest?${claims}`,
		});
	}
	const path = `/standing-contests/${encodeURIComponent(digest)}`;
	const ended = await callApi(c, { method: "DELETE", path, as: "wallet" });
	if (!ended.ok) throw new ApiError(ended);
	return redirect(c, `/contest?${claims}`, "revoked");
}
