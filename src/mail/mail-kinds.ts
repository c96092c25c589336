/**
 * The mails that the service sends (mail.md "Kinds"). `facts`: what the words of a mail need beside the time; never a
 * text that another person typed.
 */
import type { Role } from "../developers/account/developer.ts";

type Rule = {
	/** A role, or `developer` for every account. */
	to: Role | "watcher" | "operator";
	/** If false, its recipient can switch the kind off. */
	isAboutSecurity: boolean;
	/** Sends that may have reached the recipient: an alarm comes at most twice, a receipt once. */
	mostSends: 1 | 2;
	/** The part of the day's quota that the kind may use; null for all of it. */
	part: "mailed_codes" | "mailed_resets" | "mailed_receipts" | "mailed_claims" | null;
	/** Goes to an address that takes no more mail, whose owner asked for the mail. */
	reachesSuppressed: boolean;
	/** Its one-time code is made from the mail's id, so that no row holds it. */
	hasCode: boolean;
	facts: readonly string[];
};

const ALARM = {
	to: "developer",
	isAboutSecurity: true,
	mostSends: 2,
	part: null,
	reachesSuppressed: false,
	hasCode: false,
} as const;
const RECEIPT = { ...ALARM, mostSends: 1, part: "mailed_receipts" } as const;
/** Not about security: it uses only its part of the day's quota, and leaves the rest to mails about security. */
const NEWS = { ...ALARM, isAboutSecurity: false, part: "mailed_receipts" } as const;
/** Sent twice rather than not at all, because somebody waits for it. `pepper`: the version of the pepper that makes its code. */
const CODE = { ...ALARM, part: "mailed_codes", hasCode: true, facts: ["pepper"] } as const;
const WATCHER_CODE = { ...CODE, to: "watcher" } as const;

/**
 * A change to the cases that name an account. `cases`: how many changed. `earliest`: the first day on which one of them
 * may be carried out. It and `chainId` are empty if unknown.
 */
const CLAIM = {
	...ALARM,
	to: "watcher",
	part: "mailed_claims",
	facts: ["account", "chainId", "cases", "earliest"],
} as const;

/** What happened to a claimant's case. */
const CASE = { ...NEWS, to: "watcher", part: "mailed_claims", facts: ["caseId"] } as const;

const TO_REVIEWERS = { ...NEWS, to: "reviewer", facts: ["cases", "releases", "origins"] } as const;
const TO_OPERATOR = { ...ALARM, to: "operator" } as const;

const MAIL_KINDS = {
	confirm_email: CODE,
	/** In place of `confirm_email`, where mail to the address has been stopped. */
	resume_mail: { ...CODE, reachesSuppressed: true },
	/** To the address that the account has, and to the one that it is to have. */
	change_email: CODE,
	confirm_new_email: CODE,
	/** To both. */
	email_changed: { ...ALARM, facts: [] },
	reset_password: { ...CODE, part: "mailed_resets" },
	password_changed: { ...ALARM, facts: [] },
	new_device: { ...ALARM, facts: [] },
	endpoint_disabled: { ...NEWS, facts: ["endpointId"] },
	/** `status`: what a reviewer has decided on a site of the account. */
	site_decided: { ...NEWS, facts: ["status"] },
	passkey_added: { ...ALARM, facts: [] },
	passkey_removed: { ...ALARM, facts: [] },
	recovery_code_used: { ...ALARM, facts: [] },
	key_issued: { ...RECEIPT, facts: ["hint"] },
	/** `caseId`: of a claimant's case; empty for an owner. */
	confirm_watcher: { ...WATCHER_CODE, facts: ["pepper", "caseId"] },
	/** In place of `confirm_watcher`, where mail to the address has been stopped. */
	resume_watcher: { ...WATCHER_CODE, reachesSuppressed: true, facts: ["pepper", "caseId"] },
	/** Its code keeps the address. */
	watcher_removal: { ...WATCHER_CODE, facts: ["pepper", "account"] },
	claim_filed: CLAIM,
	claim_order_attached: CLAIM,
	claim_order_verified: CLAIM,
	claim_executable: CLAIM,
	claim_executed: CLAIM,
	claim_closed: CLAIM,
	/** How many of each wait for a reviewer. */
	review_digest: TO_REVIEWERS,
	/** `hours`: how long they have waited at least. */
	review_overdue: { ...TO_REVIEWERS, facts: [...TO_REVIEWERS.facts, "hours"] },
	/** `until`: how long its approvals can be used. */
	review_stop: { ...ALARM, to: "reviewer", facts: ["caseId", "until"] },
	dead_letters: { ...TO_OPERATOR, facts: ["letters"] },
	job_stopped: { ...TO_OPERATOR, facts: [] },
	/** `until`: when the operator wants the key replaced. */
	evidence_key_ending: { ...TO_OPERATOR, facts: ["until"] },
	case_filed: CASE,
	/** `reason`: why it was halted, which tells what is missing. */
	case_halted: { ...CASE, facts: ["caseId", "reason"] },
	case_answered: CASE,
	/** `until`: when the time to object ends. */
	case_verified: { ...CASE, facts: ["caseId", "until"] },
	case_executable: CASE,
	case_executed: CASE,
	case_closed: CASE,
	/** `until`: when it expires. */
	case_expiring: { ...CASE, facts: ["caseId", "until"] },
	/** `until`: from when it can be executed. */
	recovery_scheduled: { ...ALARM, to: "watcher", facts: ["account", "chainId", "until"] },
	/** `until`: when the time to object ends. */
	release_requested: { ...ALARM, to: "watcher", facts: ["account", "until"] },
} as const satisfies Record<string, Rule>;

export type MailKind = keyof typeof MAIL_KINDS;
export const mailKinds = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]];

/** Kinds that their recipient can switch off. */
export type OptionalMailKind = {
	[K in MailKind]: (typeof MAIL_KINDS)[K]["isAboutSecurity"] extends true ? never : K;
}[MailKind];
export const isOptional = (kind: MailKind): kind is OptionalMailKind => !ruleOf(kind).isAboutSecurity;
export const optionalMailKinds = mailKinds.filter(isOptional) as [OptionalMailKind, ...OptionalMailKind[]];

/** The kinds that an account of the role gets, and can switch off. */
export const optionalMailKindsOf = (role: Role): OptionalMailKind[] =>
	optionalMailKinds.filter((kind) => ["developer", role].includes(ruleOf(kind).to));

export type MailFacts<K extends MailKind = MailKind> = Record<
	(typeof MAIL_KINDS)[K]["facts"][number],
	string
>;

/** How the outbox treats mails of the kind. */
export function ruleOf(kind: MailKind): Rule {
	return MAIL_KINDS[kind];
}
