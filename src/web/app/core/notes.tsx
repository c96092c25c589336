/**
 * Notes such as "You objected", which a page shows after its form was sent. A cookie carries the note. An address must not:
 * anybody could send an owner a link that says so, though nothing was done.
 */
import { cookieOf, hostCookieName, soleCookie } from "../../../http/cookies.ts";
import type { PageContext } from "./page-env.ts";

/** Longer than any redirect takes. */
const SECONDS = 60;

/** @param note letters, digits and dots @param path of the page, perhaps with a query */
export function leaveNote(c: PageContext, path: string, note: string): void {
	const [pathname = ""] = path.split("?");
	c.get("cookies").push(noteCookie(c, `${note}@${encodeURIComponent(pathname)}`, SECONDS));
}

/** The note for this page: its name, and the number behind it. */
function readNote(c: PageContext): string[] {
	const value = soleCookie(c.req.raw.headers, nameOf(c));
	const [note, pathname] = value?.split("@") ?? [];
	return note === undefined || pathname !== encodeURIComponent(c.req.path) ? [] : note.split(".");
}

/** Tells whether the form with this note was just sent. */
export const hasNote = (c: PageContext, name: string): boolean => readNote(c)[0] === name;

const nameOf = (c: PageContext): string => hostCookieName(c.env.settings.appOrigin, "note");

function noteCookie(c: PageContext, value: string, maxAgeSeconds: number): string {
	const { appOrigin } = c.env.settings;
	return cookieOf({ appOrigin, name: nameOf(c), value, maxAgeSeconds, sameSite: "Strict" });
}

/** By the note's name. A number may stand behind the name: the note `all.3` has the words `all` of 3. */
export type DoneWords = Readonly<Record<string, string | ((count: string) => string)>>;

/** Confirms what the previous form has done. */
export function DoneNote({ c, words }: { c: PageContext; words: DoneWords }) {
	const [name, count = ""] = readNote(c);
	// A script that sent the form reads this page before it opens it.
	const isOpened = c.req.header("Sec-Fetch-Dest") !== "empty";
	// A reload does not show it again.
	if (name !== undefined && isOpened) c.get("cookies").push(noteCookie(c, "", 0));
	if (name === undefined || !Object.hasOwn(words, name)) return null;
	const text = words[name];
	return (
		<p class="note done" role="status">
			{typeof text === "function" ? text(count) : text}
		</p>
	);
}
