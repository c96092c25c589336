/**
 * On the will's pages: hashes the chosen document, keeps it until its message is signed, sends it, and reads it back.
 * Without this script the same forms take a typed fingerprint, and the document is chosen with the signature.
 */
import { judgeDocument, MAX_DOCUMENT_BYTES } from "../../document-store/judge-document.ts";
import { hashFile } from "./lib/hash-file.ts";
import { getBlob, postForm, within } from "./lib/requests.ts";
import { showFieldProblem, showProblem } from "./lib/show-problem.ts";

start(document);

function start(root: ParentNode): void {
	const choice = root.querySelector<HTMLFormElement>("form[data-hash]");
	if (choice) offerFile(choice);
	const upload = root.querySelector<HTMLElement>("[data-upload]");
	const form = upload?.closest("form");
	if (upload && form) offerUpload(form, upload);
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
	within(form, "[data-by-hand]", HTMLElement).hidden = true;
	let newest = 0;
	let judged = Promise.resolve();
	input.addEventListener("change", () => {
		const file = input.files?.[0];
		const current = ++newest;
		say(status, "");
		showFieldProblem(input, "");
		if (file) judged = judge(file, () => current === newest);
	});
	/** Says what the service would reject, so that nobody signs for it. */
	async function judge(file: File, isNewest: () => boolean): Promise<void> {
		const { hashing, hashed, failed, empty, tooLarge, otherType } = status.dataset;
		const reject = (words: string | undefined) => {
			if (!isNewest()) return;
			say(status, "");
			showFieldProblem(input, words ?? "");
		};
		if (file.size === 0) return reject(empty);
		if (file.size > MAX_DOCUMENT_BYTES) return reject(tooLarge);
		try {
			const hash = await hashFile(file, (percent) => isNewest() && say(status, hashing, percent));
			const type = judgeDocument(new Uint8Array(await file.arrayBuffer()), "");
			if (type.kind === "invalid_document") return reject(otherType);
			if (!isNewest()) return;
			within(form, '[name="sha256"]', HTMLInputElement).value = hash;
			within(form, '[name="size"]', HTMLInputElement).value = String(file.size);
			within(form, '[name="mimeType"]', HTMLSelectElement).value = type.mimeType;
			say(status, hashed);
		} catch {
			reject(failed);
		}
	}
	form.addEventListener("submit", (event) => {
		const { files } = input;
		event.preventDefault();
		if (!files || files.length === 0) {
			showFieldProblem(input, status.dataset["missing"] ?? "");
			return input.focus();
		}
		void judged.then(() => (input.validity.valid ? showMessage(form, files) : input.focus()));
	});
}

/** Shows the message in this document, because the next one could not have the chosen file. */
async function showMessage(form: HTMLFormElement, files: FileList): Promise<void> {
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form)) if (typeof value === "string") body.set(name, value);
	const next = (await postForm(form.action, body)).page;
	if (!next?.querySelector("[data-upload]")) return showProblem(form, next, form.dataset.unsent ?? "");
	takeOver(next, files);
	// The script of wallets offers them in the forms that it finds when it is loaded.
	const wallets = next.querySelector<HTMLScriptElement>('script[src*="/wallet-"]')?.getAttribute("src");
	if (wallets) await import(wallets);
}

/** Shows the page in this document, with the file, which no other document can have. */
function takeOver(next: Document, files: FileList): void {
	const main = document.adoptNode(within(next, "main", HTMLElement));
	document.querySelector("main")?.replaceWith(main);
	document.title = next.title;
	within(main, '[name="file"]', HTMLInputElement).files = files;
	within(main, "[data-same-file]", HTMLElement).hidden = true;
	const upload = within(main, "[data-upload]", HTMLElement);
	upload.textContent = (upload.dataset["kept"] ?? "").replace("{name}", () => files[0]?.name ?? "");
	for (const button of main.querySelectorAll<HTMLButtonElement>("button[data-copy]")) button.hidden = false;
	start(main);
	main.dispatchEvent(new Event("newform", { bubbles: true }));
	(main.querySelector<HTMLElement>('[role="alert"][autofocus]') ?? main).focus();
	window.scrollTo(0, 0);
}

/** Judges the file when it is chosen, so that a wallet is asked for no other one. */
function offerUpload(form: HTMLFormElement, status: HTMLElement): void {
	const input = within(form, '[name="file"]', HTMLInputElement);
	input.addEventListener("change", async () => {
		const isSame = await isNamed(input.files?.[0], form);
		showFieldProblem(input, isSame || input.files?.length === 0 ? "" : (status.dataset["differs"] ?? ""));
	});
	form.addEventListener("submit", (event) => void sendWill(event, form, status));
}

/** Whether the message names this very file. */
async function isNamed(file: File | undefined, form: HTMLFormElement): Promise<boolean> {
	const { upload } = within(form, "[data-upload]", HTMLElement).dataset;
	if (!file) return false;
	return (await hashFile(file, () => undefined).catch(() => "")) === upload;
}

async function sendWill(event: SubmitEvent, form: HTMLFormElement, status: HTMLElement): Promise<void> {
	event.preventDefault();
	const { sending, failed, differs } = status.dataset;
	const input = within(form, '[name="file"]', HTMLInputElement);
	if (!(await isNamed(input.files?.[0], form))) {
		within(form, "[data-same-file]", HTMLElement).hidden = false;
		say(status, "");
		showFieldProblem(input, differs ?? "");
		return input.focus();
	}
	const sent = await postForm(form.action, new FormData(form), (percent) => say(status, sending, percent));
	if (sent.path === "/estate/will") return location.assign("/estate/will");
	say(status, "");
	if (sent.page?.querySelector("[data-upload]") && input.files) return takeOver(sent.page, input.files);
	// Such as the end of the session, with its way on.
	showProblem(form, sent.page, failed ?? "");
}

function offerCheck(button: HTMLButtonElement): void {
	const section = button.closest("section");
	if (!section) return;
	const status = within(section, "[data-check-status]", HTMLElement);
	const unchecked = within(section, "[data-unchecked]", HTMLElement);
	button.hidden = false;
	unchecked.hidden = true;
	within(section, "[data-check-hint]", HTMLElement).hidden = false;
	const { check = "", sha256, reading, matches, differs, failed } = button.dataset;
	button.addEventListener("click", async () => {
		const read = await getBlob(check, (percent) => say(status, reading, percent));
		unchecked.hidden = read !== null;
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
