import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { breaks } from "../kernel/schemas/field-rule.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { lineOfText, linePattern } from "../kernel/schemas/schemas.ts";

export const FILE_FIELD = "file";

export type UploadedFile = {
	/** At most the limit. */
	bytes: Uint8Array;
	/** The Content-Type as sent, which may be wrong; empty if none was sent. */
	declaredType: string;
};

export type UploadForm = {
	numbers: readonly string[];
	/** Sent as JSON objects. */
	objects: readonly string[];
};

const MAX_NAME_LENGTH = 255;
const MAX_TYPE_LENGTH = 255;

/** For the document: what `isBase64` accepts, without the empty text, which is `NO_FILE_BUFFER`. */
const BASE64_PATTERN =
	"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$";

/** Validated but not kept, so that a client that sends a path gets an error. */
const fileName = lazy(() =>
	lineOfText(MAX_NAME_LENGTH)
		.refine((name) => !/[/\\]/.test(name), breaks("characters", "must be a file's name, not a path"))
		.meta({ description: doc("Not kept."), pattern: linePattern("/\\\\"), example: doc("will.pdf") }),
);

export const jsonFileSchema = lazyObject(() => ({
	base64: z
		.string()
		.refine(isBase64, breaks("format", "must be base64 (RFC 4648 section 4), padded and without white space"))
		.meta({ contentEncoding: "base64", pattern: BASE64_PATTERN, example: doc("TXkgd2lsbC4=") }),
	name: fileName().optional(),
	mimeType: z
		.string()
		.max(MAX_TYPE_LENGTH, `must have at most ${MAX_TYPE_LENGTH} characters`)
		.meta({
			description: doc(
				"The declared type. The service checks the bytes themselves and rejects a contradiction.",
			),
			example: doc("text/plain"),
		}),
}));

/** Accepts canonical base64 only, because lenient decoders accept many spellings of the same bytes. */
function isBase64(text: string): boolean {
	if (text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text)) return false;
	const last = text.slice(-4);
	const padding = text.indexOf("=");
	const isPadded = padding < 0 || padding >= text.length - 2;
	return isPadded && Buffer.from(last, "base64").toString("base64") === last;
}
