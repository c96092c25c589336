// Links between the documents lead somewhere, and the commands that they tell people to run exist.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const documents = ["README.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: ROOT })];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { scripts } = JSON.parse(read("package.json"));

/** The anchor that a heading has where the document is shown. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, "")
		.trim()
		.replaceAll(" ", "-");

describe.each(documents)("%s", (path) => {
	const text = read(path);

	it("links to files and headings that exist", () => {
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? "");
		const broken = links.filter((link) => {
			if (/^(https?|mailto):/.test(link)) return false;
			const [file = "", anchor] = link.split("#");
			const target = file === "" ? path : join(dirname(path), file);
			if (!existsSync(join(ROOT, target))) return true;
			if (anchor === undefined) return false;
			const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
				anchorOf(heading ?? ""),
			);
			return !headings.includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	it("names npm scripts that exist", () => {
		const built = text.replace(/^.*not built: a later issue.*$/gm, "");
		const named = [...built.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)]
			.map(([command, name]) => ({ command, name: name ?? "" }))
			.filter(({ command, name }) => command.includes(" run ") || name === "start" || name === "test");
		expect(named.filter(({ name }) => !(name in scripts)).map(({ command }) => command)).toEqual([]);
	});

	it("names files of this repository that exist", () => {
		const named = [
			...text.matchAll(/`((?:src|test|scripts|durable|docs|bench|migrations|public|wasm)\/[\w./-]*)`/g),
		];
		expect(named.map(([, file]) => file ?? "").filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
	});
});

it("the table of folders in the README has every folder of src", () => {
	const folders = globSync("src/*/", { cwd: ROOT }).map((folder) => `${folder.replace(/\/$/, "")}/`);
	const readme = read("README.md");
	expect(folders.length).toBeGreaterThan(5);
	expect(folders.filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([]);
});
