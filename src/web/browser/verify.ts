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
import { keep, kept } from "./lib/keep-typed.ts";
import { decode } from "./verify/decode.ts";
import { byId, element, time } from "./verify/dom.ts";
import { readFragment } from "./verify/fragment.ts";
import { readHead, readLinkedEvidence } from "./verify/service-requests.ts";
import { showComparison, showDifference } from "./verify/show-comparison.ts";
import { showFaults } from "./verify/show-faults.ts";
import { showFreshness } from "./verify/show-freshness.ts";
import { showReport } from "./verify/show-report.ts";
import { compareTyped, isWhole, readTyped, wordsOf } from "./verify/typed-fingerprint.ts";

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

/** Under which the tab keeps what was typed before the language was changed. */
const BEFORE = "verify";

/** Counts the checks, so that a slow one never shows over a newer one. */
let newest = 0;

type Read = () => Promise<Uint8Array | string>;
type Source = { read: Read; name: string };
let source: Source | undefined;

/** A verdict is about the file and the fingerprint of its time, so it goes with either. */
function forgetVerdict(): void {
	newest++;
	result.replaceChildren();
	progress.textContent = "";
}

async function check(from: Source): Promise<void> {
	forgetVerdict();
	source = from;
	const current = newest;
	progress.textContent = copy.checking;
	const bytes = await from.read();
	const shown = typeof bytes === "string" ? problem(bytes) : await judge(bytes);
	if (current !== newest) return;
	progress.textContent = "";
	const at = new Date().toISOString();
	const checked = element(
		"p",
		{ class: "quiet" },
		`${copy.checked} `,
		time(at, language),
		from.name === "" ? "" : `: ${from.name}`,
	);
	shown.querySelector("div.note")?.append(checked);
	result.replaceChildren(shown);
	result.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
	result.scrollIntoView();
}

async function judge(bytes: Uint8Array): Promise<HTMLElement> {
	const text = await decode(bytes);
	if (text === null) return problem(copy.file.other);
	const verdict = await verifier.verifyEvidenceText(text, { jwks });
	if (!verdict.ok)
		return isOtherFile(verdict.faults) ? problem(copy.file.other) : showFaults(verdict.faults, copy);
	const { report } = verdict;
	const typed = readTyped(paper.value);
	const compared = compareTyped(typed, report.jrcHash);
	if (compared.kind === "other" || compared.kind === "few")
		return showDifference(compared, typed.digits, report.jrcHash, copy);
	const view = { copy, acts, language };
	const comparison = showComparison(compared, verdict, copy);
	const shown = showReport(verdict, view, {
		origin: location.origin,
		comparison,
		isFolded: compared.kind !== "same",
	});
	void readHead(report).then(async (head) =>
		showFreshness(shown, await compareWithHead(report, head, jwks), head, view),
	);
	return shown;
}

function problem(text: string): HTMLElement {
	return element("div", { class: "note caution", role: "alert" }, element("p", {}, text));
}

function checkFile(chosen: File | undefined): void {
	if (!chosen) return;
	const read = async () => {
		if (chosen.type === "application/pdf") return copy.file.paper;
		if (chosen.size > MAX_BYTES) return copy.file.large;
		try {
			return new Uint8Array(await chosen.arrayBuffer());
		} catch {
			return copy.file.unreadable;
		}
	};
	void check({ read, name: chosen.name });
}

function followAddress(before?: URLSearchParams): void {
	const fragment = readFragment(location.hash);
	forgetVerdict();
	file.value = "";
	source = undefined;
	const inAddress = fragment.kind === "fingerprint" ? fragment.jrcHash : "";
	paper.value = before?.get("typed") ?? inAddress;
	sayTyped();
	origin.replaceChildren();
	if (inAddress !== "" && paper.value === inAddress) origin.append(...fromPaper());
	if (fragment.kind === "malformed") origin.append(problem(copy.fingerprint.malformed));
	if (fragment.kind === "link")
		void check({ read: () => readLinkedEvidence(fragment.token, copy.link), name: "" });
	else if (before?.has("file")) origin.append(problem(copy.file.again));
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
	if (isWhole(readTyped(paper.value))) checkAgain();
});
paper.addEventListener("change", checkAgain);

function checkAgain(): void {
	if (source) void check(source);
}

file.addEventListener("change", () => checkFile(file.files?.[0]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
	event.preventDefault();
	checkFile(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", () => followAddress());
/** This tab keeps what was typed: in the address, anybody's link could fill in the page. The redirect keeps what stands behind `#`. */
document.querySelector<HTMLFormElement>("form.languages")?.addEventListener("submit", ({ target }) => {
	if (!(target instanceof HTMLFormElement)) return;
	keep(BEFORE, new URLSearchParams({ typed: paper.value, ...(source && { file: "" }) }));
	const next = new URL(target.action);
	next.hash = location.hash;
	target.action = next.href;
});
byId("not-loaded", HTMLElement).remove();
root.hidden = false;
const before = kept(BEFORE);
keep(BEFORE, new URLSearchParams());
followAddress(before);
