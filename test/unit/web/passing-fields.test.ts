// A form with a file passes through the page server, which keeps its text fields (hosted-app.md "Estate").
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { PageContext } from "../../../src/web/app/core/page-env.ts";
import { passingForm } from "../../../src/web/app/core/passing-fields.ts";

const BOUNDARY = "x";
const KEPT = 64 * 1024;

const formOf = (parts: [name: string, value: string][]) => {
	const texts = parts.map(
		([name, value]) =>
			`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${name === "file" ? '; filename="a"' : ""}\r\n\r\n${value}\r\n`,
	);
	return Buffer.from(`${texts.join("")}--${BOUNDARY}--\r\n`);
};

/** Reads the whole body in chunks of the given lengths, which repeat. @returns the bytes that passed, and the form */
async function passed(body: Uint8Array, lengths: readonly number[]) {
	let at = 0;
	let turn = 0;
	const stream = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (at >= body.length) return controller.close();
			const length = lengths[turn++ % lengths.length] ?? 1;
			controller.enqueue(body.slice(at, at + length));
			at += length;
		},
	});
	const headers = new Headers({ "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` });
	const raw = { headers, body: stream };
	const c = { req: { raw, header: (name: string) => headers.get(name) ?? undefined } };
	const form = passingForm(c as unknown as PageContext);
	const bytes = new Uint8Array(await new Response(form.upload.body).arrayBuffer());
	return { bytes, form };
}

it("passes every byte, and reads the fields before and behind a file of any size, in chunks of any length", async () => {
	const lengths = fc.array(fc.integer({ min: 1, max: 3 * KEPT }), { minLength: 1, maxLength: 4 });
	const size = fc.integer({ min: 0, max: 4 * KEPT });
	await fc.assert(
		fc.asyncProperty(size, lengths, async (size, lengths) => {
			const body = formOf([
				["version", "1"],
				["file", "f".repeat(size)],
				["signature", "0xabc"],
			]);
			const { bytes, form } = await passed(
				body,
				size < 5_000 ? lengths : lengths.map((length) => length + 500),
			);
			expect(Buffer.from(bytes).equals(body)).toBe(true);
			expect([form.text("version"), form.text("signature"), form.text("other")]).toEqual(["1", "0xabc", ""]);
		}),
		{ numRuns: 60 },
	);
});

it("reads no field in the middle of a large form, which is not kept", async () => {
	const middle = "f".repeat(KEPT);
	const body = formOf([
		["file", middle],
		["lost", "1"],
		["file", middle],
	]);
	expect((await passed(body, [1_000])).form.text("lost")).toBe("");
});

it("takes as long for single bytes as the stream itself", async () => {
	const body = formOf([["file", "f".repeat(200_000)]]);
	const startedAt = performance.now();
	await passed(body, [1]);
	// A list of chunks, from whose beginning each one is removed, would take a quarter of a minute.
	expect(performance.now() - startedAt).toBeLessThan(6_000);
});
