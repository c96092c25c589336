/**
 * Checks an evidence file on `/verify`. The page carries the service's evidence keys, so only an evidence link and the
 * question for later entries need the network.
 */
import { compareWithHead } from "../../protocol/evidence/case-head.ts";
import { isOtherFile } from "../../protocol/evidence/evidence-format.ts";
import { createEvidenceVerifier } from "../../protocol/evidence/verify-evidence.ts";
import { keccak256 } from "../../protocol/noble/keccak256.ts";
import { recoverAddress } from "../../protocol/noble/recover-address.ts";
import type { Copy } from "../app/copy/copy.ts";
import { decode } from "./verify/decode.ts";
import { byId, element, fingerprint, terms } from "./verify/dom.ts";
import { type Fragment, fragmentOf, readFragment } from "./verify/fragment.ts";
import { readHead } from "./verify/read-head.ts";
import { readLinkedEvidence } from "./verify/read-link.ts";
import { showFaults } from "./verify/show-faults.ts";
import { showFreshness } from "./verify/show-freshness.ts";
import { showReport } from "./verify/show-report.ts";
import { type Comparison, compareTyped, readTyped, wordsOf } from "./verify/typed-fingerprint.ts";

/** An intent has at most a megabyte, which a bundle holds twice, and a history is far smaller. */
const MAX_BYTES = 32 * 1024 * 1024;

const language = document.documentElement.lang;
const { verify: copy }: Pick<Copy, "verify"> = await import(`../app/copy/${language}/verify.ts`);
const { acts }: Pick<Copy, "acts"> = await import(`../app/copy/${language}/acts.ts`);
const verifier = createEvidenceVerifier({ keccak256, recover: recoverAddress });

const root = byId("verify", HTMLElement);
const file = byId("file", HTMLInputElement);
const paper = byId("paper", HTMLTextAreaElement);
const paperRead = byId("paper-read", HTMLElement);
const origin = byId("from-paper", HTMLElement);
const progress = byId("progress", HTMLElement);
const result = byId("result", HTMLElement);
const jwks: unknown = JSON.parse(root.dataset.keys ?? "null");

const FINGERPRINT_DIGITS = 64;

/** Counts the checks, so that a slow one never shows over a newer one. */
let newest = 0;

let readAgain: (() => Promise<Uint8Array | string>) | undefined;

/** A verdict is about the file and the fingerprint of its time, so it goes with either. */
function forgetVerdict(): void {
	newest++;
	result.replaceChildren();
	progress.textContent = "";
}

async function check(read: () => Promise<Uint8Array | string>): Promise<void> {
	forgetVerdict();
	readAgain = read;
	const current = newest;
	progress.textContent = copy.checking;
	const bytes = await read();
	const shown = typeof bytes === "string" ? problem(bytes) : await judge(bytes);
	if (current !== newest) return;
	progress.textContent = "";
	result.replaceChildren(shown);
	result.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
	result.scrollIntoView();
}

async function judge(bytes: Uint8Array): Promise<HTMLElement> {
	const text = await decode(bytes);
	if (text === null) return problem(copy.file.unreadable);
	const verdict = await verifier.verifyEvidenceText(text, { jwks });
	if (!verdict.ok)
		return isOtherFile(verdict.faults) ? problem(copy.file.other) : showFaults(verdict.faults, copy);
	const { report } = verdict;
	const compared = compareTyped(readTyped(paper.value), report.jrcHash);
	if (compared.kind === "other" || compared.kind === "few") return otherCase(compared, report.jrcHash);
	const view = { copy, acts, language };
	const shown = showReport(verdict, view, location.origin);
	if (compared.kind !== "none") shown.querySelector(".note")?.after(...samePaper(compared, report.jrcHash));
	void readHead(report).then(async (head) =>
		showFreshness(shown, await compareWithHead(report, head, jwks), head, view),
	);
	return shown;
}

