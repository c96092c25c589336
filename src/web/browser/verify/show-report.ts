/** Shows the report of a bundle that passed the verification. */

import { createPause } from "../../../kernel/time/pause.ts";
import { answeredAt } from "../../../protocol/answered.ts";
import type { EvidenceBundle } from "../../../protocol/evidence/evidence-form.ts";
import type { EvidenceVerdict } from "../../../protocol/evidence/verify-evidence.ts";
import type { Copy } from "../../app/copy/copy.ts";
import type { verify } from "../../app/copy/en/verify.ts";
import { chainName } from "../../app/core/chains.ts";
import { timeInWords } from "../../app/core/times.ts";
import { outsidersIn } from "../../app/recover/warnings.ts";
import { callInWords, isReadFromData, PRINTED_BYTES, statedIn } from "../../app/words/call-words.ts";
import { courtName } from "../../app/words/court-words.ts";
import { moveInWords } from "../../app/words/move-words.ts";
import { statusWords } from "../../app/words/status-words.ts";
import { element, fingerprint, hash, terms, time } from "./dom.ts";
import { showLimit } from "./show-freshness.ts";

type Accepted = Extract<EvidenceVerdict, { ok: true }>;
type VerifyCopy = typeof verify;
type View = { copy: VerifyCopy; acts: Copy["acts"]; language: string };

type Shown = {
	/** Of this page. */
	origin: string;
	comparison: HTMLElement[];
	/** The fingerprint, until the reader has typed it. */
	isFolded: boolean;
};

export function showReport(accepted: Accepted, view: View, shown: Shown): HTMLElement {
	const { report, bundle } = accepted;
	const { copy, language } = view;
	const { origin, comparison } = shown;
	const { courtOrder } = bundle.state;
	const hasOrder = courtOrder !== null;
	const { text, proves, trusts, order } = copy.accepted;
	const { issuer, issuedAt } = report;
	const other = issuer === origin ? null : copy.accepted.otherIssuer(issuer, origin);
	return element(
		"section",
		{ class: "changed" },
		element(
			"div",
			{ class: "note done" },
			element("h2", { tabindex: "-1" }, copy.accepted.title),
			element("p", {}, text(issuer, timeInWords(issuedAt, language), hasOrder)),
			other === null ? null : element("p", {}, other),
		),
		...comparison,
		showLimit(report, view),
		element(
			"div",
			{ class: "pair" },
			showMeaning(proves),
			showMeaning({
				...trusts,
				items: [...trusts.items, ...(hasOrder ? [trusts.order(courtOrder.fullCaseNumber)] : [])],
			}),
		),
		...showCase(accepted, view, shown.isFolded),
		...showRecovery(bundle, view),
		...showOrder(bundle, copy),
		...showHistory(accepted, view),
		showMeaning({ heading: order.heading(hasOrder), items: order.items }),
		element("p", {}, hasOrder ? order.compare : order.sample),
	);
}

function showCase({ bundle, report }: Accepted, { copy, language }: View, isFolded: boolean): HTMLElement[] {
	const { fields } = copy;
	const entries = bundle.history.map(({ entry }) => entry);
	const standing = { ...bundle.state, answeredAt: answeredAt(bundle.state, entries) };
	const jrcHash = fingerprint(report.jrcHash);
	const status = statusWords(standing, { verify: copy }, Date.parse(report.issuedAt));
	return [
		element("h3", {}, copy.parts.case),
		terms([
			[fields.status, status],
			[fields.caseId, hash(report.caseId)],
			[fields.jrcHash, isFolded ? null : jrcHash],
			[fields.issuer, report.issuer],
			[fields.issuedAt, time(report.issuedAt, language)],
		]),
		element(
			"details",
			{},
			element("summary", {}, copy.places.head),
			terms([
				[fields.jrcHash, isFolded ? jrcHash : null],
				[fields.key, hash(report.kid)],
				[fields.digest, hash(report.digest)],
				[copy.parts.events, copy.fields.eventCount(report.events)],
			]),
		),
	];
}

