/** Finds sections of guides and reference. The Worker and the script of the pages find the same (reference.md "Search"). */

export type SearchEntry = {
	/** With the anchor of the section. */
	path: string;
	title: string;
	/** The title of its page. */
	page: string;
	/** What else it can be found by. */
	words: string;
};

const MAX_RESULTS = 30;
/** Longer queries are sentences of which no section has all words. */
const MAX_TERMS = 8;

/** How much a term counts, by where it is found. */
const WEIGHTS = { phrase: 40, title: 60, titleWord: 30, titlePart: 12, word: 5, part: 1 };

/** Sections that have every term, the best first. */
export function search(entries: readonly SearchEntry[], query: string): SearchEntry[] {
	const terms = termsOf(query);
	if (terms.length === 0) return [];
	const phrase = query.trim().toLowerCase();
	const found = entries.flatMap((entry) => {
		const scores = terms.map((term) => scoreOf(entry, term));
		if (!scores.every((score) => score > 0)) return [];
		const isWhole = `${entry.title} ${entry.words}`.toLowerCase().includes(phrase);
		return [{ entry, score: scores.reduce((sum, score) => sum + score, isWhole ? WEIGHTS.phrase : 0) }];
	});
	// The order of entries is that of the rail, and sorting keeps it.
	found.sort((a, b) => b.score - a.score);
	return found.slice(0, MAX_RESULTS).map(({ entry }) => entry);
}

function termsOf(query: string): string[] {
	return query
		.toLowerCase()
		.split(/[^\p{L}\p{N}_]+/u)
		.filter((term) => term !== "")
		.slice(0, MAX_TERMS);
}

function scoreOf({ title, words }: SearchEntry, term: string): number {
	const lowerTitle = title.toLowerCase();
	if (lowerTitle === term) return WEIGHTS.title;
	const inTitle = placeOf(lowerTitle, term);
	if (inTitle !== "nowhere") return inTitle === "word" ? WEIGHTS.titleWord : WEIGHTS.titlePart;
	const inWords = placeOf(words.toLowerCase(), term);
	if (inWords === "nowhere") return 0;
	return inWords === "word" ? WEIGHTS.word : WEIGHTS.part;
}

/** `word` if a word begins with the term. */
function placeOf(text: string, term: string): "word" | "part" | "nowhere" {
	let at = text.indexOf(term);
	if (at < 0) return "nowhere";
	for (; at >= 0; at = text.indexOf(term, at + 1)) {
		if (at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1] ?? "")) return "word";
	}
	return "part";
}
