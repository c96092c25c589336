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

/** The note for this page: its name, and the numbers behind it. */
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

/**
 * By the note's name. Numbers may stand behind the name: the note `all.3` has the words `all` of 3. Several lines are a heading
 * and sentences.
 */
export type DoneWords = Readonly<
	Record<string, string | ((...counts: string[]) => string | readonly string[])>
>;

/** Confirms what the previous form has done. */
export function DoneNote({ c, of: said }: { c: PageContext; of: DoneWords }) {
	const [name, ...counts] = readNote(c);
	// A script that sent the form reads this page before it opens it.
	const isOpened = c.req.header("Sec-Fetch-Dest") !== "empty";
	// A reload does not show it again.
	if (name !== undefined && isOpened) c.get("cookies").push(noteCookie(c, "", 0));
	if (name === undefined || !Object.hasOwn(said, name)) return null;
	const words = said[name];
	const [heading, ...sentences] = [typeof words === "function" ? words(...counts) : words].flat();
	if (sentences.length === 0) {
		return (
			<p class="note done" role="status">
				{heading}
			</p>
		);
	}
	return (
		<div class="note done" role="status">
			<h2 class="note-title">{heading}</h2>
			{sentences.map((sentence) => (
				<p>{sentence}</p>
			))}
		</div>
	);
}
