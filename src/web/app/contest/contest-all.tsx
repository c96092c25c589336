/**
 * `/contest/all`: one signature against every case that names an account. The address carries the message, so that
 * several people can sign it and the page survives a closed tab.
 */
import { isClosedByContest, RECOVERY_REASONS } from "../../../protocol/intent.ts";
import { isOpen } from "../cases/standing.ts";
import { ApiError } from "../core/api.ts";
import { Items, networkText } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import { readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { type Prepared, prepareMessage, type Refusal, refusalOf, sendSigned } from "../signing/message.ts";
import { signingPage } from "../signing/signing-page.tsx";
import { canObject, readClaims } from "./claims.tsx";

/** An hour less than the longest, so that clocks may differ. */
const TIME_TO_SIGN_SECONDS = 23 * 3600;
const SECOND_MS = 1000;
const SIGNED = ["account", "chainId", "nonce", "deadline"] as const;

type Entries = { [Name in (typeof SIGNED)[number]]?: string | undefined };

export async function contestAllPage(c: PageContext): Promise<Response> {
	const query = (name: string) => c.req.query(name);
	const named = Object.fromEntries(SIGNED.map((name) => [name, query(name)]));
	const entries: Entries = { ...named, chainId: readNetwork(query) };
	const isComplete = entries.nonce !== undefined && entries.deadline !== undefined;
	const prepared = await prepare(c, entries);
	if (!prepared.ok) {
		return redirect(c, `${isComplete ? "/contest/all" : "/contest"}?${claimsOf(entries)}`);
	}
	if (!isComplete) {
		const fields = fieldsOf(prepared.body);
		return redirect(c, `/contest/all?${new URLSearchParams(fields)}`);
	}
	return signContestAll(c, prepared.body);
}

export async function sendContestAll(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const entries = Object.fromEntries(SIGNED.map((name) => [name, form.text(name)]));
	const prepared = await prepare(c, entries);
	if (!prepared.ok) {
		if (prepared.status === 429 || prepared.status >= 500) throw new ApiError(prepared);
		// The API's rules held when the page was shown, so the time has passed.
		return redirect(c, `/contest/all?${claimsOf(entries)}`);
	}
	const signature = form.text("signature");
	// Afterwards the notices lack those that the objection has closed.
	const before = await countClaims(c, prepared.body, isOpen);
	const sent = await sendSigned<ResponseBody<"contestAllRecoveryCases", 202>>(c, prepared.body, {
		signature,
		as: "none",
	});
	if (!sent.ok) return signContestAll(c, prepared.body, refusalOf(c, sent, signature));
	const { cases } = sent.body;
	// A message that was sent twice had closed claims before this count.
	const reached = cases === 0 ? RECOVERY_REASONS.map(() => 0) : cases === sumOf(before) ? before : [];
	return redirect(c, `/contest?${claimsOf(entries)}`, ["all", ...reached].join("."));
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** How many such claims there are for each reason, in the order of {@link RECOVERY_REASONS}; empty if not all are known. */
async function countClaims(c: PageContext, prepared: Prepared, counts: typeof canObject): Promise<number[]> {
	const { account, chainId } = fieldsOf(prepared);
	const read = await readClaims(c, { account: account ?? "", chainId }, undefined);
	if (!read.ok || read.claims.nextCursor !== null) return [];
	const open = read.claims.rows.filter(counts);
	return RECOVERY_REASONS.map((reason) => open.filter((row) => row.reasonForRecovery === reason).length);
}

/** The query of the claims on an account. Cut, because a response with a long header is lost. */
function claimsOf({ account = "", chainId = "1" }: Entries): URLSearchParams {
	return new URLSearchParams({ account: account.slice(0, 42), chainId: chainId.slice(0, 16) });
}

function prepare(c: PageContext, { account, chainId, nonce, deadline }: Entries) {
	const inTime = Math.floor(Date.now() / SECOND_MS) + TIME_TO_SIGN_SECONDS;
	return prepareMessage(c, {
		message: "ContestAll",
		account,
		chainId: Number(chainId),
		...(nonce !== undefined && { nonce }),
		deadline: deadline === undefined ? inTime : Number(deadline),
	});
}

/** The fields of the signed object, from which the same one is made again. */
function fieldsOf({ typedData: { domain, message } }: Prepared): Record<string, string> {
	const { account, nonce, deadline } = message;
	return {
		account: String(account),
		chainId: String(domain.chainId),
		nonce: String(nonce),
		deadline: String(deadline),
	};
}

async function signContestAll(c: PageContext, prepared: Prepared, refusal?: Refusal): Promise<Response> {
	const { common, contest } = c.get("copy");
	const { all: copy, back } = contest;
	const fields = fieldsOf(prepared);
	const { account = "", chainId = "" } = fields;
	const counts = await countClaims(c, prepared, canObject);
	const countOf = (isEnded: boolean) =>
		sumOf(counts.filter((_, at) => isClosedByContest(RECOVERY_REASONS[at] ?? "other") === isEnded));
	const [ended, held] = [countOf(true), countOf(false)];
	const of = new URLSearchParams({ account, chainId });
	return signingPage(c, {
		title: copy.title,
		prepared,
		fields,
		...refusal,
		submit: copy.submit,
		back: { href: `/contest?${of}`, text: back },
		before: ended + held > 0 && <p class="lead">{copy.now(ended, held, networkText(c, Number(chainId)))}</p>,
		after: (
			<>
				<p>{common.contest}</p>
				<h2>{copy.does}</h2>
				<Items of={copy.doesItems} />
				<h2>{copy.doesNot}</h2>
				<Items of={copy.doesNotItems} />
				<details>
					<summary>{copy.several}</summary>
					<p>
						{copy.deadline} <a href={`/contest/all?${of}`}>{copy.again}</a>
					</p>
				</details>
			</>
		),
	});
}