function otherCase(compared: Comparison, inFile: string): HTMLElement {
	const { label, few, other } = copy.fingerprint;
	const places = compared.kind === "few" ? compared.places : [];
	const { title, text } = compared.kind === "few" ? few : other;
	return element(
		"section",
		{ class: "changed" },
		element("h2", { tabindex: "-1" }, title),
		element("div", { class: "note danger", role: "alert" }, element("p", {}, text)),
		...places.map(({ place, paper, file }) => element("p", {}, few.place(place, paper, file))),
		terms([
			[label, fingerprint(`0x${readTyped(paper.value).digits}`)],
			[other.inFileLabel, fingerprint(inFile)],
		]),
	);
}

function samePaper(compared: Comparison, jrcHash: string): HTMLElement[] {
	const { same, beginning } = copy.fingerprint;
	const isBeginning = compared.kind === "beginning";
	return [
		element(
			"div",
			{ class: isBeginning ? "note caution" : "note done" },
			element("p", {}, isBeginning ? beginning(compared.count) : same),
			element("p", {}, fingerprint(jrcHash)),
		),
		showTicks(!isBeginning),
	];
}

/** What the reader compares with the paper by eye. @param isSame whether the fingerprint was compared already */
function showTicks(isSame: boolean): HTMLElement {
	const { heading, items } = copy.accepted.compare;
	return element(
		"fieldset",
		{ class: "field" },
		element("legend", {}, heading),
		...items.map((item, at) => {
			const tick = element("input", { type: "checkbox" });
			tick.checked = at === 0 && isSame;
			return element("label", {}, tick, element("span", {}, item));
		}),
	);
}

function problem(text: string): HTMLElement {
	return element("div", { class: "note caution", role: "alert" }, element("p", {}, text));
}

function checkFile(chosen: File | undefined): void {
	if (!chosen) return;
	void check(async () => {
		if (chosen.size > MAX_BYTES) return copy.file.large;
		try {
			return new Uint8Array(await chosen.arrayBuffer());
		} catch {
			return copy.file.unreadable;
		}
	});
}

function followAddress(): void {
	const fragment = readFragment(location.hash);
	forgetVerdict();
	file.value = "";
	readAgain = undefined;
	paper.value = typedIn(fragment);
	sayTyped();
	origin.replaceChildren();
	if (fragment.kind === "fingerprint") origin.append(...fromPaper());
	if (fragment.kind === "typed" && fragment.hadFile) origin.append(problem(copy.file.again));
	if (fragment.kind === "malformed") origin.append(problem(copy.fingerprint.malformed));
	if (fragment.kind === "link") void check(() => readLinkedEvidence(fragment.token, copy.link));
}

function typedIn(fragment: Fragment): string {
	if (fragment.kind === "typed") return fragment.text;
	return fragment.kind === "fingerprint" ? fragment.jrcHash : "";
}

function fromPaper(): HTMLElement[] {
	const { heading, text } = copy.fingerprint;
	return [element("h2", {}, heading), element("p", {}, text)];
}

function sayTyped(): void {
	paperRead.textContent = wordsOf(readTyped(paper.value), copy);
}

paper.addEventListener("input", () => {
	forgetVerdict();
	sayTyped();
	if (readTyped(paper.value).digits.length === FINGERPRINT_DIGITS) checkAgain();
});
paper.addEventListener("change", checkAgain);

function checkAgain(): void {
	if (readAgain) void check(readAgain);
}

file.addEventListener("change", () => checkFile(file.files?.[0]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
	event.preventDefault();
	checkFile(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", followAddress);
/** Behind `#`, which no server is sent. The redirect back to this page keeps it. */
document.querySelector<HTMLFormElement>("form.languages")?.addEventListener("submit", ({ target }) => {
	if (!(target instanceof HTMLFormElement)) return;
	target.action += fragmentOf({ hash: location.hash, typed: paper.value, hasFile: readAgain !== undefined });
});
byId("not-loaded", HTMLElement).remove();
root.hidden = false;
followAddress();
