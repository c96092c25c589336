/** A reviewer's decision: a confirmation, then the action. */
import { REQUEST_REASONS } from "../../../protocol/enumerations.ts";
import { ApiError, callApi, readApi } from "../core/api.ts";
import { Transactions } from "../core/case-view.tsx";
import { isConfirmed, isKnown, isTakenBack, notKnown, secondLook } from "../core/confirm.tsx";
import type { Fact } from "../core/facts.tsx";
import { Hash, networkText } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn } from "../core/passkey-form.tsx";
import type { Problem } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { type Tokens, tokensOf } from "../core/token-facts.ts";
import { failOn } from "./access.tsx";
import { casePath, readCase, showCase } from "./case.tsx";
import type { ReviewedCase } from "./case-table.tsx";
import { type Claimed, claimedIn } from "./claimed.ts";
import { type ComparedLine, comparedIn, fieldsOfTyped, typedIn } from "./compared.ts";
import { ComparedTable } from "./comparison.tsx";
import { DECISIONS, type Decided, type Decision, isVerification, wordedAs } from "./decision-form.tsx";
import { isObjectedTo, ObjectionWords, objectionOf } from "./objection.tsx";
import { notChanged } from "./parts.tsx";

/** After these decisions the case continues, so it can be decided again. */
const REVERSIBLE: readonly Decision[] = ["require_action", "clear"];
/** A decision's own failures. Others have pages of their own. */
const SHOWN_BESIDE = [400, 403, 409];

export async function decideCasePage(c: PageContext): Promise<Response> {
	const { decision: copy } = c.get("copy").desk;
	const form = await readForm(c);
	const record = await readCase(c);
	const tokens = await tokensOf(c, "developer", record);
	const claimed = claimedIn(c, record, tokens);
	const typed = typedBy(form, claimed);
	const missing = [
		...(typed.decision === undefined ? [{ field: "decision", text: copy.decisionMissing }] : []),
		...(typed.decision === "require_action" && typed.statusReason === undefined
			? [{ field: "statusReason", text: copy.statusReasonMissing }]
			: []),
		...(typed.reason === "" ? [{ field: "reason", text: copy.reasonMissing }] : []),
	];
	if (typed.decision === undefined || missing.length > 0) {
		return showCase(c, record, { typed, problems: missing, status: 400 });
	}
	if (form.text("version") !== String(record.version)) {
		return showCase(c, record, { typed, problems: [{ field: "", text: copy.moved }], status: 409 });
	}
	if (isTakenBack(form)) return showCase(c, record, { typed });
	const { decision } = typed;
	const { lines, problems } = comparedIn(c, claimed, { ...typed, isVerification: isVerification(decision) });
	if (problems.length > 0) return showCase(c, record, { typed, problems, status: 400 });
	const decided = { ...typed, decision, lines };
	if (!isConfirmed(form)) return askAgain(c, record, { decided, tokens, problems: [] });
	if (isDoubted(decided) && !isKnown(form)) {
		return askAgain(c, record, { decided, tokens, problems: [notKnown(copy.doubt.missing)] });
	}
	const passkey = answerIn(form, "passkey");
	const response = await callApi(c, {
		method: "POST",
		path: `/review/recovery-cases/${casePath(c)}/decisions`,
		as: "developer",
		body: { ...bodyOf(decided), version: record.version, ...(passkey !== undefined && { passkey }) },
	});
	if (response.ok) return redirect(c, `/review/cases/${record.caseId}`, decision);
	failOn(response, ...SHOWN_BESIDE);
	if (response.details.some(({ rule }) => rule === "outdated")) {
		return showCase(c, await readCase(c), {
			...{ typed, problems: [{ field: "", text: copy.moved }], status: response.status },
		});
	}
	return showCase(c, record, { typed, ...notChanged(c, response) });
}

type Judged = Decided & { lines: readonly ComparedLine[] };

function typedBy(
	form: Form,
	claimed: readonly Claimed[],
): Omit<Decided, "decision"> & { decision: Decision | undefined } {
	return {
		decision: DECISIONS.find((known) => known === form.text("decision")),
		reason: form.text("reason"),
		statusReason: REQUEST_REASONS.find((known) => known === form.text("statusReason")),
		txHash: form.text("txHash"),
		values: typedIn(form, claimed),
	};
}

function bodyOf({ decision, reason, statusReason, txHash, lines }: Judged) {
	const compared = lines.flatMap(({ recorded }) => recorded ?? []);
	return {
		decision,
		reason,
		...(compared.length > 0 && { compared }),
		...(decision === "require_action" && { statusReason }),
		...(decision === "attest_execution" && { txHash }),
	};
}

/** Null for a reviewer who has no passkey, and need not have one. */
async function signingOf(c: PageContext, record: ReviewedCase, decided: Judged) {
	const { data } = await readApi<ResponseBody<"listPasskeys">>(c, "developer", "/auth/passkeys");
	if (data.length === 0) return undefined;
	const path = `/review/recovery-cases/${casePath(c)}/decisions/signing`;
	const body = { ...bodyOf(decided), version: record.version };
	const asked = await callApi<ResponseBody<"beginDecision">>(c, {
		method: "POST",
		path,
		as: "developer",
		body,
	});
	// The decision itself is refused for the same reason, which its page shows.
	if (asked.ok || asked.status === 400) return asked.ok ? asked.body : undefined;
	throw new ApiError(asked);
}

