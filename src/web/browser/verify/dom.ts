/** Builds elements. Text is always text: the policy of the pages allows no parsing of strings. */

import { timeInWords } from "../../app/core/times.ts";

/** The first group begins with `0x`. The last one may be shorter, where somebody has typed less. */
const GROUPS = /0x.{1,8}|.{1,8}/g;

type Child = Node | string | null;
type Attributes = Readonly<Record<string, string>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Attributes,
	...children: Child[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	made.append(...children.filter((child) => child !== null));
	return made;
}

/** @throws Error if the page has no such element */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
	const found = document.getElementById(id);
	if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
	return found;
}

/** A list of terms. A row without a value is left out. */
export function terms(rows: readonly (readonly [string, Child])[]): HTMLElement {
	const shown = rows.filter(([, value]) => value !== null);
	return element(
		"dl",
		{},
		...shown.map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value))),
	);
}

export function hash(text: string): HTMLElement {
	return element("span", { class: "hash" }, text);
}

/** In groups of eight, as on the exhibit. */
export function fingerprint(jrcHash: string): HTMLElement {
	const groups = jrcHash.match(GROUPS) ?? [];
	return element("span", { class: "hash whole" }, ...groups.map((group) => element("span", {}, group)));
}

/** @param iso ISO 8601 @param language of the page */
export function time(iso: string, language: string): HTMLElement {
	return element("time", { datetime: iso }, timeInWords(iso, language));
}
