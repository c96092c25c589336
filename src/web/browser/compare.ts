/**
 * On the page of a case: says at once whether what a reviewer types is what is claimed, and keeps what she typed in this tab
 * until the case has moved. It fills in nothing but her own words.
 */
import { type ClaimedValue, isSameValue } from "../../protocol/comparison.ts";
import { amountInWords } from "../app/core/amounts.ts";
import { foundValue } from "../app/review/found-value.ts";

const form = document.querySelector<HTMLFormElement>("form[data-draft]");
// The page may have come from a form: a reload or the way back asks for it anew instead of sending the form again.
history.replaceState(null, "", `${form?.action ?? location.pathname + location.search}${location.hash}`);

if (form) keepTyped(form, form.dataset["draft"] ?? "");
const frame = document.querySelector<HTMLElement>("[data-comparison]");
for (const row of frame?.querySelectorAll("fieldset") ?? []) follow(row, frame?.dataset ?? {});

/** What the server shows again comes first. */
function keepTyped(of: HTMLFormElement, name: string): void {
	if (of.dataset["typed"] === undefined) fill(of, new URLSearchParams(kept(name)));
	const keep = () => {
		const typed = [...new FormData(of)].filter(([field, value]) => field !== "version" && value !== "");
		try {
			sessionStorage.setItem(name, new URLSearchParams(typed as [string, string][]).toString());
		} catch {
			// No storage: the page works as it does without script.
		}
	};
	of.addEventListener("input", keep);
	of.addEventListener("change", keep);
	if (of.dataset["typed"] !== undefined) keep();
}

function kept(name: string): string {
	try {
		return sessionStorage.getItem(name) ?? "";
	} catch {
		return "";
	}
}

function fill(of: HTMLFormElement, typed: URLSearchParams): void {
	for (const [name, value] of typed) {
		const field = of.elements.namedItem(name);
		if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
		else if (field instanceof RadioNodeList) field.value = value;
		else if (field instanceof HTMLInputElement && field.type === "radio")
			field.checked = field.value === value;
		else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
	}
}

function follow(row: HTMLFieldSetElement, words: DOMStringMap): void {
	const { kind, claimed = "", decimals, name } = row.dataset;
	const { sign = "", same = "", other = "", read = "" } = words;
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
		const isSame = text !== "" && value !== null && isSameValue(of.kind, claimed, value);
		const isRead = of.decimals !== undefined && text !== "" && value !== null;
		const amount = isRead
			? amountInWords(BigInt(value), of.decimals ?? 0, { acts: { decimalSign: sign } })
			: "";
		output.textContent = `${isSame ? same : other}${isRead ? ` ${read.replace("{amount}", amount)}` : ""}`;
		output.className = isSame ? "status done" : "status stopped";
		output.hidden = text === "";
		differs.hidden = text === "" || isSame;
		return isSame;
	};
	found.addEventListener("input", () => {
		tick.checked = say();
	});
	say();
}
