/**
 * On the page of a case: says at once whether what a reviewer types is what is claimed, and keeps what she typed in this tab
 * until the case has moved. It fills in nothing but her own words.
 */
import { type ClaimedValue, isSameValue } from "../../protocol/comparison.ts";
import { amountInWords } from "../app/core/amounts.ts";
import { foundValue } from "../app/review/found-value.ts";
import { keepTyped } from "./lib/keep-typed.ts";

const form = document.querySelector<HTMLFormElement>("form[data-draft]");
// The page may have come from a form: a reload or the way back asks for it anew instead of sending the form again.
history.replaceState(null, "", `${form?.action ?? location.pathname + location.search}${location.hash}`);

if (form) keepTyped(form);
const frame = document.querySelector<HTMLElement>("[data-comparison]");
for (const row of frame?.querySelectorAll("fieldset") ?? []) follow(row, frame?.dataset ?? {});

function follow(row: HTMLFieldSetElement, words: DOMStringMap): void {
	const { kind, claimed = "", decimals, name } = row.dataset;
	const { sign = "", same = "", other = "", read = "", either = "" } = words;
	const found = row.querySelector<HTMLInputElement>("input[type=text]");
	const tick = row.querySelector<HTMLInputElement>('input[name^="tick:"]');
	const output = row.querySelector<HTMLElement>("[data-compared]");
	const differs = row.querySelector<HTMLElement>("[data-differs]");
	if (!found || !tick || !output || !differs) return;
	const of = {
		...{ kind: kind as ClaimedValue["kind"], claimed, name },
		decimals: decimals === undefined ? undefined : Number(decimals),
	};
	const say = () => {
		const text = found.value.trim();
		const value = foundValue(of, text, sign);
		const isSame = text !== "" && typeof value === "string" && isSameValue(of.kind, claimed, value);
		const isRead = of.decimals !== undefined && text !== "" && typeof value === "string";
		const amount = isRead
			? amountInWords(BigInt(value), of.decimals ?? 0, { acts: { decimalSign: sign } })
			: "";
		const said = `${isSame ? same : other}${isRead ? ` ${read.replace("{amount}", amount)}` : ""}`;
		output.textContent = Array.isArray(value)
			? either.replace("{whole}", value[0]).replace("{fraction}", value[1])
			: said;
		output.className = isSame ? "status done" : "status stopped";
		output.hidden = text === "";
		differs.hidden = text === "" || isSame;
		// A tick stands for two equal values and for nothing else.
		tick.disabled = !isSame;
		if (!isSame) tick.checked = false;
		const field = tick.closest<HTMLElement>(".field");
		if (field) field.hidden = text !== "" && !isSame;
		return isSame;
	};
	found.addEventListener("input", () => {
		tick.checked = say();
	});
	say();
}
