/** The texts of pages, to find one in a language that the visitor has not chosen. */
import type { Page } from "playwright-core";
import { en } from "../../../src/web/app/copy/en/index.ts";
import { es } from "../../../src/web/app/copy/es/index.ts";

/** What a text's function is given, to find the words between. */
const GAP = "\u2060";
/** Shorter ones may be part of a word of the other language. */
const SHORTEST = 8;

/** Every text, cut where a value is inserted. */
function textsOf(copy: unknown): string[] {
	if (typeof copy === "string") return copy.split(/\{\w+\}/);
	if (typeof copy === "function") return textsOf(called(copy as (...values: string[]) => unknown));
	if (typeof copy !== "object" || copy === null) return [];
	return Object.values(copy).flatMap(textsOf);
}

function called(text: (...values: string[]) => unknown): string[] {
	try {
		return String(text(GAP, GAP, GAP)).split(/[\u2060]|NaN|undefined/);
	} catch {
		return [];
	}
}

const trimmed = (copy: unknown) => new Set(textsOf(copy).map((text) => text.trim()));
const spanish = trimmed(es);
const englishOnly = [...trimmed(en)].filter((text) => text !== "" && !spanish.has(text));

/** English texts that a Spanish page shows: whole texts of elements and labels, and parts of longer ones. */
export async function englishTextsOn(page: Page): Promise<string[]> {
	const shown = await page.evaluate(() => {
		const texts: string[] = [document.title];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const parent = node.parentElement;
			// Messages stay in the language that is signed, and each language's name is in that language.
			if (parent?.closest("script, style, textarea, pre, [lang]:not(html)")) continue;
			texts.push(node.textContent ?? "");
		}
		for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
			for (const name of ["aria-label", "title", "placeholder", "alt"]) {
				texts.push(element.getAttribute(name) ?? "");
			}
		}
		return texts.map((text) => text.trim()).filter((text) => text !== "");
	});
	const isEnglish = (text: string) =>
		englishOnly.find(
			(english) =>
				text === english || (english.length >= SHORTEST && english.includes(" ") && text.includes(english)),
		);
	return shown.flatMap((text) => isEnglish(text) ?? []);
}
