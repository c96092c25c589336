/** A reviewer's decision: a confirmation, then the action. */
import type { ComparedValue } from "../../../protocol/comparison.ts";
import { REQUEST_REASONS } from "../../../protocol/enumerations.ts";
import { ApiError, callApi, readApi } from "../core/api.ts";
import { isConfirmed, secondLook } from "../core/confirm.tsx";
import type { Fact } from "../core/facts.tsx";
import { Hash, networkText } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn } from "../core/passkey-form.tsx";
import { redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { tokensOf } from "../core/token-facts.ts";
import { failOn } from "./access.tsx";
import { casePath, readCase, showCase } from "./case.tsx";
import type { ReviewedCase } from "./case-table.tsx";
import { type Claimed, claimedIn, comparedIn, fieldsOfTyped, typedIn } from "./claimed.ts";
import { comparedFacts } from "./comparison.tsx";
import { DECISIONS, type Decided, type Decision, isVerification, wordedAs } from "./decision-form.tsx";
import { notChanged } from "./parts.tsx";

/** After these decisions the case continues, so it can be decided again. */
const REVERSIBLE: readonly Decision[] = ["require_action", "clear"];
/** A decision's own failures. Others have pages of their own. */
const SHOWN_BESIDE = [400, 403, 409];

export async function decideCasePage(c: PageContext): Promise<Response> {
	const { decision: copy } = c.get("copy").desk;
	const form = await readForm(c);
	const record = await readCase(c);
	const claimed = claimedIn(c, record, await tokensOf(c, "developer", record));
	const typed = typedBy(form, claimed);
	const missing = [
		...(typed.decision === undefined ? [{ field: "decision", text: copy.decisionMissing }] : []),
		...(typed.reason === "" ? [{ field: "reason", text: copy.reasonMissing }] : []),
	];
	if (typed.decision === undefined || missing.length > 0) {
		return showCase(c, record, { typed, problems: missing, status: 400 });
	}
	if (form.text("version") !== String(record.version)) {
		return showCase(c, record, { typed, problems: [{ field: "", text: copy.moved }], status: 409 });
	}
	const { compared, problems } = comparedIn(c, claimed, typed.values, isVerification(typed.decision));
	if (problems.length > 0) return showCase(c, record, { typed, problems, status: 400 });
	const decided = { ...typed, decision: typed.decision, compared };
	if (!isConfirmed(form)) return askAgain(c, record, claimed, decided);
	const passkey = answerIn(form, "passkey");
	const response = await callApi(c, {
		method: "POST",
		path: `/review/recovery-cases/${casePath(c)}/decisions`,
		as: "developer",
		body: { ...bodyOf(decided), version: record.version, ...(passkey !== undefined && { passkey }) },
	});
	if (response.ok) return redirect(c, `/review/cases/${record.caseId}`, "done");
	failOn(response, ...SHOWN_BESIDE);
	if (response.details.some(({ rule }) => rule === "outdated")) {
		return showCase(c, await readCase(c), {
			...{ typed, problems: [{ field: "", text: copy.moved }], status: response.status },
		});
	}
	return showCase(c, record, { typed, ...notChanged(c, response) });
}

/** The decision, with what was compared as the API takes it. */
type Judged = Decided & { compared: ComparedValue[] };

function typedBy(
	form: Form,
	claimed: readonly Claimed[],
): Omit<Decided, "decision"> & { decision: Decision | undefined } {
	const statusReason = REQUEST_REASONS.find((known) => known === form.text("statusReason"));
	return {
		decision: DECISIONS.find((known) => known === form.text("decision")),
		reason: form.text("reason"),
		statusReason: statusReason ?? "order_unverifiable",
		txHash: form.text("txHash"),
		values: typedIn(form, claimed),
	};
}

function bodyOf({ decision, reason, statusReason, txHash, compared }: Judged) {
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

async function askAgain(
	c: PageContext,
	record: ReviewedCase,
	claimed: readonly Claimed[],
	decided: Judged,
): Promise<Response> {
	const { desk, review, verify } = c.get("copy");
	const { decision: copy } = desk;
	const { queue } = review;
	const { values, compared, ...fields } = decided;
	const { decision, reason, statusReason, txHash } = fields;
	const words = wordedAs(decision, record);
	const { lostAccount, recoveryAccount, chainId } = record.case;
	const about: Fact[] = [
		[queue.case, <Hash text={record.caseId} />],
		[queue.lost, <Hash text={lostAccount} />],
		[queue.receives, <Hash text={recoveryAccount} />],
		[review.case.chain, networkText(c, chainId)],
		[queue.order, record.courtOrder?.fullCaseNumber],
		[copy.statusReason, decision === "require_action" && verify.statusReasons[statusReason]],
		[copy.txHash, decision === "attest_execution" && <Hash text={txHash} />],
		...comparedFacts(c, claimed, values, compared),
		[copy.reason, reason],
	];
	return secondLook(c, {
		area: "reviewers",
		title: copy.questions[words],
		effect: copy.effects[words],
		about,
		action: copy.actions[words],
		isFinal: !REVERSIBLE.includes(decision),
		fields: { ...fields, ...fieldsOfTyped(values), version: String(record.version) },
		back: `/review/cases/${record.caseId}`,
		signing: await signingOf(c, record, decided),
	});
}
