/**
 * Moves between the cases of a queue by j and k. Only while one of them has the focus, so that the keys of screen readers and of
 * people who speak their input keep their meaning (WCAG 2.1.4). The links themselves get the focus, so Return opens one.
 */
const STEPS: Record<string, number> = { j: 1, k: -1 };

document.addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	const step = STEPS[event.key.toLowerCase()];
	const lines = [...document.querySelectorAll<HTMLElement>("[data-line]")];
	const at = lines.findIndex((line) => line === document.activeElement);
	const next = step === undefined || at === -1 ? undefined : lines[at + step];
	if (!next) return;
	event.preventDefault();
	next.focus();
});
