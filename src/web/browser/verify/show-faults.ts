/** A file that does not hold: which parts, and exactly where. */
import { faultInWords } from "../../../protocol/evidence/fault-words.ts";
import type { EvidenceFault } from "../../../protocol/evidence/faults.ts";
import { MAX_FAULTS } from "../../../protocol/evidence/verify-evidence.ts";
import type { verify } from "../../app/copy/en/verify.ts";
import { element } from "./dom.ts";
import { faultSentence, sortFaults, valueInText } from "./fault-text.ts";

export function showFaults(faults: readonly EvidenceFault[], copy: typeof verify): HTMLElement {
	const sorted = sortFaults(faults);
	const { rejected } = copy;
	const sentences = [...new Set(sorted.map((fault) => faultSentence(fault, copy)))];
	return element(
		"section",
		{ class: "changed" },
		element(
			"div",
			{ class: "note danger" },
			element("h2", { tabindex: "-1" }, rejected.title),
			element("p", {}, rejected.text),
			element("p", {}, rejected.advice),
		),
		element("h3", {}, rejected.heading),
		element("ul", {}, ...sentences.map((sentence) => element("li", {}, sentence))),
		faults.length < MAX_FAULTS ? null : element("p", {}, rejected.ended(MAX_FAULTS)),
		element(
			"details",
			{},
			element("summary", {}, rejected.details),
			...sorted.map((fault) => exactly(fault, rejected)),
		),
	);
}

function exactly(fault: EvidenceFault, { expected, found }: (typeof verify)["rejected"]): HTMLElement {
	// The rules word their faults in English; a developer or an expert reads this part.
	const sentence = element("code", { lang: "en" }, `${fault.where} ${faultInWords(fault)}`);
	const values: (readonly [string, unknown])[] = [];
	if ("expected" in fault && fault.kind !== "malformed") values.push([expected, fault.expected]);
	if ("found" in fault) values.push([found, fault.found]);
	return element(
		"div",
		{},
		element("p", {}, sentence),
		element(
			"dl",
			{},
			...values.flatMap(([term, value]) => [
				element("dt", {}, term),
				element("dd", { class: "hash" }, valueInText(value)),
			]),
		),
	);
}
