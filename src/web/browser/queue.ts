/**
 * Keys of the reviewers' pages: j and k move between the cases of a queue, n opens the next case, and c goes to the comparison
 * or the decision. The links themselves get the focus, so Return opens one. They do nothing in a field, and can be turned off,
 * so that the keys of screen readers and of people who speak their input keep their meaning (WCAG 2.1.4).
 */
const STEPS: Record<string, number> = { j: 1, k: -1 };
const WAYS: Record<string, string> = {
	n: 'a[href^="/review/next"]',
	// A link that chooses a decision too is pressed on purpose.
	c: 'a[href$="#compare"], a[href$="#decide"]:not([href^="?ask"])',
};
const NAME = "review-keys";

const button = document.querySelector<HTMLButtonElement>("[data-keys]");
let isOff = isKeptOff();

button?.addEventListener("click", () => {
	isOff = !isOff;
	say();
	try {
		localStorage.setItem(NAME, isOff ? "off" : "on");
	} catch {
		// No storage: it holds for this page.
	}
});
say();

function say(): void {
	if (button) button.textContent = (isOff ? button.dataset["on"] : button.dataset["off"]) ?? "";
}

function isKeptOff(): boolean {
	try {
		return localStorage.getItem(NAME) === "off";
	} catch {
		return false;
	}
}

document.addEventListener("keydown", (event) => {
	const { target, key } = event;
	if (isOff || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	if (target instanceof Element && target.closest("input, select, textarea")) return;
	const way = document.querySelector<HTMLElement>(WAYS[key.toLowerCase()] ?? "#none");
	if (way) return way.click();
	const step = STEPS[key.toLowerCase()];
	const lines = [...document.querySelectorAll<HTMLElement>("[data-line]")];
	const next = step === undefined ? undefined : lines[Math.max(0, indexOfFocus(lines) + step)];
	if (!next) return;
	event.preventDefault();
	next.focus();
});

/** Before the first one if the focus is elsewhere. */
const indexOfFocus = (lines: readonly HTMLElement[]): number =>
	lines.findIndex((line) => line === document.activeElement);

export {};
