/** How fresh a file is: up to when it is complete, and what the service says of later entries. */
import type { Freshness } from "../../../protocol/evidence/case-head.ts";
import type { EvidenceReport } from "../../../protocol/evidence/verify-evidence.ts";
import type { verify } from "../../app/copy/en/verify.ts";
import { timeInWords } from "../../app/core/times.ts";
import { element, hash, terms } from "./dom.ts";

type View = { copy: typeof verify; language: string };

/** What the file itself cannot tell is still asked for. */
export function showLimit({ issuedAt, moves }: EvidenceReport, { copy, language }: View): HTMLElement {
	const { limit, asking } = copy.freshness;
	return element(
		"div",
		{ class: "note caution", id: "freshness", role: "status", tabindex: "-1" },
		element("p", {}, element("strong", {}, limit(timeInWords(issuedAt, language), moves))),
		element("p", {}, asking),
	);
}

/** Puts what the service says in the place of "asking", or in the place of the whole report. */
export function showFreshness(shown: HTMLElement, freshness: Freshness, head: unknown, view: View): void {
	if (freshness.kind === "two_stories") {
		const story = showTwoStories(freshness, head, view);
		shown.replaceChildren(...story);
		shown.querySelector("h2")?.focus();
		return;
	}
	const note = shown.querySelector("#freshness");
	note?.lastElementChild?.replaceChildren(sentenceOf(freshness, view));
	if (freshness.kind === "latest") note?.classList.replace("caution", "done");
}

type Told = Exclude<Freshness, { kind: "two_stories" }>;

function sentenceOf(freshness: Told, { copy: { freshness: words }, language }: View): string {
	if (freshness.kind === "unproven") return words.unproven;
	const asOf = timeInWords(freshness.asOf, language);
	return freshness.kind === "later_entries"
		? words.later_entries(freshness.count, asOf)
		: words[freshness.kind](asOf);
}

function showTwoStories(
	{ sequence, inBundle, inHead }: Extract<Freshness, { kind: "two_stories" }>,
	head: unknown,
	{ copy: { freshness } }: View,
): HTMLElement[] {
	const { title, text, inFile, now, seal } = freshness.two_stories;
	return [
		element("h2", { tabindex: "-1" }, title),
		element("div", { class: "note danger", role: "alert" }, element("p", {}, text(sequence))),
		terms([
			[inFile, hash(inBundle)],
			[now, hash(inHead)],
			[seal, hash(String(Object(head).signature))],
		]),
	];
}
