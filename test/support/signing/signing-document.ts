/** Reads docs/signing.md, so that tests compute with the numbers, types and snippets that integrators read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutCodeBlocks } from "../../../scripts/docs/markdown.ts";
import { readSection } from "../docs/run-section.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = "docs/signing.md";
const TEXT = withoutCodeBlocks(readFileSync(join(ROOT, DOCUMENT), "utf8"));

type Fields = { name: string; type: string }[];

/** The text below a heading, up to the next heading. */
export function sectionOf(heading: string): string {
	const found = TEXT.split(/^#+ /m).find((section) => section.startsWith(`${heading}\n`));
	if (found === undefined) throw new Error(`The signing document has no section ${heading}.`);
	return found;
}

/** The code blocks of a section in one language; "" for text. */
export function blocksOf(heading: string, language: string): string[] {
	return readSection(DOCUMENT, heading, language).map(({ code }) => code);
}

/** The rows of the tables of a section, without the marks of code. */
export function rowsOf(heading: string): string[][] {
	const lines = sectionOf(heading).matchAll(/^\| (.+) \|$/gm);
	return [...lines].map(([, line = ""]) => line.split(" | ").map((cell) => cell.replaceAll("`", "")));
}

/** The last cell of the row with this name. */
export function cellOf(heading: string, name: string): string {
	const row = rowsOf(heading).find(([first]) => first === name);
	if (row === undefined)
		throw new Error(`The section ${heading} of the signing document has no row ${name}.`);
	return row.at(-1) ?? "";
}

/** `A(B b,string c)B(uint256 d)` as the `types` of EIP-712 libraries. */
export function typesOf(encodeType: string): Record<string, Fields> {
	const structs = [...encodeType.matchAll(/(\w+)\(([^)]*)\)/g)];
	return Object.fromEntries(
		structs.map(([, name = "", fields = ""]) => [
			name,
			fields.split(",").map((field) => {
				const [type = "", fieldName = ""] = field.split(" ");
				return { name: fieldName, type };
			}),
		]),
	);
}

export function readExampleBundle(): string {
	return readFileSync(join(ROOT, "docs/evidence-example.json"), "utf8");
}

export function readContract(file: string): string {
	return readFileSync(join(ROOT, "test/support/chain/contracts", file), "utf8");
}
