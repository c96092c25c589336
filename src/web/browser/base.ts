/**
 * - Shows the copy buttons of a page, which need a script and so are hidden without one.
 * - Gives a page that shows secrets once the address of the page that it leads to, which the way back then opens.
 * - Sends no form while the browser is offline, because its error page would take the place of what was typed.
 */

const COPIED_MS = 2_000;
/** The labels of buttons that show for a moment what became of the copy. */
const labels = new Map<HTMLButtonElement, ChildNode[]>();
/** Says the same to screen readers, which read a button's name and not its changes. */
const status = document.querySelector<HTMLElement>("[data-copy-status]");

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) button.hidden = false;

// Also for buttons that another script shows later.
document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element && target.closest<HTMLButtonElement>("button[data-copy]");
	if (button) void copy(button);
});

/**
 * Copies the text in `data-copy`, or else the code beside the button, and then shows the words in `data-copied`. Where the
 * browser refuses, it shows the words in `data-copy-status`, and selects the code.
 */
async function copy(button: HTMLButtonElement): Promise<void> {
	if (labels.has(button)) return;
	labels.set(button, [...button.childNodes]);
	const words = await wordsOnceCopied(button);
	button.textContent = words;
	if (status) status.textContent = words;
	setTimeout(() => {
		button.replaceChildren(...(labels.get(button) ?? []));
		labels.delete(button);
		if (status) status.textContent = "";
	}, COPIED_MS);
}

async function wordsOnceCopied({ dataset, parentElement }: HTMLButtonElement): Promise<string> {
	const code = parentElement?.querySelector("code");
	try {
		await navigator.clipboard.writeText(dataset.copy || (code?.textContent ?? ""));
		return dataset.copied ?? "";
	} catch {
		if (code) getSelection()?.selectAllChildren(code);
		return status?.dataset.copyStatus ?? "";
	}
}

const { once } = document.querySelector<HTMLElement>("[data-once]")?.dataset ?? {};
if (once !== undefined) history.replaceState(null, "", once);

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
