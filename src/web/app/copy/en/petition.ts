/** Sample words for a court. `values` are those of the case, in full. */
import type { RecoveryReason } from "../../../../protocol/intent.ts";

export type Values = {
	lostAccount: string;
	recoveryAccount: string;
	network: string;
	reasonForRecovery: RecoveryReason;
	caseId: string;
	jrcHash: string;
	service: string;
	transactions: string;
	/**
	 * What issuers of tokens replace if one key opens the account, which the lawyer knows. Undefined where the network shows a
	 * contract, or no token is moved.
	 */
	replacements: string | undefined;
};

const oneKey = "[If one key opens the account:]";
const issuerHeard = "[How the issuer was notified or heard.]";

const grounds: Record<RecoveryReason, string> = {
	"lost key": "The account belongs to the petitioner, who has lost its key and has no copy of it.",
	inheritance:
		"The account belonged to [name of the deceased], who died on [date]. The petitioner is [heir or executor], as [document] shows.",
	other: "[Why the account belongs to the petitioner, and why the petitioner cannot use it.]",
};

const entitled: Record<RecoveryReason, string> = {
	"lost key": "[Name of the petitioner] owns the account",
	inheritance:
		"[Name of the petitioner] is entitled, as [heir or executor] of [name of the deceased], to the account",
	other: "[Name of the petitioner] is entitled to the account",
};

const heard: Record<RecoveryReason, string> = {
	"lost key": "[How anybody who might have the key, or claim the account, was notified or heard.]",
	inheritance: "[How the other heirs, and anybody else who might claim the account, were notified or heard.]",
	other: "[How the owner of the account was notified or heard.]",
};

export const petition = {
	title: "Sample words for the court",
	caution:
		"This is a sample and no legal advice. Which court decides, and which words it needs, depends on the law of the place. Have a lawyer adapt it.",
	petition: "For the petition",
	order: "For the order",
	/** In place of an issuer that the service does not know. */
	issuer: "[the issuer of the token]",
	/** Behind "order" and "orders". */
	replaces: (of: Record<"issuer" | "amount" | "from" | "to", string>) =>
		`${of.issuer} to replace the ${of.amount} held by ${of.from} with ${of.amount} at ${of.to}`,
	toCourt: (of: Values) => [
		`The petitioner, [name and address], asks the court to decide about the blockchain account ${of.lostAccount} on ${of.network}.`,
		grounds[of.reasonForRecovery],
		`The petitioner controls the account ${of.recoveryAccount}, and has signed the recovery with it. The recovery is filed with ${of.service} as case ${of.caseId}. Its fingerprint (jrcHash) is ${of.jrcHash}.`,
		`The petitioner asks the court to order these transactions, in this order, and no others: ${of.transactions}`,
		...(of.replacements === undefined
			? []
			: [
					`${oneKey} Only the issuer of the token can carry this out. The petitioner asks the court to order ${of.replacements}.`,
					issuerHeard,
				]),
		`The attached exhibit describes the recovery. Anybody can check it at ${of.service}/verify.`,
	],
	ofCourt: (of: Values) => [
		`${entitled[of.reasonForRecovery]} ${of.lostAccount} on ${of.network}, to the extent of the transactions below.`,
		`The recovery with the fingerprint (jrcHash) ${of.jrcHash} shall be carried out: ${of.transactions}`,
		`${of.replacements === undefined ? "" : "[If somebody can act for the account:] "}Whoever can act for the account may send these transactions when the waiting period that ${of.service} shows for the case is over, and no others.`,
		...(of.replacements === undefined
			? []
			: [
					`${oneKey} Only the issuer of the token can carry this out. The court orders ${of.replacements}, when the waiting period that ${of.service} shows for the case is over, and to replace nothing else.`,
					issuerHeard,
				]),
		heard[of.reasonForRecovery],
		"[Title, case number, docket number, date and seal of the court.]",
	],
};
