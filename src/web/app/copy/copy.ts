/** All texts of the pages. English defines which there are, and a text that another language lacks is a type error. */
import { LANGUAGES, type Language } from "../../../kernel/languages.ts";
import type { en } from "./en/index.ts";

export type Copy = typeof en;

/** The bundle holds every folder that this names, so that a language is a folder and its line in `languages.ts`. */
const copies = new Map<Language, Copy>(
	await Promise.all(
		LANGUAGES.map(async (language) => {
			const texts = (await import(`./${language}/index.ts`)) as Record<Language, Copy>;
			return [language, texts[language]] as const;
		}),
	),
);

export function copyFor(language: Language): Copy {
	const copy = copies.get(language);
	if (copy === undefined)
		throw new Error(`src/web/app/copy/${language}/index.ts does not export ${language}`);
	return copy;
}
