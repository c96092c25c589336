// auth.md "Request bodies".
// The parts of a form as strict readers would agree on them; a form that Node writes is read as Node wrote it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryOf, readForm } from "../../../src/http/multipart.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const read = (text: string, boundary = "b") => readForm(bytesOf(text), boundary);

describe("a boundary", () => {
	it.each([
		["multipart/form-data; boundary=abc", "abc"],
		['multipart/form-data; boundary="a b,c"', "a b,c"],
		["Multipart/Form-Data; charset=utf-8; Boundary=----x'()+_,-./:=?", "----x'()+_,-./:=?"],
		[`multipart/form-data; boundary=${"b".repeat(70)}`, "b".repeat(70)],
	])("%s is %s", (type, boundary) => expect(boundaryOf(type)).toBe(boundary));

	it.each([
		'multipart/form-data; boundary=""',
		'multipart/form-data; boundary="a"b',
		'multipart/form-data; boundary="a;b"',
		'multipart/form-data; charset="x; boundary=a"',
		'multipart/form-data; boundary="a ";',
		"multipart/form-data; boundary=a{b}",
		"multipart/form-data; xboundary=a",
	])("%s names none", (type) => expect(boundaryOf(type)).toBeUndefined());
});

describe("a form", () => {
	const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
	const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;

	it("gives views of its body", () => {
		const body = bytesOf(
			`${part(`${named("file")}; filename="a.txt"\r\nContent-Type: text/plain`, "text")}--b--`,
		);
		const reading = readForm(body, "b");
		const file = reading.ok ? reading.parts.get("file") : undefined;
		expect(file).toMatchObject({ fileName: "a.txt", contentType: "text/plain" });
		expect(Buffer.from(file?.bytes ?? []).toString()).toBe("text");
		expect(file?.bytes.buffer).toBe(body.buffer);
	});

	it("may have what looks like a boundary, and is none, in its parts", () => {
		const content = "\r\n--c\r\n--b\r\n \r\n-b--\r\n--";
		const reading = read(`${part(named("a"), content)}--b--\r\n`, "bb");
		expect(reading.ok).toBe(false);
		const text = `--bound\r\n${named("a")}\r\n\r\n${content}\r\n--bound--`;
		const right = read(text, "bound");
		expect(right.ok && Buffer.from(right.parts.get("a")?.bytes ?? []).toString()).toBe(content);
	});

	it("may have empty parts and no line break at its end, or one", () => {
		for (const end of ["", "\r\n"]) {
			const reading = read(`${part(named("a"), "")}--b--${end}`);
			expect(reading.ok && reading.parts.get("a")?.bytes.length).toBe(0);
		}
	});

	it.each([
		["nothing", ""],
		["no part", "--b--"],
	])("of %s has no parts", (_, text) => {
		const reading = read(text);
		expect(reading.ok && reading.parts.size).toBe(text === "" ? false : 0);
	});

	it.each([
		["padding behind a boundary", `--b \r\n${named("a")}\r\n\r\nx\r\n--b--`],
		["a longer boundary", `--bb\r\n${named("a")}\r\n\r\nx\r\n--bb--`],
		["two line breaks at its end", `${part(named("a"), "x")}--b--\r\n\r\n`],
		["a folded header", `${part(`${named("a")};\r\n filename="x"`, "x")}--b--`],
		["a header name with a space", `${part(`${named("a")}\r\nX : y`, "x")}--b--`],
		["a bare line feed in a name", `${part(named("a\nb"), "x")}--b--`],
		["a bare carriage return in a name", `${part(named("a\rb"), "x")}--b--`],
		["a name without quotes", `${part("Content-Disposition: form-data; name=a", "x")}--b--`],
		["an extended file name", `${part(`${named("a")}; filename*=utf-8''x`, "x")}--b--`],
		["an attachment", `${part('Content-Disposition: attachment; name="a"', "x")}--b--`],
	])("with %s is rejected", (_, text) => expect(read(text).ok).toBe(false));

	it("that Node has written is read as it was, whatever names and contents", async () => {
		const name = fc
			.string({ unit: "binary", minLength: 1, maxLength: 20 })
			.map((text) => text.toWellFormed());
		const entry = fc.record({ name, fileName: fc.option(name), content: fc.uint8Array({ maxLength: 200 }) });
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(entry, { maxLength: 8, selector: (one) => one.name }),
				async (entries) => {
					const form = new FormData();
					for (const { name, fileName, content } of entries) {
						form.append(name, new Blob([content as Uint8Array<ArrayBuffer>]), fileName ?? "blob");
					}
					const response = new Response(form);
					const boundary = boundaryOf(response.headers.get("content-type") ?? "");
					const reading = readForm(new Uint8Array(await response.arrayBuffer()), boundary ?? "");
					expect(reading.ok).toBe(true);
					const given = entries.map((one) => [one.name, one.fileName ?? "blob", Buffer.from(one.content)]);
					const found = [...(reading.ok ? reading.parts : [])].map(([key, part]) => [
						key,
						part.fileName,
						Buffer.from(part.bytes),
					]);
					// Names are sent with their line breaks as CRLF (HTML, "multipart form data").
					const lines = (text: unknown) => String(text).replace(/\r\n|\r|\n/g, "\r\n");
					expect(found.map(([key, , content]) => [key, content])).toEqual(
						given.map(([key, , content]) => [lines(key), content]),
					);
				},
			),
			{
				numRuns: 200,
				examples: [
					[[{ name: "\\", fileName: "a\\", content: new Uint8Array(1) }]],
					// Line breaks in JavaScript, ordinary characters in a header.
					[[{ name: "\u2028", fileName: "a\u2029", content: new Uint8Array(1) }]],
				],
			},
		);
	});

	it("of any bytes is read or rejected, and never throws", () => {
		const piece = fc.oneof(
			fc.constantFrom("--b", "\r\n", "--", named("a"), named("file"), "\r\n\r\n", "x", "\0"),
			fc.string({ maxLength: 5 }),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
				const reading = read(pieces.join(""));
				if (!reading.ok) expect(reading.problem).toMatch(/^[A-Z].*\.$/);
			}),
			{ numRuns: 500 },
		);
	});

	it("in time that does not grow with the square of a header, whatever stands in it", () => {
		for (const line of [
			`a:${" ".repeat(8_000)}\n`,
			`a: x${" ".repeat(8_000)}y\n`,
			`a: x${"\t".repeat(8_000)}\u2028`,
		]) {
			const startedAt = performance.now();
			expect(read(`--b\r\n${line}\r\n\r\nx\r\n--b--\r\n`).ok).toBe(false);
			expect(performance.now() - startedAt).toBeLessThan(500);
		}
	});
});
