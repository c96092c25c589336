/** On every page: buttons that copy. They are hidden until this script runs, because they need it. */

const COPIED_MS = 2_000;

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) button.hidden = false;

// Also for buttons that another script shows later.
document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element && target.closest<HTMLButtonElement>("button[data-copy]");
	if (button) void copy(button);
});

/** `data-copy` is what to copy, `data-copied` the words that say that it was. */
async function copy(button: HTMLButtonElement): Promise<void> {
	const { copy: text = "", copied = "" } = button.dataset;
	await navigator.clipboard.writeText(text);
	const before = button.textContent;
	button.textContent = copied;
	setTimeout(() => {
		button.textContent = before;
	}, COPIED_MS);
}

export {};
