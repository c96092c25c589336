/** Reads the fenced code blocks of a Markdown document, and the commands of those that a reader pastes into a shell. */

export interface CodeBlock {
	/** The heading above the block, without its marks. */
	heading: string;
	/** As the fence names it; empty if it names none. */
	language: string;
	/** What the fence says behind the language; empty if it says nothing. */
	info: string;
	/** Without the indentation of the fence. */
	code: string;
	/** Line number of the fence, from 1. */
	line: number;
}

/** Every fenced block of a document, in order. Blocks inside lists are indented and count too. */
export function codeBlocksOf(text: string): CodeBlock[] {
	const blocks: CodeBlock[] = [];
	let heading = "";
	let open: (CodeBlock & { indent: string; fence: string }) | undefined;
	for (const [index, line] of text.split("\n").entries()) {
		if (open !== undefined) {
			if (line.trim() === open.fence) {
				const { indent: _, fence: __, ...block } = open;
				blocks.push(block);
				open = undefined;
			} else open.code += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`;
			continue;
		}
		const [, indent = "", fence, language = "", info = ""] =
			/^(\s*)(`{3,}|~{3,})\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
		if (fence !== undefined) open = { heading, language, info, code: "", line: index + 1, indent, fence };
		else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
	}
	return blocks;
}

export interface Command {
	/** One line: continued lines are joined, and a comment behind the command is dropped. */
	text: string;
	/** As it is written, with its line breaks. */
	source: string;
}

/**
 * The lines of a script as a shell reads them, comments and empty lines included (their `text` is empty). A line of a
 * here-document or of a quoted program is a line of its own here; it equals no command.
 */
export function commandLinesOf(code: string): Command[] {
	const lines: Command[] = [];
	let source = "";
	for (const line of code.replace(/\n$/, "").split("\n")) {
		source += line;
		if (line.endsWith("\\")) {
			source += "\n";
			continue;
		}
		lines.push({ source, text: withoutComment(source.replace(/\\\n\s*/g, "")).trim() });
		source = "";
	}
	if (source !== "") lines.push({ source, text: source.trim() });
	return lines;
}

function withoutComment(line: string): string {
	return line.replace(/(^|\s)#(?=\s|$).*$/, "");
}

/** The commands inside a text: of npm, npx and node, in code blocks of a shell or in `inline code`. */
export function namedCommandsOf(text: string): string[] {
	const inBlocks = codeBlocksOf(text)
		.filter(({ language }) => language === "sh")
		.flatMap(({ code }) => commandLinesOf(code).map((command) => command.text));
	const inline = [...text.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, code = ""]) =>
		code.replace("\n", " "),
	);
	return [...inBlocks, ...inline].filter((command) => /^(npm (run|test|start)|npx|node) ?/.test(command));
}
