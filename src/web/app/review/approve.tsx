/** `/review/cases/{caseId}/approval`: a reviewer's wallet approves the recovery on its chain. */
import { approvalTypedData } from "../../../protocol/recovery-module/approval.ts";
import { ApprovalFacts, type CaseApproval } from "../cases/approval-panel.tsx";
import { callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { SelectField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Hash, Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Rejected } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { SigningForm, WALLET_SCRIPTS } from "../core/signing.tsx";
import { failOn, read } from "./access.tsx";
import { casePath } from "./case.tsx";
import { notChanged } from "./parts.tsx";

const SECOND_MS = 1000;
const DAY_SECONDS = 86_400;
/** A signature cannot be taken back, so short terms come first. */
const DAYS = [7, 1, 3, 14, 30] as const;

type Terms = { notBefore: number; deadline: number; round: number; generation: number };

const readApproval = (c: PageContext) => read<CaseApproval>(c, `/recovery-cases/${casePath(c)}/approval`);

export async function approvePage(c: PageContext): Promise<Response> {
	return chooseReviewer(c, await readApproval(c), {});
}

export async function sendApproval(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const approval = await readApproval(c);
	const reviewer = form.text("reviewer");
	if (!reviewersOf(c, approval).includes(reviewer)) return chooseReviewer(c, approval, { status: 400 });
	const numbers = ["notBefore", "deadline", "round", "generation"] as const;
	if (!form.has("signature")) return askWallet(c, approval, reviewer, termsOf(approval, form.text("days")));
	const terms = Object.fromEntries(numbers.map((name) => [name, Number(form.text(name))])) as Terms;
	const signature = form.text("signature");
	const sent = await callApi(c, {
		method: "POST",
		path: `/review/recovery-cases/${casePath(c)}/approvals`,
		as: "developer",
		body: { reviewer, ...terms, signature },
	});
	if (sent.ok) return redirect(c, `/review/cases/${approval.caseId}`, "done");
	failOn(sent, 400, 403, 409);
	return chooseReviewer(c, approval, notChanged(c, sent));
}

/** Of the account, if this service's operator has named them too. */
function reviewersOf(c: PageContext, { chainId, configuration }: CaseApproval): string[] {
	const named = c.env.settings.moduleReviewers.get(chainId) ?? [];
	return configuration?.reviewers.filter((one) => named.includes(one.toLowerCase())) ?? [];
}

/** Those of a colleague's approval, so that both count together. */
function termsOf(approval: CaseApproval, days: string): Terms {
	const { round, generation, executeAfter, approvals } = approval;
	const known = approvals.find(({ isCurrent }) => isCurrent);
	const now = Math.floor(Date.now() / SECOND_MS);
	const chosen = DAYS.find((one) => String(one) === days) ?? DAYS[0];
	const earliest = Math.ceil(Date.parse(executeAfter ?? "") / SECOND_MS) || 0;
	return {
		notBefore: known?.notBefore ?? (earliest > now ? earliest : 0),
		// A minute for the way from this page to the service.
		deadline: known?.deadline ?? now + chosen * DAY_SECONDS - 60,
		round: round ?? 0,
		generation: generation ?? 0,
	};
}

function chooseReviewer(c: PageContext, approval: CaseApproval, rejected: Rejected): Promise<Response> {
	const { labels, review } = c.get("copy");
	const { approval: copy } = review;
	const { module: words } = c.get("copy").cases;
	const reviewers = reviewersOf(c, approval);
	const isOpen = approval.isExecutable && reviewers.length > 0;
	const hasTerms = approval.approvals.some(({ isCurrent }) => isCurrent);
	return page(
		c,
		{ title: copy.title, area: "reviewers", lead: copy.lead, ...rejected },
		<>
			<p class="note danger">{copy.cannotUndo}</p>
			<p>{words.states[approval.state]}</p>
			<ApprovalFacts c={c} approval={approval} />
			{isOpen ? (
				<PostForm action={`/review/cases/${approval.caseId}/approval`} submit={copy.next}>
					<SelectField
						name="reviewer"
						label={copy.reviewer}
						options={reviewers.map((one) => [one, one])}
						problems={rejected.problems}
					/>
					{!hasTerms && (
						<SelectField
							name="days"
							label={copy.days}
							options={DAYS.map((days) => [String(days), copy.ofDays(days)])}
						/>
					)}
				</PostForm>
			) : (
				<p>{copy.notNow}</p>
			)}
			<LinkLine href={`/review/cases/${approval.caseId}`} text={labels.case} />
		</>,
	);
}

function askWallet(
	c: PageContext,
	approval: CaseApproval,
	reviewer: string,
	terms: Terms,
): Promise<Response> {
	const { labels, review } = c.get("copy");
	const { approval: copy } = review;
	const { account, jrcHash, chainId, module, caseId } = approval;
	const typedData = approvalTypedData({ ...terms, reviewer, account, jrcHash, chainId, module });
	const timeOf = (seconds: number) => <Time c={c} iso={new Date(seconds * SECOND_MS).toISOString()} />;
	const fields = { reviewer, ...terms };
	return page(
		c,
		{ title: copy.title, area: "reviewers", lead: copy.cannotUndo, scripts: WALLET_SCRIPTS },
		<>
			<Facts
				of={[
					[copy.reviewer, <Hash text={reviewer} />],
					[c.get("copy").labels.lostAccount, <Hash text={account} />],
					["jrcHash", <Hash text={jrcHash} />],
					[copy.notBefore, terms.notBefore > 0 && timeOf(terms.notBefore)],
					[copy.deadline, timeOf(terms.deadline)],
				]}
			/>
			<SigningForm
				c={c}
				action={`/review/cases/${caseId}/approval`}
				message={{ kind: "typed_data", typedData }}
				signer={reviewer}
				name="approval"
				submit={copy.submit}
			>
				{Object.entries(fields).map(([name, value]) => (
					<input type="hidden" name={name} value={String(value)} />
				))}
			</SigningForm>
			<LinkLine href={`/review/cases/${caseId}`} text={labels.case} />
		</>,
	);
}