/** `problems`: of a confirmation that was not complete. */
type Asked = { decided: Judged; tokens: Tokens; problems: readonly Problem[] };

async function askAgain(c: PageContext, record: ReviewedCase, asked: Asked): Promise<Response> {
	const { decided, problems } = asked;
	const { decision: copy, objection: ofObjection } = c.get("copy").desk;
	const { values, lines, statusReason = "", ...fields } = decided;
	const words = wordedAs(decided.decision, record);
	const objection = isObjectedTo(record) ? objectionOf(record) : null;
	return secondLook(c, {
		area: "reviewers",
		title: copy.questions[words],
		effect: effectOf(c, record, decided.decision),
		about: [
			...aboutDecision(c, record, asked),
			[ofObjection.heading, objection && <ObjectionWords c={c} of={objection} />],
		],
		more: <Compared c={c} of={record} decided={decided} />,
		action: copy.actions[words],
		isFinal: !REVERSIBLE.includes(decided.decision),
		isGood: isVerification(decided.decision),
		fields: { ...fields, statusReason, ...fieldsOfTyped(values), version: String(record.version) },
		doubt: isDoubted(decided) ? { label: copy.doubt.known, problems } : undefined,
		scripts: ["compare"],
		signing: await signingOf(c, record, decided),
	});
}

/** Who hears of a halt. */
function toldOf(c: PageContext, { developer, case: { email } }: ReviewedCase): string {
	const { told } = c.get("copy").desk.decision;
	const byMail = c.env.settings.mailFrom !== null && told.byMail;
	const partner = developer !== null && told.partner;
	return [told.claimant, byMail, partner, told.email(email)].filter((one) => one !== false).join(" ");
}

/** Says what the decision does. For a verification it also says whether a second reviewer is needed. */
function effectOf(c: PageContext, record: ReviewedCase, decision: Decision): string {
	const { effects, judgedAgain, reviewers } = c.get("copy").desk.decision;
	const effect = effects[wordedAs(decision, record)];
	if (decision === "clear" && record.execution !== null) return `${effect} ${judgedAgain}`;
	if (!isVerification(decision)) return effect;
	if (c.env.settings.reviewersToVerify === 1) return `${effect} ${reviewers.only}`;
	return record.courtOrder?.verification === "verified_once"
		? `${effect} ${reviewers.second}`
		: reviewers.first;
}

function aboutDecision(c: PageContext, record: ReviewedCase, { decided, tokens }: Asked): Fact[] {
	const { desk, labels, review, verify } = c.get("copy");
	const { decision: copy } = desk;
	const { caseId, case: rec, courtOrder } = record;
	const { decision, reason, statusReason, txHash } = decided;
	const isHalt = decision === "require_action";
	return [
		[labels.lostAccountOf(rec.reasonForRecovery), <Hash text={rec.lostAccount} />],
		[labels.recoveryAccount, <Hash text={rec.recoveryAccount} />],
		[review.case.transactions, <Transactions c={c} calls={record.transactions} tokens={tokens} />],
		[labels.case, courtOrder?.title, courtOrder?.fullCaseNumber, <Hash text={caseId} />],
		[labels.chain, networkText(c, rec.chainId)],
		[copy.statusReason, isHalt && statusReason && verify.statusReasons[statusReason]],
		[copy.txHash, decision === "attest_execution" && <Hash text={txHash} />],
		[labels.yourReason, reason],
		[copy.told.who, isHalt && toldOf(c, record)],
	];
}

/** Whether the decision shows a comparison: always if it verifies the order, else only if a value was typed. */
const isCompared = ({ lines, decision }: Judged): boolean =>
	lines.length > 0 && (isVerification(decision) || lines.some(({ typed }) => typed.found !== ""));

/** An order is to be verified although the papers say something else. */
const isDoubted = ({ lines, decision }: Judged): boolean =>
	isVerification(decision) && lines.some(({ recorded }) => recorded?.differs !== undefined);

/** What was compared, how much of it, and what differs. */
function Compared({ c, of, decided }: { c: PageContext; of: ReviewedCase; decided: Judged }) {
	const { comparison: copy, decision: words } = c.get("copy").desk;
	const { lines, decision } = decided;
	if (!isCompared(decided)) return null;
	const namesOf = (some: readonly ComparedLine[]) => some.map((line) => line.of.label);
	const open = lines.filter(({ recorded }) => recorded === undefined);
	const other = lines.filter(({ recorded }) => recorded?.differs !== undefined);
	const isThin = isVerification(decision) && (open.length > 0 || of.documents.length === 0);
	const count =
		isThin && open.length > 0
			? copy.left(open.length, lines.length, namesOf(open))
			: copy.count(lines.length - open.length, lines.length);
	return (
		<>
			{isDoubted(decided) && <p class="note danger">{words.doubt.lead(namesOf(other))}</p>}
			<p class={isThin ? "note caution" : undefined}>
				<strong>{count}</strong> {of.documents.length === 0 && copy.noDocument}
			</p>
			<h2>{copy.compared}</h2>
			<ComparedTable c={c} lines={lines} />
		</>
	);
}
