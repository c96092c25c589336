/**
 * The page of a case, live: a WebSocket says that the case has moved, and the page fetches its changing part. Where
 * sockets fail, it polls. When the session has ended, the page empties itself. Uploads show how far they are.
 */
import { keepTyped } from "./lib/keep-typed.ts";
import { showProblem } from "./lib/show-problem.ts";

const EXPIRED = 4000;
const SHORTEST_MS = 5_000;
const LONGEST_MS = 60_000;

const frame = document.querySelector<HTMLElement>("[data-case]");
const caseId = frame?.dataset.case;
if (frame && caseId) {
	const note = frame.querySelector<HTMLElement>("[data-live-note]");
	if (note) note.hidden = false;
	follow({ page: frame, path: `/cases/${caseId}`, waitMs: SHORTEST_MS, isOver: false });
}
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-upload]")) showProgress(form);

// The page may be the response to a form, which has no address. With one, the way back asks for the page anew.
const own = document.querySelector<HTMLFormElement>("form[data-after-file], form[data-sign]")?.action;
const shown = caseId ? `/cases/${caseId}` : own;
if (shown) history.replaceState(null, "", `${shown}${location.hash}`);

/** Sent after the file that was chosen beside it, which would be lost with the page. */
const after = document.querySelector<HTMLFormElement>("form[data-after-file]");
if (after) keepTyped(after);
after?.addEventListener("submit", (event) => {
	const upload = document.querySelector<HTMLFormElement>("form[data-upload]");
	if (!upload?.querySelector<HTMLInputElement>("input[type=file]")?.files?.length) return;
	event.preventDefault();
	upload.dataset.first = "";
	upload.requestSubmit();
});

type Following = {
	page: HTMLElement;
	path: string;
	/** Until the next attempt. */
	waitMs: number;
	isOver: boolean;
};

