/**
 * A ZIP archive as a stream, with one file in memory at a time. Files are stored and not compressed, because documents are
 * compressed already. ZIP rather than tar, because every desktop opens it.
 */
import { Zip, ZipPassThrough } from "fflate";

export type ZippedFile = { path: string; read: () => Promise<Uint8Array> };

/** Fails where a file cannot be read. @param modifiedAt of all files, in unix milliseconds */
export function zipStream(files: Iterable<ZippedFile>, modifiedAt: number): ReadableStream<Uint8Array> {
	const iterator = files[Symbol.iterator]();
	let zip: Zip;
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				zip = new Zip((error, chunk, isFinal) => {
					if (error) return controller.error(error);
					controller.enqueue(chunk);
					if (isFinal) controller.close();
				});
			},
			async pull() {
				const next = iterator.next();
				if (next.done) return zip.end();
				const bytes = await next.value.read();
				const entry = new ZipPassThrough(next.value.path);
				entry.mtime = modifiedAt;
				zip.add(entry);
				entry.push(bytes, true);
			},
		},
		{ highWaterMark: 0 },
	);
}
