/** Languages of the pages and of mail, by their own names. The texts of each are a folder of `src/web/app/copy/`. */
export const LANGUAGE_NAMES = {
	en: "English",
	es: "Español",
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];

export function readLanguage(text: string | undefined): Language | undefined {
	return LANGUAGES.find((language) => language === text);
}

/** What `Accept-Language` prefers (RFC 9110 section 12.5.4): ranges with weights. A range counts by its first subtag. */
export function preferredLanguage(headers: Headers): Language {
	const ranges = (headers.get("Accept-Language") ?? "").split(",").map((range) => {
		const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
		const weight = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
		return { language: readLanguage(tag.split("-")[0]), weight: Number(weight ?? 1) };
	});
	const known = ranges.filter(({ language, weight }) => language !== undefined && weight > 0);
	return known.sort((a, b) => b.weight - a.weight)[0]?.language ?? "en";
}
