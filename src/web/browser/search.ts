/**
 * Search in guides and reference while somebody types. Results are links below the field; `/` moves the focus there,
 * arrow keys move between results, Escape closes them. Return goes to the page that searches without a script.
 */
import { createSearch, type Search, type SearchHit } from "../app/developers/docs/search.ts";

const MAX_SHOWN = 8;
const TYPING_MS = 120;

const form = document.querySelector<HTMLFormElement>("form[data-search]");
const input = form?.querySelector<HTMLInputElement>("input[type=search]");
const list = form?.querySelector<HTMLElement>("[data-search-results]");
const status = form?.querySelector<HTMLElement>("[data-search-status]");
if (form && input && list && status) enable({ form, input, list, status });

type Parts = { form: HTMLFormElement; input: HTMLInputElement; list: HTMLElement; status: HTMLElement };

function enable({ form, input, list, status }: Parts): void {
	const { search: index = "", found = "", none = "" } = form.dataset;
	let loaded: Promise<Search> | undefined;
	let timer = 0;
	const load = () => {
		loaded ??= fetch(index).then(async (response) => createSearch(await response.json()));
		// The field still sends its form, and the next attempt loads again.
		loaded.catch(() => {
			loaded = undefined;
		});
		return loaded;
	};
	const update = async () => {
		const query = input.value;
		const results = query.trim() === "" ? [] : (await load())(query).hits;
		if (query !== input.value) return;
		list.replaceChildren(...results.slice(0, MAX_SHOWN).map(itemOf));
		list.hidden = results.length === 0;
		const count = results.length === 0 ? none : found.replace("#", String(results.length));
		status.textContent = query.trim() === "" ? "" : count;
	};
	input.addEventListener("focus", () => void load().catch(() => {}));
	input.addEventListener("input", () => {
		clearTimeout(timer);
		timer = setTimeout(() => void update().catch(() => {}), TYPING_MS);
	});
	form.addEventListener("keydown", (event) => onKey(event, { form, input, list, status }));
	form.addEventListener("focusout", ({ relatedTarget }) => {
		if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.hidden = true;
	});
	input.addEventListener("focus", () => {
		list.hidden = list.childElementCount === 0;
	});
	document.addEventListener("keydown", (event) => {
		const isTyping =
			event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
		if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		input.focus();
		input.select();
	});
}

function itemOf({ path, title, page, excerpt: { before, found, after } }: SearchHit): HTMLLIElement {
	const item = document.createElement("li");
	const link = document.createElement("a");
	link.href = path;
	const line = quiet(before);
	line.append(elementOf("mark", found), after);
	link.append(title, " ", quiet(page), elementOf("br", ""), line);
	item.append(link);
	return item;
}

const quiet = (text: string): HTMLElement => {
	const element = elementOf("span", text);
	element.className = "quiet";
	return element;
};

function elementOf(name: string, text: string): HTMLElement {
	const element = document.createElement(name);
	element.textContent = text;
	return element;
}

function onKey(event: KeyboardEvent, { input, list }: Parts): void {
	if (event.key === "Escape") {
		// The focus shows them again.
		input.focus();
		list.hidden = true;
		return;
	}
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined || list.hidden) return;
	event.preventDefault();
	const places = [input, ...list.querySelectorAll("a")];
	const at = places.indexOf(document.activeElement as HTMLAnchorElement);
	places[(at + step + places.length) % places.length]?.focus();
}
