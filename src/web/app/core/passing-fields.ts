/**
 * Text fields of a form with a file, to show again what was typed. The body goes on to the API as it arrives, and only its
 * beginning and its end are kept: a form has its texts before and behind its file.
 */
import { boundaryOf } from "../../../http/multipart.ts";
import type { PageContext } from "./page-env.ts";

/** The longest signature that the API takes, in hexadecimal digits, fits twice. */
const KEPT_BYTES = 64 * 1024;

export type PassingForm = {
	upload: { contentType: string; body: ReadableStream | null };
	/** Of a body that was read. Empty if the field is absent, or is not within the bytes that were kept. */
	text(name: string): string;
};

/** @returns the form of this request, as `callApi` sends it on */
export function passingForm(c: PageContext): PassingForm {
	const contentType = c.req.header("Content-Type") ?? "";
	const boundary = boundaryOf(contentType);
	const { body } = c.req.raw;
	if (boundary === undefined || body === null) return { upload: { contentType, body }, text: () => "" };
	const kept = keepEnds();
	return {
		upload: { contentType, body: body.pipeThrough(new TransformStream({ transform: kept.pass })) },
		text: (name) => fieldIn(kept.head(), name, boundary) ?? fieldIn(kept.tail(), name, boundary) ?? "",
	};
}

/** A file cannot contain the boundary, so it cannot pass for a field. */
function fieldIn(text: string, name: string, boundary: string): string | undefined {
	const opening = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
	const at = text.indexOf(opening);
	const start = at + opening.length;
	const end = text.indexOf(`\r\n--${boundary}`, start);
	return at < 0 || end < 0 ? undefined : text.slice(start, end);
}

/** Two buffers of a fixed size, however the body is cut into chunks. */
function keepEnds() {
	const first = new Uint8Array(KEPT_BYTES);
	/** A ring: byte n of the body is at n modulo its length. */
	const last = new Uint8Array(KEPT_BYTES);
	let length = 0;
	return {
		pass(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) {
			if (length < KEPT_BYTES) first.set(chunk.subarray(0, KEPT_BYTES - length), length);
			const tail = chunk.subarray(-KEPT_BYTES);
			const place = (length + chunk.length - tail.length) % KEPT_BYTES;
			const untilEnd = tail.subarray(0, KEPT_BYTES - place);
			last.set(untilEnd, place);
			last.set(tail.subarray(untilEnd.length));
			length += chunk.length;
			controller.enqueue(chunk);
		},
		head: () => Buffer.from(first.subarray(0, length)).toString(),
		tail: () => {
			if (length <= KEPT_BYTES) return Buffer.from(last.subarray(0, length)).toString();
			const begin = length % KEPT_BYTES;
			return Buffer.concat([last.subarray(begin), last.subarray(0, begin)]).toString();
		},
	};
}
