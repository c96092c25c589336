/** Shows the print button, which needs a script and so is hidden without one. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
	button.hidden = false;
	button.addEventListener("click", () => print());
}

export {};
