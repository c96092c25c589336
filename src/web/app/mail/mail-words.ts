import { capitalized } from "../../../kernel/capitalized.ts";
import type { MailFacts, MailKind, OptionalMailKind } from "../../../mail/mail-kinds.ts";
import type { cases } from "../copy/en/cases.ts";

/** What a mail says. It repeats nothing that somebody has typed, so that nobody can use it to write in our name. */
export type MailWords = {
	/** Without anything about a case, an amount or a person. */
	subject: string;
	/** Paragraphs above the code, the facts and the link. */
	text: readonly string[];
	facts?: readonly (readonly [label: string, value: string])[];
	/** A page of ours, by its path. Opening it changes nothing. */
	link?: readonly [path: string, text: string];
	/** Paragraphs below. */
	more?: readonly string[];
	/** Why it came, and how to end it. */
	why: string;
};

/** `host`: of the service. `at`: when it happened. */
export type MailPlace = {
	brand: string;
	host: string;
	at: string;
	/** @param iso ISO 8601 */
	time: (iso: string) => string;
	/** The name and number of a network. */
	network: (chainId: string) => string;
};

/** The name of each kind that can be switched off, in the plural. */
export type MailKindNames = Record<OptionalMailKind, string>;

/** What the claimant reads on the page of her case. @param act an act of `standing.ts` */
export function actInWords({ doing, progress }: typeof cases, act: string): readonly string[] {
	const known = (Object.keys(doing) as (keyof typeof doing)[]).find((name) => name === act);
	if (known === undefined) return [];
	const [heading, ...text] = doing[known][0];
	return [capitalized(heading), ...text, `${progress.comes[known]}.`];
}

/** The words of every kind. */
export type MailCopy = { [K in MailKind]: (place: MailPlace, facts: MailFacts<K>) => MailWords };