function follow(state: Following): void {
	if (state.isOver) return;
	const { page, path } = state;
	const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}/live`);
	let isFirst = true;
	socket.addEventListener("message", ({ data }) => {
		state.waitMs = SHORTEST_MS;
		const shown = page.querySelector<HTMLElement>("[data-live]")?.dataset.version;
		// The first message says where the case is; every later one that something has changed.
		if (!isFirst || data !== shown) void fetchNews(state);
		isFirst = false;
	});
	socket.addEventListener("close", ({ code }) => {
		if (state.isOver) return;
		if (code === EXPIRED) follow(state);
		else later(state, () => void refresh(state).then(() => follow(state)));
	});
}

/** A socket tells news once, so the page asks until it has them. */
async function fetchNews(state: Following): Promise<void> {
	if (!(await refresh(state)) && !state.isOver) later(state, () => void fetchNews(state));
}

/** @returns whether the page is up to date */
async function refresh(state: Following): Promise<boolean> {
	const status = await replaceLivePart(state.page, state.path);
	if (status === 401 || status === 404) {
		state.isOver = true;
		empty(state.page);
	}
	return status === 200;
}

function later(state: Following, act: () => void): void {
	setTimeout(act, state.waitMs + Math.random() * 1_000);
	state.waitMs = Math.min(2 * state.waitMs, LONGEST_MS);
}

/** @returns the status of the response; 0 if there was none */
function replaceLivePart(page: HTMLElement, path: string): Promise<number> {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("GET", `${path}/fragment`);
		// Trusted Types allow no parsing of strings, but the browser parses documents itself.
		request.responseType = "document";
		request.addEventListener("loadend", () => {
			const next = request.responseXML?.querySelector<HTMLElement>("[data-live]");
			const shown = page.querySelector<HTMLElement>("[data-live]");
			if (request.status === 200 && next && shown) {
				exchange(page, shown, next);
				exchangeStatus(page, request.responseXML);
				document.title = request.responseXML?.title ?? document.title;
			}
			resolve(request.status);
		});
		request.send();
	});
}

function exchange(page: HTMLElement, shown: HTMLElement, next: HTMLElement): void {
	const adopted = document.adoptNode(next);
	adopted.classList.add("changed");
	for (const button of adopted.querySelectorAll<HTMLButtonElement>("button[data-copy]"))
		button.hidden = false;
	const focused = shown.contains(document.activeElement) ? document.activeElement : null;
	shown.replaceWith(adopted);
	if (focused instanceof HTMLElement) keepFocus(adopted, focused);
	if (adopted.dataset.closed !== undefined) removeOpenParts(page, adopted);
}

/** The exact status stands among the details, outside of the changing part. */
function exchangeStatus(page: HTMLElement, fetched: Document | null): void {
	const next = fetched?.querySelector("[data-status]");
	const shown = page.querySelector("[data-status]");
	if (!next || !shown || next.textContent === shown.textContent) return;
	shown.replaceWith(document.adoptNode(next));
	const announce = page.querySelector("[data-announce]");
	const words = wordsOf(page, "changed")?.textContent ?? "{status}";
	if (announce) announce.textContent = words.replace("{status}", next.textContent ?? "");
}

/** What only an open case offers. */
function removeOpenParts(page: HTMLElement, part: HTMLElement): void {
	for (const offer of page.querySelectorAll("[data-while-open]")) {
		if (offer.contains(document.activeElement)) {
			part.tabIndex = -1;
			part.focus({ preventScroll: true });
		}
		offer.remove();
	}
}

/** On the control that does the same in the new part, otherwise on the part, from where the next Tab goes on. */
function keepFocus(part: HTMLElement, before: HTMLElement): void {
	const purposeOf = (control: HTMLElement) => control.getAttribute("href") ?? control.dataset.copy;
	const controls = [...part.querySelectorAll<HTMLElement>("a[href], button[data-copy]")];
	const same = controls.find((control) => purposeOf(control) === purposeOf(before));
	if (!same) part.tabIndex = -1;
	(same ?? part).focus({ preventScroll: true });
}

function empty(page: HTMLElement): void {
	const words = wordsOf(page, "ended")?.cloneNode(true);
	page.replaceChildren(...(words ? [words] : []));
	document.title = location.host;
}

function wordsOf(page: ParentNode, word: string): Element | null | undefined {
	return page
		.querySelector<HTMLTemplateElement>("template[data-words]")
		?.content.querySelector(`[data-word="${word}"]`);
}

/** Sends the form by the script. The form stays as it is if anything goes wrong, since it alone has the chosen file. */
function showProgress(form: HTMLFormElement): void {
	const label = form.querySelector<HTMLElement>("[data-progress]");
	const bar = form.querySelector("progress");
	if (!label || !bar) return;
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		label.hidden = false;
		const request = new XMLHttpRequest();
		request.open("POST", form.action);
		request.responseType = "document";
		request.upload.addEventListener("progress", ({ loaded, total }) => {
			bar.value = total === 0 ? 0 : (100 * loaded) / total;
		});
		request.addEventListener("loadend", () => {
			label.hidden = true;
			const isFirst = form.dataset.first !== undefined;
			delete form.dataset.first;
			if (request.status === 200 && isFirst) after?.submit();
			else if (request.status === 200) showSent(form, request);
			else showProblem(form, request.responseXML, form.dataset.upload ?? "");
		});
		request.send(new FormData(form));
	});
}

/** Where a page has other fields, only its part with the document is new, so that what was typed stays. */
function showSent(form: HTMLFormElement, { responseXML, responseURL }: XMLHttpRequest): void {
	const shown = form.closest("[data-sent]");
	const next = responseXML?.querySelector<HTMLElement>("[data-sent]");
	if (!shown || !next) {
		location.assign(responseURL);
		return;
	}
	shown.replaceWith(document.adoptNode(next));
	next.focus();
	for (const again of next.querySelectorAll<HTMLFormElement>("form[data-upload]")) showProgress(again);
}
