/** The button that prints. It is hidden until this script runs, because it needs it. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
	button.hidden = false;
	button.addEventListener("click", () => print());
}

export {};
