/**
 * - Shows the copy buttons of a page, which need a script and so are hidden without one.
 * - Sends no form while the browser is offline, because its error page would take the place of what was typed.
 */

const COPIED_MS = 2_000;

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) button.hidden = false;

// Also for buttons that another script shows later.
document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element && target.closest<HTMLButtonElement>("button[data-copy]");
	if (button) void copy(button);
});

/** Copies the text in `data-copy`, or else the code beside the button, and then shows the words in `data-copied`. */
async function copy(button: HTMLButtonElement): Promise<void> {
	const { copy: text = "", copied = "" } = button.dataset;
	await navigator.clipboard.writeText(
		text || (button.parentElement?.querySelector("code")?.textContent ?? ""),
	);
	const before = button.textContent;
	button.textContent = copied;
	setTimeout(() => {
		button.textContent = before;
	}, COPIED_MS);
}

const offline = document.querySelector<HTMLElement>("[data-offline]");

// In the capture phase, before scripts that send a form themselves.
document.addEventListener(
	"submit",
	(event) => {
		if (navigator.onLine || !offline) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		offline.hidden = false;
		offline.scrollIntoView({ block: "nearest" });
	},
	{ capture: true },
);
addEventListener("online", () => {
	if (offline) offline.hidden = true;
});

export {};
