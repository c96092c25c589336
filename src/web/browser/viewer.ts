/*! The viewer contains pdf.js, Copyright Mozilla Foundation, Apache License 2.0: LICENSE beside its worker. */
/**
 * Shows a PDF beside a case (hosted-app.md "Documents beside a case").
 * - Only bytes with the SHA-256 of the case's record are opened.
 * - pdf.js reads the file in a worker, whose own policy lets it ask for nothing. Without the worker nothing is shown.
 * - Pages are drawn, and their text is laid over them. Links, forms, scripts and attached files of the PDF do not exist here.
 */
import {
	GlobalWorkerOptions,
	getDocument,
	type PDFDocumentProxy,
	type PDFPageProxy,
	type RenderTask,
	TextLayer,
} from "pdfjs-dist";
import { VIEWER_POLICY, VIEWER_WORKER } from "../viewer-names.ts";
import { hashFile } from "./lib/hash-file.ts";
import { getBlob, within } from "./lib/requests.ts";

/** Set by the build: the path of the folder with the files of pdf.js, with a slash at its end. */
declare const VIEWER_FILES: string;

const WORKER = `${VIEWER_FILES}${VIEWER_WORKER}`;
/** Fonts and character maps, by the names that the package has. */
const DATA_FILE = /^[\w-]+\.(?:bcmap|pfb|ttf)$/;
/** Of the page's width. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Browsers draw nothing on a canvas that is larger. */
const MAX_PIXELS = 2 ** 24;
const MAX_SIDE = 8192;
const RESIZED_MS = 200;
/** What takes longer is said. */
const SLOW_MS = 500;

/** The names of the words that say why nothing is shown. */
type Reason = "unavailable" | "differs" | "locked" | "broken" | "failed";

class NotShown extends Error {
	readonly reason: Reason;

	constructor(reason: Reason) {
		super(reason);
		this.reason = reason;
	}
}

const REASONS: Record<string, Reason> = { PasswordException: "locked", InvalidPDFException: "broken" };

const viewer = document.querySelector<HTMLElement>("[data-viewer]");
if (viewer) void start(viewer);

async function start(root: HTMLElement): Promise<void> {
	const status = within(root, "[data-viewer-status]", HTMLElement);
	const fail = (error: unknown) => {
		const reason = error instanceof NotShown ? error.reason : (REASONS[nameOf(error)] ?? "failed");
		root.classList.remove("ready");
		within(root, "[data-viewer-leaf]", HTMLElement).replaceChildren();
		status.className = "note danger";
		status.textContent = status.dataset[reason] ?? "";
	};
	try {
		const bytes = await readChecked(root, status);
		status.textContent = status.dataset["opening"] ?? "";
		const { worker, broken } = startWorker();
		broken.catch(fail);
		const pdf = await Promise.race([open(worker, bytes), broken]);
		await showPages(root, pdf, fail);
		status.textContent = "";
		root.classList.add("ready");
	} catch (error) {
		fail(error);
	}
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "");

/** @throws NotShown unless the bytes are those that the case's record names */
async function readChecked(root: HTMLElement, status: HTMLElement): Promise<Uint8Array> {
	const { viewer: path = "", sha256 } = root.dataset;
	const read = await getBlob(path, (percent) => {
		status.textContent = (status.dataset["loading"] ?? "").replace("{percent}", String(percent));
	});
	if (read === null) throw new NotShown("unavailable");
	if ((await hashFile(read.blob, () => undefined)) !== sha256) throw new NotShown("differs");
	return new Uint8Array(await read.blob.arrayBuffer());
}

type TrustedTypes = {
	createPolicy(
		name: string,
		rules: { createScriptURL(path: string): string },
	): { createScriptURL(path: string): string };
};

/** The page's one Trusted Types policy, which passes the worker's path. @returns `broken` rejects when the worker fails */
function startWorker(): { worker: Worker; broken: Promise<never> } {
	const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
	const policy = trustedTypes?.createPolicy(VIEWER_POLICY, {
		createScriptURL(path) {
			if (path !== WORKER) throw new TypeError("This policy passes the viewer's worker alone.");
			return path;
		},
	});
	const worker = new Worker(policy?.createScriptURL(WORKER) ?? WORKER, { type: "module" });
	const broken = new Promise<never>((_, reject) => {
		worker.addEventListener("error", () => reject(new NotShown("failed")), { once: true });
	});
	return { worker, broken };
}

