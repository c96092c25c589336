/**
 * The mails that the service sends (mail.md "Kinds"). `facts`: what the words of a mail need beside the time; never a
 * text that another person typed.
 */

type Rule = {
	/** Sends that may have reached the recipient: an alarm comes at most twice, a receipt once. */
	mostSends: 1 | 2;
	/** The part of the day's quota that the kind may use; null for all of it. */
	part: "mailed_codes" | "mailed_receipts" | "mailed_claims" | null;
	/** Its one-time code is made from the mail's id, so that no row holds it. */
	hasCode: boolean;
	facts: readonly string[];
};

const ALARM = { mostSends: 2, part: null, hasCode: false } as const;
const RECEIPT = { mostSends: 1, part: "mailed_receipts", hasCode: false } as const;
/** Comes twice rather than not at all, because somebody waits for it. `pepper`: the version that makes its code. */
const CODE = { mostSends: 2, part: "mailed_codes", hasCode: true, facts: ["pepper"] } as const;

/**
 * What happened to cases that name an account. `cases`: how many. `chainId` and `earliest`, the first day on which one of
 * them may be carried out, are empty if unknown.
 */
const CLAIM = {
	...ALARM,
	part: "mailed_claims",
	facts: ["account", "chainId", "cases", "earliest"],
} as const;

const MAIL_KINDS = {
	confirm_email: CODE,
	reset_password: CODE,
	password_changed: { ...ALARM, facts: [] },
	new_device: { ...ALARM, facts: [] },
	endpoint_disabled: { ...ALARM, facts: ["endpointId"] },
	passkey_added: { ...ALARM, facts: [] },
	passkey_removed: { ...ALARM, facts: [] },
	recovery_code_used: { ...ALARM, facts: [] },
	key_issued: { ...RECEIPT, facts: ["hint"] },
	confirm_watcher: CODE,
	/** Its code keeps the address. */
	watcher_removal: { ...CODE, facts: ["pepper", "account"] },
	claim_filed: CLAIM,
	claim_order_attached: CLAIM,
	claim_order_verified: CLAIM,
	claim_executable: CLAIM,
	claim_executed: CLAIM,
	claim_closed: CLAIM,
	/** `until`: when the time to object ends. */
	release_requested: { ...ALARM, facts: ["account", "until"] },
} as const satisfies Record<string, Rule>;

export type MailKind = keyof typeof MAIL_KINDS;
export const mailKinds = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]];

export type MailFacts<K extends MailKind = MailKind> = Record<
	(typeof MAIL_KINDS)[K]["facts"][number],
	string
>;

/** How the outbox treats mails of the kind. */
export function ruleOf(kind: MailKind): Rule {
	return MAIL_KINDS[kind];
}
