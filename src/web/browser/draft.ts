/**
 * Keeps what somebody types into `/recover` in this browser alone, until the case is filed or the draft is deleted. It
 * survives a refused signature, a reload, a closed tab and an ended session.
 *
 * Each step is the response to a form, which the browser cannot show again by itself. So the script gives it an address,
 * and that address sends the draft again: back, forward and reload work.
 */
/** A draft for a hosted link is apart from the others, and goes into no other case. */
const LINK = document.querySelector<HTMLElement>("[data-link]")?.dataset.link;
const KEY = LINK === undefined ? "recovery-draft" : `recovery-draft:${LINK}`;
/** A signature belongs to one sending. */
const NOT_KEPT = new Set(["signature", "go", "act"]);

type Field = [name: string, value: string];

/** Words of the marks, by the name of the field. */
const marks = new Map<string, string>();

const resume = document.querySelector<HTMLFormElement>("form[data-resume]");
const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-draft]")];
const first = forms[0];

const filed = document.querySelector<HTMLElement>("[data-filed]");
const isOver = document.querySelector("[data-over]") !== null;

if (filed) forgetDraftOf(filed.dataset.filed ?? "");
else if (isOver) forget();
else {
	if (resume) takeUp(resume, kept());
	else if (first) keep(first);
	for (const form of forms) {
		form.addEventListener("input", ({ target }) => {
			keep(form);
			if (target instanceof HTMLInputElement) remark(target.name, isAsFilled(target));
			if (target instanceof HTMLSelectElement) {
				remark(target.name, target.selectedOptions[0]?.defaultSelected === true);
			}
		});
	}
	if (kept().length > 0) giveAddress();
}

function giveAddress(): void {
	const form = document.querySelector<HTMLFormElement>("form[data-step]");
	if (!form) return;
	const address = new URL(form.action);
	address.searchParams.set("step", form.dataset.step ?? "");
	history.replaceState(null, "", address);
}

function keep(form: HTMLFormElement): void {
	const fields: Field[] = [];
	for (const [name, value] of new FormData(form)) {
		if (typeof value === "string" && !NOT_KEPT.has(name)) fields.push([name, value]);
	}
	try {
		localStorage.setItem(KEY, JSON.stringify(fields));
	} catch {
		// No storage, or a full one: the page works as it does without script.
	}
}

/** A value that was changed is no longer the one that a link has filled in. */
function remark(name: string, isFilledIn: boolean): void {
	const mark = document.getElementById(`${name}-mark`);
	if (!mark) return;
	const words = marks.get(name) ?? mark.textContent ?? "";
	marks.set(name, words);
	mark.textContent = isFilledIn ? words : "";
}

const isAsFilled = ({ type, value, defaultValue, defaultChecked }: HTMLInputElement) =>
	type === "radio" ? defaultChecked : value === defaultValue;

function kept(): Field[] {
	try {
		const fields: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(fields) ? fields.filter(isField) : [];
	} catch {
		return [];
	}
}

function isField(value: unknown): value is Field {
	return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

/** The step in the page's address is sent for at once. Otherwise the person decides. */
function takeUp(form: HTMLFormElement, fields: Field[]): void {
	if (fields.length === 0) return;
	const goal = form.dataset.resume;
	const isKept = fields.some(([name, value]) => name === "step" && value === goal);
	for (const [name, value] of [...fields, ["go", goal && !isKept ? goal : "resume"] as Field]) {
		const input = document.createElement("input");
		input.type = "hidden";
		input.name = name;
		input.value = value;
		form.append(input);
	}
	if (goal) {
		document.body.hidden = true;
		form.submit();
		return;
	}
	form.hidden = false;
	form.querySelector("[data-discard]")?.addEventListener("click", () => {
		forget();
		form.hidden = true;
	});
}

/** The draft of another case stays. */
function forgetDraftOf(lostAccount: string): void {
	const { draft = "{}" } = Object.fromEntries(kept());
	const { lostAccount: own }: { lostAccount?: unknown } = JSON.parse(draft);
	if (String(own).toLowerCase() === lostAccount.toLowerCase()) forget();
}

function forget(): void {
	try {
		localStorage.removeItem(KEY);
	} catch {
		// Nothing is kept where there is no storage.
	}
}
