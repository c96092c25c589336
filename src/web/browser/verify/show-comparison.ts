/** How the fingerprint on the reader's paper compares with that in the file. */
import type { EvidenceVerdict } from "../../../protocol/evidence/verify-evidence.ts";
import type { verify } from "../../app/copy/en/verify.ts";
import { chainName } from "../../app/core/chains.ts";
import { element, fingerprint, hash, terms } from "./dom.ts";
import type { Comparison } from "./typed-fingerprint.ts";

type Accepted = Extract<EvidenceVerdict, { ok: true }>;
type VerifyCopy = typeof verify;
type Differing = Extract<Comparison, { kind: "few" | "other" }>;

/** Shown in the place of the report. @param digits as typed */
export function showDifference(
	compared: Differing,
	digits: string,
	inFile: string,
	{ fingerprint: copy }: VerifyCopy,
): HTMLElement {
	const { label, few, other } = copy;
	const places = compared.kind === "few" ? compared.places : [];
	const { title, text } = copy[compared.kind];
	return element(
		"section",
		{ class: "changed" },
		element("h2", { tabindex: "-1" }, title),
		element("div", { class: "note danger", role: "alert" }, element("p", {}, text)),
		...places.map(({ place, paper, file }) => element("p", {}, few.place(place, paper, file))),
		terms([
			[label, fingerprint(`0x${digits}`)],
			[other.inFileLabel, fingerprint(inFile)],
		]),
	);
}

/** Until all digits are typed, the file's fingerprint stays folded, so that nobody copies it from the screen. */
export function showComparison(
	compared: Exclude<Comparison, Differing>,
	accepted: Accepted,
	copy: VerifyCopy,
): HTMLElement[] {
	if (compared.kind === "same") {
		const same = element("div", { class: "note done" }, element("p", {}, copy.fingerprint.same));
		return [same, showTicks(accepted, copy)];
	}
	const words = compared.kind === "none" ? copy.fingerprint.none : copy.fingerprint.part(compared);
	return [element("div", { class: "note caution", id: "not-compared" }, element("p", {}, words))];
}

/** What the reader compares with the paper by eye. The fingerprint was compared already. */
function showTicks({ report, bundle }: Accepted, { accepted, chain }: VerifyCopy): HTMLElement {
	const { heading, items, all } = accepted.compare;
	const { intent, history } = bundle;
	const { lostAccount, recoveryAccount, chainId } = intent.rec;
	const values = [
		fingerprint(report.jrcHash),
		element(
			"span",
			{},
			hash(lostAccount),
			" → ",
			hash(recoveryAccount),
			`, ${chain(chainName(chainId), chainId)}`,
		),
		accepted.compare.transactions(intent.txs.length),
		hash(history.at(-1)?.entry.hash ?? ""),
	];
	const ticks = items.map((item, at) => {
		const tick = element("input", { type: "checkbox" });
		tick.checked = at === 0;
		const value = element("span", {}, `${item}: `, values[at] ?? "");
		return { tick, label: element("label", {}, tick, value) };
	});
	const agreed = element("p", { role: "status" });
	const shown = element(
		"fieldset",
		{ class: "field" },
		element("legend", {}, heading),
		...ticks.map(({ label }) => label),
		agreed,
	);
	shown.addEventListener("change", () => {
		agreed.textContent = ticks.every(({ tick }) => tick.checked) ? all : "";
	});
	return shown;
}
