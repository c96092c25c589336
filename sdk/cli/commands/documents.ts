import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { clientOf } from "../client.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { requireMember } from "../require-member.ts";
import { writeWhole } from "../write-whole.ts";

const CASE = "rc_74ac76c7f29219667d32ccbdbc8a780f";

export const listDocuments: Command = {
	name: "documents list",
	summary: "List the documents of a case",
	operands: [{ name: "CASE_ID" }],
	options: {},
	examples: [`replevin documents list ${CASE}`],
	async run({ words: [caseId = ""], json }, io) {
		const found = await (await clientOf(io)).cases.get(caseId, { signal: io.signal });
		requireMember(found, "documents");
		for (const document of found.documents) {
			const { documentId, addedAt, size, title } = document;
			io.print(json ? JSON.stringify(document) : `${documentId}  ${addedAt}  ${size} bytes  ${title}`);
		}
		if (found.documents.length === 0 && !json) io.note("The case has no document.");
		return EXIT.ok;
	},
};

export const addDocument: Command = {
	name: "documents add",
	summary: "Add a PDF to a case; it cannot be removed",
	operands: [{ name: "CASE_ID" }, { name: "FILE", offers: "files" }],
	options: {
		title: { value: "TEXT", help: 'what it is, such as "Order of 3 May"; the file\'s name by default' },
	},
	examples: [`replevin documents add ${CASE} order.pdf --title "Order of the probate court"`],
	async run({ words: [caseId = "", path = ""], options: { title = basename(path) }, json }, io) {
		const bytes = await readFile(path).catch((error: Error) => {
			throw new UsageError(`${path} could not be read: ${error.message}`);
		});
		const { cases } = await clientOf(io);
		const file = new File([new Uint8Array(bytes)], basename(path), { type: "application/pdf" });
		const added = await cases.documents.add(caseId, { file, title: String(title) }, { signal: io.signal });
		requireMember(added, "documentId");
		io.print(json ? JSON.stringify(added) : added.documentId);
		return EXIT.ok;
	},
};

export const getDocument: Command = {
	name: "documents get",
	summary: "Write a document of a case to a file, byte for byte",
	operands: [{ name: "CASE_ID" }, { name: "ID" }],
	options: { output: { value: "FILE", offers: "files", help: "the file to write; required" } },
	examples: [`replevin documents get ${CASE} doc_0a1b2c3d4e5f60718293a4b5c6d7e8f9 --output order.pdf`],
	async run({ words: [caseId = "", documentId = ""], options: { output }, json }, io) {
		if (typeof output !== "string") throw new UsageError("Pass --output: the file to write.");
		const { cases } = await clientOf(io);
		const file = await cases.documents.read(caseId, documentId, { signal: io.signal });
		const bytes = new Uint8Array(await file.arrayBuffer());
		await writeWhole(output, bytes);
		if (json) io.print(JSON.stringify({ documentId, file: output, size: bytes.length }));
		else io.note(`${output} has ${bytes.length} bytes.`);
		return EXIT.ok;
	},
};
