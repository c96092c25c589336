/**
 * Splits the text of a bundle into parts that are parsed one by one: each member, and each item of the long lists. So
 * no step takes long, however large the text is. Checks only the grammar between the parts.
 */
import { jsonPath } from "../../kernel/encoding/json-differences.ts";

/** A part holds what one request carried, which is a mebibyte at most. */
const MAX_CHARACTERS = 1.25 * 1024 * 1024;
/** The creation of a case with 500 transactions has about 2,000. */
const MAX_VALUES = 4_000;
/** So many entries and events fill 32 MiB. */
const MAX_PARTS = 100_000;

export const LISTS = ["history", "events"] as const;
type ListName = (typeof LISTS)[number];

export type Part = {
	/** Of the member. */
	name: string;
	/** Null for a whole member, also for an empty list. */
	list: ListName | null;
	/** JSON path. */
	where: string;
	/** Of the value in the text, with the spaces behind it. */
	from: number;
	to: number;
};

/**
 * @throws SyntaxError if the text is not a JSON object
 * @throws PartTooLarge
 */
export function* partsOf(text: string): Generator<Part, void> {
	let count = 0;
	for (const part of allParts(text)) {
		if (++count > MAX_PARTS) throw new PartTooLarge(part.where);
		yield part;
	}
}

/** No bundle has so large a part, or so many. */
export class PartTooLarge extends Error {
	readonly where: string;
	constructor(where: string) {
		super(`${where} is too large`);
		this.where = where;
	}
}

function* allParts(text: string): Generator<Part, void> {
	let at = after(text, 0, "{");
	if (text[at] === "}") return end(text, at);
	for (;;) {
		const name = nameAt(text, at);
		at = after(text, at + name.length + 2, ":");
		const list = LISTS.find((one) => one === name);
		if (list && text[at] === "[" && text[after(text, at, "[")] !== "]") at = yield* items(text, list, at);
		else at = yield* part(text, { name, list: null, where: jsonPath("$", [name]), from: at });
		if (text[at] === "}") return end(text, at);
		at = after(text, at, ",");
	}
}

function* items(text: string, list: ListName, from: number): Generator<Part, number> {
	let at = after(text, from, "[");
	for (let index = 0; ; index++) {
		at = yield* part(text, { name: list, list, where: jsonPath("$", [list, index]), from: at });
		if (text[at] === "]") return after(text, at, "]");
		at = after(text, at, ",");
	}
}

function* part(text: string, begun: Omit<Part, "to">): Generator<Part, number> {
	const to = endOf(text, begun.from);
	if (to === null) throw new PartTooLarge(begun.where);
	yield { ...begun, to };
	return to;
}

/** No bundle has longer spaces. */
const SPACE = /[ \t\n\r]{0,1000}/y;
/** No member of a bundle has another name. */
const NAME = /"(\w{1,100})"/y;

/** The place of the next sign. @throws SyntaxError if the text has another sign than this one, after spaces */
function after(text: string, from: number, sign: string): number {
	const at = skipSpace(text, from);
	if (text[at] !== sign) throw new SyntaxError(`no ${sign} at ${at}`);
	return skipSpace(text, at + 1);
}

function skipSpace(text: string, from: number): number {
	SPACE.lastIndex = from;
	SPACE.test(text);
	return SPACE.lastIndex;
}

function nameAt(text: string, at: number): string {
	NAME.lastIndex = at;
	const [, name] = NAME.exec(text) ?? [];
	if (name === undefined) throw new SyntaxError(`no name at ${at}`);
	return name;
}

function end(text: string, at: number): void {
	if (after(text, at, "}") !== text.length) throw new SyntaxError("more than one value");
}

const [QUOTE, BACKSLASH, COMMA] = ['"', "\\", ","].map((sign) => sign.charCodeAt(0));
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [..."[{]}"].map((sign) => sign.charCodeAt(0));

/** The place behind the value at `from` and its spaces. @returns null if it is too large */
function endOf(text: string, from: number): number | null {
	const limit = Math.min(text.length, from + MAX_CHARACTERS);
	let depth = 0;
	let values = 1;
	let isText = false;
	for (let at = from; at < limit; at++) {
		const sign = text.charCodeAt(at);
		if (sign === QUOTE) isText = !isText;
		else if (isText) at += sign === BACKSLASH ? 1 : 0;
		else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
			depth++;
			values++;
		} else if (depth === 0 && (sign === COMMA || sign === CLOSE_LIST || sign === CLOSE_OBJECT)) return at;
		else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--;
		else if (sign === COMMA) values++;
		if (values > MAX_VALUES) return null;
	}
	if (limit < text.length) return null;
	throw new SyntaxError("the text ends within a value");
}
