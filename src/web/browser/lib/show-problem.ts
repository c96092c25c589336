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
	note.focus();
}
