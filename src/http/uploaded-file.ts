/** What an uploaded file is on the wire and to a handler. */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { lineOfText } from "../kernel/schemas.ts";

/** The part of a form, and the field of a JSON body, that the file is in. */
export const FILE_FIELD = "file";

export type UploadedFile = {
	/** At least one, and not more than the limit. */
	bytes: Uint8Array;
	/** A Content-Type as it was sent; empty where none was. It may be wrong. */
	declaredType: string;
};

/** How the fields beside the file are written in a form, where everything is text. The others are text in JSON too. */
export type UploadForm = {
	/** Whole numbers, in decimal. */
	numbers: readonly string[];
	/** Objects, as JSON. */
	objects: readonly string[];
};

const MAX_NAME_LENGTH = 255;
/** Of a Content-Type with its parameters. */
const MAX_TYPE_LENGTH = 255;

/** Nothing is stored or sent back under this name. It is looked at so that a client which sends a path hears of it. */
const fileName = lazy(() =>
	lineOfText(MAX_NAME_LENGTH)
		.refine((name) => !/[/\\]/.test(name), "must be a file's name, not a path")
		.meta({ description: "Not kept.", example: "will.pdf" }),
);

export const jsonFileSchema = lazy(() =>
	z.strictObject({
		base64: z
			.string()
			.refine(isBase64, "must be base64 (RFC 4648 section 4), padded and without white space")
			.meta({ contentEncoding: "base64", example: "TXkgd2lsbC4=" }),
		name: fileName().optional(),
		mimeType: z.string().max(MAX_TYPE_LENGTH, `must have at most ${MAX_TYPE_LENGTH} characters`).meta({
			description: "What the bytes are taken for; they are looked at themselves.",
			example: "text/plain",
		}),
	}),
);

/** The one spelling of these bytes: a lenient reader would take many. A search for what is wrong is cheap however long. */
function isBase64(text: string): boolean {
	if (text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text)) return false;
	const last = text.slice(-4);
	const padding = text.indexOf("=");
	const isPadded = padding < 0 || padding >= text.length - 2;
	return isPadded && Buffer.from(last, "base64").toString("base64") === last;
}
