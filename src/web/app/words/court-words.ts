/** Names of the federal courts of the United States, whose ids are made by a rule: `nysd` is New York, Southern District. */

/** States and territories by the first two letters of an id. */
const STATES = new Map(
	[
		"al Alabama|ak Alaska|az Arizona|ar Arkansas|ca California|co Colorado|ct Connecticut|de Delaware|dc Columbia",
		"fl Florida|ga Georgia|gu Guam|hi Hawaii|id Idaho|il Illinois|in Indiana|ia Iowa|ks Kansas|ky Kentucky",
		"la Louisiana|me Maine|md Maryland|ma Massachusetts|mi Michigan|mn Minnesota|ms Mississippi|mo Missouri",
		"mt Montana|ne Nebraska|nv Nevada|nh New Hampshire|nj New Jersey|nm New Mexico|ny New York",
		"nc North Carolina|nd North Dakota|oh Ohio|ok Oklahoma|or Oregon|pa Pennsylvania|pr Puerto Rico",
		"ri Rhode Island|sc South Carolina|sd South Dakota|tn Tennessee|tx Texas|ut Utah|vt Vermont|va Virginia",
		"wa Washington|wv West Virginia|wi Wisconsin|wy Wyoming",
	]
		.flatMap((line) => line.split("|"))
		.map((state) => [state.slice(0, 2), state.slice(3)]),
);
const PARTS: Record<string, string> = {
	n: "Northern ",
	s: "Southern ",
	e: "Eastern ",
	w: "Western ",
	m: "Middle ",
	c: "Central ",
};
/** What papers write before the name. */
const TITLE = /^(?:the )?(?:united states|us) (bankruptcy|district) court (?:for )?(?:the )?/;

/** Undefined if the id is none of these. */
export function courtName(courtId: string): string | undefined {
	const [, state = "", part = "", kind] = /^(..)([nsewmc]?)([db])$/.exec(courtId.toLowerCase()) ?? [];
	const name = STATES.get(state);
	if (name === undefined) return undefined;
	return `${kind === "b" ? "Bankruptcy Court, " : ""}${PARTS[part] ?? ""}District of ${name}`;
}

/** With or without the words that stand before it, in any letter case. */
export function isNameOfCourt(name: string, typed: string): boolean {
	const words = plain(typed);
	const [, kind] = TITLE.exec(words) ?? [];
	const before = kind === "bankruptcy" ? "bankruptcy court " : "";
	return before + words.replace(TITLE, "") === plain(name);
}

const plain = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(".", "")
		.replaceAll(/[^a-z]+/g, " ")
		.trim();
