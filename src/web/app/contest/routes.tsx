/** `/contest`: claims on an account, and the owner's objection (hosted-app.md "Contest"). */
import type { Hono } from "hono";
import { STANDING_MS } from "../../../protocol/contest-all.ts";
import { RECOVERY_REASONS } from "../../../protocol/intent.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import type { ApiFailure } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { LinkLine } from "../core/form.tsx";
import { networkText } from "../core/format.tsx";
import { readNetwork } from "../core/network-field.tsx";
import { type DoneWords, hasNote } from "../core/notes.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { accountWords, type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { timeInWords } from "../core/times.ts";
import { findWallet } from "../core/wallet.ts";
import { type ClaimedAccount, ClaimList, readClaims, withCalls } from "./claims.tsx";
import { contestAllPage, sendContestAll } from "./contest-all.tsx";
import { contestCasePage, sendContestCase } from "./contest-case.tsx";
import { endContest, readStanding, Standing } from "./standing.tsx";

export function mountContest(pages: Hono<PageEnv>): void {
	pages.get("/contest", contestPage);
	pages.get("/contest/all", contestAllPage);
	pages.post("/contest/all", sendContestAll);
	pages.get("/contest/case", contestCasePage);
	pages.post("/contest/case", sendContestCase);
	pages.post("/contest/end", endContest);
}

async function contestPage(c: PageContext): Promise<Response> {
	const { common, contest: copy, watch } = c.get("copy");
	const asked = {
		chainId: readNetwork((name) => c.req.query(name)?.trim()),
		account: c.req.query("account")?.trim(),
	};
	const { account } = asked;
	const of = account === undefined ? ofWallet(c) : { chainId: asked.chainId || undefined, account };
	const claims = of && (await readClaims(c, of, c.req.query("cursor")));
	const shown = claims?.ok ? await withCalls(c, claims.claims) : null;
	const contests = await readStanding(c);
	const isDone = hasNote(c, "all");
	const standing = [
		...(contests ?? []).flatMap(({ account: by, chainId }) =>
			by.toLowerCase() === of?.account.toLowerCase() ? [chainId] : [],
		),
		...(isDone && of?.chainId !== undefined ? [Number(of.chainId)] : []),
	];
	const failure = claims?.ok === false ? claims : null;
	return page(
		c,
		{ title: copy.title, area: "people", done: resultsIn(c, asked.chainId), status: failure?.status },
		<>
			{of && shown && <ClaimList c={c} of={of} claims={shown} standing={standing} isDone={isDone} />}
			{!shown && (
				<>
					<p class="lead">{copy.lead}</p>
					<p>{common.contest}</p>
				</>
			)}
			{shown && <Standing c={c} contests={contests} />}
			<LookUp c={c} of={of} failure={failure} />
			{!shown && <Standing c={c} contests={contests} />}
			<LinkLine href="/watch" text={watch.offer} />
		</>,
	);
}

/** What became of the claims. The note `all` has their number for each reason, or none if they were not all counted. */
function resultsIn(c: PageContext, chainId: string | undefined): DoneWords {
	const { result, revoked } = c.get("copy").contest;
	const until = new Date(Date.now() + STANDING_MS).toISOString();
	const ofEach = (counts: readonly string[]) =>
		RECOVERY_REASONS.flatMap((reason, at) => {
			const [one, several] = result.of[reason];
			const count = Number(counts[at]);
			return count > 0 ? [count === 1 ? one : several] : [];
		});
	const isNone = (counts: readonly string[]) => counts.every((count) => count === "0");
	return {
		all: (...counts) => [
			result.heading,
			...(counts.length === 0 ? [result.uncounted] : isNone(counts) ? [result.none] : ofEach(counts)),
			result.coming(networkText(c, Number(chainId)), timeInWords(until, c.get("language"), "day")),
			result.elsewhere,
		],
		ended: () => [result.heading, result.ended],
		held: () => [result.heading, result.held],
		revoked,
	};
}

/** Null without a wallet session. */
function ofWallet(c: PageContext): ClaimedAccount | null {
	const wallet = findWallet(c);
	if (wallet === undefined) return null;
	const { address, chainId } = wallet;
	return { chainId: chainId === null ? undefined : String(chainId), account: toChecksumAddress(address) };
}

function LookUp({
	c,
	of,
	failure,
}: {
	c: PageContext;
	of: ClaimedAccount | null;
	failure: ApiFailure | null;
}) {
	const { lookUp: copy } = c.get("copy").contest;
	const problems: Problem[] = failure ? problemsOf(c, failure, accountWords(c, "account")) : [];
	return (
		<section aria-labelledby="look-up">
			<h2 id="look-up">{of && !failure ? copy.another : copy.heading}</h2>
			<ProblemList c={c} problems={problems} labels={{ account: copy.account }} />
			<form novalidate method="get" action="/contest">
				<TextField
					name="account"
					label={copy.account}
					hint={copy.accountHint}
					value={of?.account ?? ""}
					problems={problems}
					autocomplete="off"
					spellcheck="false"
					required
				/>
				<div class="actions">
					<button type="submit" class={of && !failure ? "second" : undefined}>
						{copy.submit}
					</button>
				</div>
			</form>
		</section>
	);
}
