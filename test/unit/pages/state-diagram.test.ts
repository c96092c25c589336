/** The state diagram as a picture without script (docs-pages.md "Rendering"). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codeBlocksOf } from "../../../scripts/docs/code-blocks.ts";
import { stateDiagram } from "../../../scripts/pages/guides/state-diagram.ts";
import { lifecycleEdges } from "../../../src/recovery/case/describe-lifecycle.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/case-lifecycle.md");
const diagram = codeBlocksOf(readFileSync(DOCUMENT, "utf8")).find(({ language }) => language === "mermaid");

it("draws every status and arrow of the lifecycle, and says the same in a table", () => {
	const html = stateDiagram(diagram?.code ?? "");
	const edges = lifecycleEdges();
	expect(html.match(/class="arrow"/g)).toHaveLength(edges.length);
	for (const [at, { from, to, moves }] of edges.entries()) {
		const cells = [String(at + 1), from === "[*]" ? "nothing" : from, to, moves.join(", ")];
		const row = html.split("<tr>").find((text) => text.startsWith(`<td>${at + 1}</td>`)) ?? "";
		expect(
			row
				.split("</td>")
				.map((cell) => cell.replace(/<[^>]+>/g, "").trim())
				.slice(0, 4),
		).toEqual(cells);
	}
	expect(html).not.toMatch(/style=|<script/);
});

it.each([
	["a diagram of another kind", "flowchart LR\n a --> b\n", "kind flowchart LR"],
	["a status without a place", "stateDiagram-v2\n  created --> lost: x\n", "no arrow from created to lost"],
])("is an error for %s", (_, mermaid, problem) => {
	expect(() => stateDiagram(mermaid)).toThrow(problem);
});
