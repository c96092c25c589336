/** Finds sections of guides and reference. The Worker and the script of the pages find the same (docs-pages.md "Search"). */
import MiniSearch from "minisearch";
import { lazyPattern } from "../../../../kernel/once.ts";

export type SearchEntry = {
	/** With the anchor of the section. */
	path: string;
	title: string;
	/** The title of its page. */
	page: string;
	/** What else it can be found by. */
	words: string;
};

export type SearchHit = SearchEntry & {
	/** The part of `words` around the first word that was found, and the characters before and after it. */
	excerpt: { before: string; found: string; after: string };
};

type Found = {
	hits: SearchHit[];
	/** False if no section has every word of the query. Then each hit has one of them at least. */
	isWhole: boolean;
};

export type Search = (query: string) => Found;

const MAX_RESULTS = 30;
/** Longer queries are sentences of which no section has all words. */
const MAX_TERMS = 8;
const EXCERPT_LENGTH = 70;

const betweenWords = lazyPattern(String.raw`[^\p{L}\p{N}_]+`, "u");
const betweenParts = lazyPattern(String.raw`_|(?<=[\p{Ll}\p{N}])(?=\p{Lu})`, "u");

const tokenize = (text: string): string[] => text.split(betweenWords()).filter((word) => word !== "");
/** `createHostedLink` and `INVALID_SIGNER` are found by each of their words, too. */
const partsOf = (word: string): string[] => word.split(betweenParts());

/** Letters that may be wrong, missing or too many. */
const mistakesIn = (term: string): number => (term.length < 4 ? 0 : term.length < 6 ? 1 : 2);

/**
 * @returns a function that finds the sections with every word of a query, or with a similar one. The best come first. If no section
 * has a word, the other words decide.
 */
export function createSearch(entries: readonly SearchEntry[]): Search {
	const index = new MiniSearch<SearchEntry & { id: number }>({
		fields: ["title", "words", "page"],
		tokenize,
		processTerm: (term) => [...new Set([term, ...partsOf(term)].map((part) => part.toLowerCase()))],
		searchOptions: {
			processTerm: (term) => term.toLowerCase(),
			combineWith: "AND",
			prefix: true,
			fuzzy: mistakesIn,
			boost: { title: 4, page: 0.5 },
		},
	});
	index.addAll(entries.map((entry, id) => ({ ...entry, id })));
	return (query) => {
		const words = tokenize(query).slice(0, MAX_TERMS).join(" ");
		const whole = index.search(words);
		const isWhole = whole.length > 0;
		const found = isWhole ? whole : index.search(words, { combineWith: "OR" });
		const hits = found.slice(0, MAX_RESULTS).flatMap(({ id, terms }) => {
			const entry = entries[id];
			return entry ? [{ ...entry, excerpt: excerptOf(entry.words, terms) }] : [];
		});
		return { hits, isWhole };
	};
}

/** @param terms in lower case; where the text has none of them, its beginning stands for it */
function excerptOf(words: string, terms: readonly string[]): SearchHit["excerpt"] {
	const lower = words.toLowerCase();
	const places = terms.map((term) => [lower.indexOf(term), term.length] as const).filter(([at]) => at >= 0);
	const [at, length] = places.toSorted(([a], [b]) => a - b)[0] ?? [0, 0];
	const end = at + length;
	const [from, to] = [Math.max(0, at - EXCERPT_LENGTH), Math.min(words.length, end + EXCERPT_LENGTH)];
	// A cut word is left out.
	const before = from === 0 ? words.slice(0, at) : `… ${words.slice(from, at).replace(/^\S*\s/, "")}`;
	const after = to === words.length ? words.slice(end) : `${words.slice(end, to).replace(/\s\S*$/, "")} …`;
	return { before, found: words.slice(at, end), after };
}