function showRecovery(
	{ intent: { rec, txs }, state: { tokenDecimals = [] }, history }: EvidenceBundle,
	{ copy, acts, language }: View,
): HTMLElement[] {
	const { fields } = copy;
	const stated = statedIn(tokenDecimals);
	const { chainId } = rec;
	const list = element("ol", { class: "transactions" });
	void appendInSlices(list, txs, (call) => {
		const { dest, value, data } = call;
		const { sentence, smallPrint } = callInWords(
			call,
			{ acts },
			{ stated: stated[dest.toLowerCase()], chainId },
		);
		return element(
			"li",
			{},
			element("p", {}, sentence),
			smallPrint.length === 0 ? null : element("p", { class: "small-print" }, smallPrint.join(" ")),
			terms([
				[fields.to, hash(dest)],
				[fields.value, BigInt(value).toString()],
				[fields.data, data === "0x" ? fields.noData : showData(data, fields)],
			]),
		);
	});
	return [
		element("h3", {}, copy.parts.accounts),
		terms([
			[fields.lostAccountOf(rec.reasonForRecovery), hash(rec.lostAccount)],
			[fields.recoveryAccount, hash(rec.recoveryAccount)],
			[fields.chain, copy.chain(chainName(rec.chainId), rec.chainId)],
			[fields.reason, copy.reasons[rec.reasonForRecovery]],
			[fields.filed, history[0] ? time(history[0].entry.at, language) : null],
		]),
		element("h3", {}, copy.parts.transactions),
		list,
		...outsidersIn(txs, rec).map((address) =>
			element("p", { class: "note caution" }, `${copy.outsiders} `, hash(address)),
		),
		...(txs.some(isReadFromData) ? [element("p", { class: "quiet" }, acts.caution)] : []),
	];
}

/** There may be 500, each with a kilobyte of data. The first is there at once. */
async function appendInSlices<T>(
	list: HTMLElement,
	values: readonly T[],
	show: (value: T) => HTMLElement,
): Promise<void> {
	const pause = createPause();
	for (const value of values) {
		list.append(show(value));
		await pause();
	}
}

function showData(data: string, fields: VerifyCopy["fields"]): HTMLElement {
	const bytes = data.length / 2 - 1;
	if (bytes <= PRINTED_BYTES) return hash(data);
	return element("details", {}, element("summary", {}, fields.bytes(bytes)), hash(data));
}

function showOrder({ state: { courtOrder } }: EvidenceBundle, copy: VerifyCopy): HTMLElement[] {
	if (courtOrder === null) return [];
	const { fields } = copy;
	return [
		element("h3", {}, copy.parts.order),
		terms([
			[fields.title, courtOrder.title],
			[fields.caseNumber, courtOrder.fullCaseNumber],
			[fields.court, court(courtOrder.courtId)],
			[fields.docketNumber, courtOrder.docketNumber === 0 ? fields.noData : String(courtOrder.docketNumber)],
			[fields.verification, fields.verifications[courtOrder.verification]],
		]),
	];
}

function court(id: string): HTMLElement | string {
	const name = courtName(id);
	return name === undefined ? id : element("span", {}, element("span", { lang: "en" }, name), ` (${id})`);
}

function showHistory({ report, bundle }: Accepted, { copy, language }: View): HTMLElement[] {
	const signatures = new Map(report.signatures.map((signature) => [signature.where, signature]));
	const decisions = new Map(report.decisions.map((decision) => [decision.where, decision]));
	const entries = bundle.history.map(({ entry }, place) => {
		const where = `$.history[${place}].payload`;
		const [signature, decision] = [signatures.get(where), decisions.get(where)];
		return element(
			"li",
			{},
			element("p", { class: "sentence" }, `${moveInWords(entry.actor, entry.move, { verify: copy })}.`),
			element("p", { class: "quiet" }, time(entry.at, language)),
			element(
				"p",
				{ class: "quiet sentence" },
				...(signature ? signatureInWords(signature, copy) : []),
				...(decision ? [`${copy.signatures.by_passkey} `, hash(decision.reviewerId)] : []),
				...(signature || decision ? [] : [copy.signatures.none]),
			),
			element("p", { class: "quiet" }, `${copy.entryHash} `, hash(entry.hash)),
		);
	});
	return [element("h3", {}, copy.parts.history), element("ol", { class: "entries" }, ...entries)];
}

function signatureInWords(
	signature: Accepted["report"]["signatures"][number],
	{ signatures }: VerifyCopy,
): (string | HTMLElement)[] {
	const words =
		signature.proof === "recovered" ? signatures.recovered : signatures.as_recorded(signature.blockNumber);
	return [`${words} `, hash(signature.signer)];
}

function showMeaning({ heading, items }: { heading: string; items: string[] }): HTMLElement {
	const list = element("ul", {}, ...items.map((item) => element("li", {}, item)));
	return element("section", {}, element("h3", {}, heading), list);
}
