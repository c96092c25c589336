/**
 * On the will's pages: hashes the chosen document, keeps it until its message is signed, sends it, and reads it back.
 * Without this script the same forms take a typed fingerprint, and the document is chosen with the signature.
 */
import { hashFile } from "./lib/hash-file.ts";
import { getBlob, postForm, within } from "./lib/requests.ts";
import { showProblem } from "./lib/show-problem.ts";

const PDF_MARK = "%PDF-";

start(document);

function start(root: ParentNode): void {
	const choice = root.querySelector<HTMLFormElement>("form[data-hash]");
	if (choice) offerFile(choice);
	const upload = root.querySelector<HTMLElement>("[data-upload]");
	const form = upload?.closest("form");
	if (upload && form) form.addEventListener("submit", (event) => void sendWill(event, form, upload));
	const check = root.querySelector<HTMLButtonElement>("[data-check]");
	if (check) offerCheck(check);
}

const say = (place: HTMLElement, words: string | undefined, percent = 0) => {
	place.textContent = (words ?? "").replace("{percent}", String(percent));
};

function offerFile(form: HTMLFormElement): void {
	const place = within(form, "[data-choice]", HTMLElement);
	const input = within(form, 'input[type="file"]', HTMLInputElement);
	const status = within(form, "[data-status]", HTMLElement);
	place.hidden = false;
	form.querySelector("[data-by-hand]")?.removeAttribute("open");
	let newest = 0;
	input.addEventListener("change", async () => {
		const file = input.files?.[0];
		const current = ++newest;
		if (!file) return say(status, "");
		try {
			const hash = await hashFile(
				file,
				(percent) => current === newest && say(status, status.dataset["hashing"], percent),
			);
			const isPdf = (await file.slice(0, PDF_MARK.length).text()) === PDF_MARK;
			if (current !== newest) return;
			within(form, '[name="sha256"]', HTMLInputElement).value = hash;
			within(form, '[name="size"]', HTMLInputElement).value = String(file.size);
			within(form, '[name="mimeType"]', HTMLSelectElement).value = isPdf ? "application/pdf" : "text/plain";
			say(status, status.dataset["hashed"]);
		} catch {
			say(status, status.dataset["failed"]);
		}
	});
	form.addEventListener("submit", (event) => {
		const { files } = input;
		if (!files || files.length === 0) return;
		event.preventDefault();
		void showMessage(form, files);
	});
}

/** Shows the message in this document, because the next one could not have the chosen file. */
async function showMessage(form: HTMLFormElement, files: FileList): Promise<void> {
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form)) if (typeof value === "string") body.set(name, value);
	const next = (await postForm(form.action, body)).page;
	const file = next?.querySelector<HTMLInputElement>('[data-same-file] input[type="file"]');
	if (!next || !file) return showProblem(form, next, form.dataset.unsent ?? "");
	const main = document.adoptNode(within(next, "main", HTMLElement));
	document.querySelector("main")?.replaceWith(main);
	document.title = next.title;
	file.files = files;
	within(main, "[data-same-file]", HTMLElement).hidden = true;
	const upload = within(main, "[data-upload]", HTMLElement);
	say(upload, upload.dataset["kept"]);
	for (const button of main.querySelectorAll<HTMLButtonElement>("button[data-copy]")) button.hidden = false;
	start(main);
	main.focus();
	window.scrollTo(0, 0);
	// The script of wallets looks for forms when it is loaded.
	const wallets = next.querySelector<HTMLScriptElement>('script[src*="/wallet-"]')?.getAttribute("src");
	if (wallets) await import(wallets);
}

async function sendWill(event: SubmitEvent, form: HTMLFormElement, status: HTMLElement): Promise<void> {
	event.preventDefault();
	const { upload, sending, failed, differs } = status.dataset;
	const file = within(form, '[name="file"]', HTMLInputElement).files?.[0];
	if (!file || (await hashFile(file, () => undefined)) !== upload) {
		within(form, "[data-same-file]", HTMLElement).hidden = false;
		return say(status, differs);
	}
	const sent = await postForm(form.action, new FormData(form), (percent) => say(status, sending, percent));
	if (!sent.page) return say(status, failed);
	if (sent.path === "/estate/will") return location.assign("/estate/will");
	const problem = sent.page.querySelector("#signature-error");
	if (problem) return say(status, problem.textContent ?? "");
	// Such as the end of the session, with its way on.
	status.replaceChildren(document.adoptNode(within(sent.page, "main", HTMLElement)));
}

function offerCheck(button: HTMLButtonElement): void {
	const section = button.closest("section");
	if (!section) return;
	const status = within(section, "[data-check-status]", HTMLElement);
	button.hidden = false;
	within(section, "[data-check-hint]", HTMLElement).hidden = false;
	const { check = "", sha256, reading, matches, differs, failed } = button.dataset;
	button.addEventListener("click", async () => {
		const read = await getBlob(check, (percent) => say(status, reading, percent));
		if (!read) return say(status, failed);
		const isSame = (await hashFile(read.blob, () => undefined)) === sha256;
		say(status, isSame ? matches : differs);
		if (isSame) save(read.blob, read.fileName);
	});
}

function save(blob: Blob, fileName: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = fileName;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), SAVE_MS);
}

/** Until a browser has certainly begun to save. */
const SAVE_MS = 60_000;