/** Fetches for the worker, which must not: files of pdf.js by their own names, whatever the worker asks for. */
class ViewerFiles {
	async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
		if (!DATA_FILE.test(filename)) throw new Error("The viewer has no such file.");
		const response = await fetch(`${VIEWER_FILES}${filename}`);
		if (!response.ok) throw new Error(`${filename} responded with ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	}
}

/** With a port of its own, pdf.js never reads the file in the page. */
function open(worker: Worker, data: Uint8Array): Promise<PDFDocumentProxy> {
	GlobalWorkerOptions.workerPort = worker;
	return getDocument({
		data,
		useWasm: false,
		useWorkerFetch: false,
		enableXfa: false,
		BinaryDataFactory: ViewerFiles,
		cMapUrl: VIEWER_FILES,
		standardFontDataUrl: VIEWER_FILES,
		wasmUrl: VIEWER_FILES,
		verbosity: 0,
	}).promise;
}

async function showPages(
	root: HTMLElement,
	pdf: PDFDocumentProxy,
	fail: (error: unknown) => void,
): Promise<void> {
	const sheet = within(root, ".sheet", HTMLElement);
	let number = 1;
	let zoom = keptZoom();
	let newest = 0;
	let task: RenderTask | undefined;

	/** A newer call replaces an older one that is under way. */
	async function draw(): Promise<void> {
		const current = ++newest;
		task?.cancel();
		const page = await pdf.getPage(number);
		if (current !== newest) return;
		const factor = ZOOMS[zoom] ?? 1;
		const where = { page: number, pages: pdf.numPages, percent: factor * 100 };
		const slow = setTimeout(() => say(root, "drawing", where), SLOW_MS);
		const drawing = drawPage(page, factor * sheet.clientWidth);
		task = drawing.task;
		const isDrawn = await task.promise
			.then(() => true, rethrowUnlessCancelled)
			.finally(() => clearTimeout(slow));
		const text = await drawing.layText();
		if (isDrawn && current === newest) place(root, { ...drawing, ...text }, where);
	}

	const judges = [
		offerSteps(root, "turn", {
			canGo: (step) => number + step >= 1 && number + step <= pdf.numPages,
			go(step) {
				number += step;
				sheet.scrollTop = 0;
				update();
			},
		}),
		offerSteps(root, "zoom", {
			canGo: (step) => ZOOMS[zoom + step] !== undefined,
			go(step) {
				zoom += step;
				keepZoom(zoom);
				update();
			},
		}),
	];
	const update = () => {
		for (const judge of judges) judge();
		draw().catch(fail);
	};
	for (const button of root.querySelectorAll<HTMLElement>("[data-turn]")) button.hidden = pdf.numPages === 1;
	onResize(sheet, update);
	for (const judge of judges) judge();
	await draw();
}

const ZOOM = "viewer-zoom";

/** Of this tab, also after a form that showed again. */
function keptZoom(): number {
	try {
		const kept = Number(sessionStorage.getItem(ZOOM) ?? Number.NaN);
		return ZOOMS[kept] === undefined ? ZOOMS.indexOf(1) : kept;
	} catch {
		return ZOOMS.indexOf(1);
	}
}

function keepZoom(zoom: number): void {
	try {
		sessionStorage.setItem(ZOOM, String(zoom));
	} catch {
		// No storage: each page begins at the whole width.
	}
}

type Steps = { canGo(step: number): boolean; go(step: number): void };

/** A button that cannot go on is not disabled, or it would lose the focus. @returns a function that judges the buttons anew */
function offerSteps(root: HTMLElement, name: "turn" | "zoom", { canGo, go }: Steps): () => void {
	const buttons = [...root.querySelectorAll<HTMLButtonElement>(`button[data-${name}]`)];
	const stepOf = (button: HTMLButtonElement) => Number(button.dataset[name]);
	for (const button of buttons) {
		button.addEventListener("click", () => {
			if (canGo(stepOf(button))) go(stepOf(button));
		});
	}
	return () => {
		for (const button of buttons) button.setAttribute("aria-disabled", String(!canGo(stepOf(button))));
	};
}

/** Calls back when the width of the pages has changed, and rests. */
function onResize(sheet: HTMLElement, changed: () => void): void {
	let timer = 0;
	let width = sheet.clientWidth;
	addEventListener("resize", () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (sheet.clientWidth === width) return;
			width = sheet.clientWidth;
			changed();
		}, RESIZED_MS);
	});
}

type Where = Record<"page" | "pages" | "percent", number>;

/** @returns where it was said */
function say(root: HTMLElement, words: "drawing" | "shown", where: Where): HTMLElement {
	const status = within(root, "[data-viewer-place]", HTMLElement);
	status.textContent = (status.dataset[words] ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		String(where[name as keyof Where]),
	);
	return status;
}

type Drawn = { canvas: HTMLCanvasElement; text: HTMLElement; hasText: boolean; scale: number };

/** Puts a drawn page in the place of the last one, and says which it is. */
function place(root: HTMLElement, { canvas, text, hasText, scale }: Drawn, where: Where): void {
	const leaf = within(root, "[data-viewer-leaf]", HTMLElement);
	leaf.style.setProperty("--total-scale-factor", String(scale));
	leaf.replaceChildren(canvas, text);
	const status = say(root, "shown", where);
	if (!hasText) status.append(` ${status.dataset["noText"]}`);
}

function rethrowUnlessCancelled(error: unknown): false {
	if (nameOf(error) === "RenderingCancelledException") return false;
	throw error;
}

/** Draws on a canvas that nobody sees yet. @param width in CSS pixels */
function drawPage(page: PDFPageProxy, width: number) {
	const scale = width / page.getViewport({ scale: 1 }).width;
	const viewport = page.getViewport({ scale });
	const { width: w, height: h } = viewport;
	const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (w * h)), MAX_SIDE / w, MAX_SIDE / h);
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.floor(w * ratio));
	canvas.height = Math.max(1, Math.floor(h * ratio));
	canvas.style.width = `${w}px`;
	canvas.style.height = `${h}px`;
	// A reader of the screen gets the text that lies over it.
	canvas.ariaHidden = "true";
	const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
	const layText = async () => {
		const container = document.createElement("div");
		container.className = "text";
		const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
		await layer.render();
		return { text: container, hasText: layer.textContentItemsStr.some((item) => item.trim() !== "") };
	};
	return { canvas, scale, task, layText };
}
