/** A file that holds: what it says, and what that proves. */
import type { EvidenceBundle } from "../../../rules/evidence/evidence-form.ts";
import type { EvidenceVerdict } from "../../../rules/evidence/verify-evidence.ts";
import type { verify } from "../../app/copy/en/verify.ts";
import { chainName } from "../../app/core/chains.ts";
import { element, hash, terms, time, timeInWords } from "./dom.ts";

type Accepted = Extract<EvidenceVerdict, { ok: true }>;
type VerifyCopy = typeof verify;
type View = { copy: VerifyCopy; language: string };

/** @param origin of this page */
export function showReport(accepted: Accepted, view: View, origin: string): HTMLElement {
	const { report, bundle } = accepted;
	const { copy, language } = view;
	const { issuer, issuedAt } = report;
	const other = issuer === origin ? null : copy.accepted.otherIssuer(issuer, origin);
	return element(
		"section",
		{ class: "changed" },
		element("h2", { tabindex: "-1" }, copy.accepted.title),
		element(
			"div",
			{ class: "note" },
			element("p", {}, copy.accepted.text(issuer, timeInWords(issuedAt, language))),
			other === null ? null : element("p", {}, other),
		),
		...showCase(accepted, view),
		...showRecovery(bundle, copy),
		...showOrder(bundle, copy),
		...showHistory(accepted, view),
		element("h3", {}, copy.parts.events),
		element("p", {}, copy.fields.eventCount(report.events)),
		...showMeaning(copy.accepted.proves),
		...showMeaning(copy.accepted.trusts),
	);
}

function showCase({ report }: Accepted, { copy, language }: View): HTMLElement[] {
	const { fields } = copy;
	const reason = report.statusReason === null ? "" : `: ${copy.statusReasons[report.statusReason]}`;
	return [
		element("h3", {}, copy.parts.case),
		terms([
			[fields.status, `${copy.statuses[report.status]}${reason}`],
			[fields.caseId, hash(report.caseId)],
			[fields.jrcHash, hash(report.jrcHash)],
			[fields.issuer, report.issuer],
			[fields.issuedAt, time(report.issuedAt, language)],
			[fields.key, hash(report.kid)],
			[fields.digest, hash(report.digest)],
		]),
	];
}

function showRecovery({ intent: { rec, txs } }: EvidenceBundle, copy: VerifyCopy): HTMLElement[] {
	const { fields } = copy;
	const calls = txs.map(({ dest, value, data }) =>
		element(
			"li",
			{},
			terms([
				[fields.to, hash(dest)],
				[fields.value, BigInt(value).toString()],
				[fields.data, data === "0x" ? fields.noData : showData(data, fields)],
			]),
		),
	);
	return [
		element("h3", {}, copy.parts.recovery),
		terms([
			[fields.lostAccount, hash(rec.lostAccount)],
			[fields.recoveryAccount, hash(rec.recoveryAccount)],
			[fields.chain, copy.chain(chainName(rec.chainId), rec.chainId)],
			[fields.reason, copy.reasons[rec.reasonForRecovery]],
		]),
		element("h3", {}, copy.parts.transactions),
		element("ol", {}, ...calls),
	];
}

function showData(data: string, fields: VerifyCopy["fields"]): HTMLElement {
	const summary = element("summary", {}, fields.bytes(data.length / 2 - 1));
	return element("details", {}, summary, hash(data));
}

function showOrder({ state: { courtOrder } }: EvidenceBundle, copy: VerifyCopy): HTMLElement[] {
	if (courtOrder === null) return [];
	const { fields } = copy;
	return [
		element("h3", {}, copy.parts.order),
		terms([
			[fields.title, courtOrder.title],
			[fields.caseNumber, courtOrder.fullCaseNumber],
			[fields.court, courtOrder.courtId],
			[fields.docketNumber, String(courtOrder.docketNumber)],
			[fields.verification, courtOrder.verification === "verified" ? fields.yes : fields.no],
		]),
	];
}

function showHistory({ report, bundle }: Accepted, { copy, language }: View): HTMLElement[] {
	const { fields } = copy;
	const signatures = new Map(report.signatures.map((signature) => [signature.where, signature]));
	const rows = bundle.history.map(({ entry }, place) => {
		const [actor = ""] = entry.actor.split(":");
		const signature = signatures.get(`$.history[${place}].payload`);
		return element(
			"tr",
			{},
			element("td", {}, String(entry.sequence)),
			element("td", {}, time(entry.at, language)),
			element("td", {}, copy.actors[actor as keyof VerifyCopy["actors"]]),
			element("td", {}, copy.moves[entry.move]),
			element("td", {}, signature ? signatureInWords(signature, copy) : copy.signatures.none),
		);
	});
	const headings = [fields.entry, fields.time, fields.who, fields.what, fields.signature];
	const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
	const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
	// A region that scrolls must be reachable by keyboard.
	const label = copy.parts.history;
	return [
		element("h3", {}, label),
		element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table),
	];
}

function signatureInWords(signature: Accepted["report"]["signatures"][number], copy: VerifyCopy): string {
	return signature.proof === "recovered"
		? copy.signatures.recovered(signature.signer)
		: copy.signatures.as_recorded(signature.signer, signature.blockNumber);
}

function showMeaning({ heading, items }: { heading: string; items: string[] }): HTMLElement[] {
	return [element("h3", {}, heading), element("ul", {}, ...items.map((item) => element("li", {}, item)))];
}
