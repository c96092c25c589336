/** Problems of forms that a script has sent. */

/** The problem on a page that shows the form again. Other pages, such as that of an ended session, are shown whole. */
const OWN = '[data-upload-problem], main > [role="alert"]:not([data-offline])';

/**
 * Says above a form why it was not accepted. The form stays, since it alone has the chosen file.
 *
 * @param response the page that a browser would have shown; null if there was no response
 * @param unsent the words for that
 */
export function showProblem(form: HTMLFormElement, response: Document | null, unsent: string): void {
	const note = document.createElement("div");
	note.className = "note danger";
	note.role = "alert";
	note.tabIndex = -1;
	note.dataset.uploadProblem = "";
	const own = response?.querySelector(OWN);
	const parts = response?.querySelectorAll("main > :not([data-offline])");
	note.append(...(own?.childNodes ?? parts ?? [unsent]));
	form.parentElement?.querySelector("[data-upload-problem]")?.remove();
	form.before(note);
	// What the form said about its way to the service is over.
	form.querySelector("[data-wallet-status]")?.replaceChildren();
	note.focus();
}

/** Shows a field's problem as the server does (core/fields.tsx). Empty words take it away. */
export function showFieldProblem(input: HTMLInputElement, words: string): void {
	const id = `${input.id}-error`;
	const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
	const error = document.createElement("p");
	error.className = "error";
	error.textContent = words;
	const shown = document.createElement("div");
	shown.id = id;
	shown.append(error);
	document.getElementById(id)?.remove();
	input.setCustomValidity(words);
	if (words !== "") input.after(shown);
	input.toggleAttribute("aria-invalid", words !== "");
	if (words !== "") input.setAttribute("aria-invalid", "true");
	input.setAttribute("aria-describedby", [...others, ...(words === "" ? [] : [id])].join(" "));
}
