/** Says at once whether what a reviewer types is what is claimed. It fills in nothing. */
import { type ClaimedValue, isSameValue } from "../../protocol/comparison.ts";
import { foundValue } from "../app/review/found-value.ts";

const frame = document.querySelector<HTMLElement>("[data-comparison]");
for (const row of frame?.querySelectorAll("fieldset") ?? []) follow(row, frame?.dataset ?? {});

function follow(row: HTMLFieldSetElement, { sign = "", same = "", other = "" }: DOMStringMap): void {
	const { kind, claimed = "", decimals } = row.dataset;
	const found = row.querySelector<HTMLInputElement>("input[type=text]");
	const tick = row.querySelector<HTMLInputElement>("input[type=checkbox]");
	const output = row.querySelector<HTMLElement>("[data-compared]");
	const differs = row.querySelector<HTMLElement>("[data-differs]");
	if (!found || !tick || !output || !differs) return;
	const say = () => {
		const text = found.value.trim();
		const value = foundValue(decimals === undefined ? null : Number(decimals), text, sign);
		const isSame = value !== null && isSameValue(kind as ClaimedValue["kind"], claimed, value);
		const isOther = text !== "" && !isSame;
		output.textContent = text === "" ? "" : isSame ? same : other;
		output.className = isSame ? "status done" : "status stopped";
		output.hidden = text === "";
		differs.hidden = !isOther;
		tick.disabled = text === "" || isOther;
		if (tick.disabled) tick.checked = false;
	};
	found.addEventListener("input", say);
	say();
}
