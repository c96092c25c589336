/**
 * The state diagram of a case as a picture without script: SVG with numbered arrows, and a table that says the same in text.
 * The documents have it in Mermaid's language, which GitHub draws.
 */
import { escapeHtml } from "../static-page.ts";

type Edge = { from: string; to: string; moves: string[] };
type Point = readonly [x: number, y: number];

const HEIGHT = 48;
/** Left upper corner and width. */
const NODES: Record<string, { at: Point; width: number }> = {
	created: { at: [70, 40], width: 140 },
	pending: { at: [300, 40], width: 140 },
	executed: { at: [600, 40], width: 140 },
	action_required: { at: [270, 190], width: 200 },
	rejected: { at: [600, 190], width: 140 },
};

/** The path of each arrow, and the place of its number. */
const ARROWS: Record<string, { path: string; number: Point }> = {
	"[*] created": { path: "M28 64H62", number: [42, 40] },
	"created pending": { path: "M210 64H292", number: [250, 64] },
	"pending executed": { path: "M440 64H592", number: [516, 64] },
	"created action_required": { path: "M160 88V214H262", number: [160, 150] },
	"pending action_required": { path: "M345 88V182", number: [345, 137] },
	"action_required created": { path: "M285 190L196 96", number: [242, 145] },
	"action_required pending": { path: "M400 190V96", number: [400, 137] },
	"action_required action_required": { path: "M320 238C320 292 410 292 410 246", number: [365, 278] },
	"action_required rejected": { path: "M470 214H592", number: [531, 214] },
	"pending rejected": { path: "M440 82C540 92 610 120 645 182", number: [566, 113] },
	"created rejected": { path: "M100 88V310H670V246", number: [250, 310] },
};

/** @throws Error for a diagram of another kind, or with a state or an arrow that has no place in the picture */
export function stateDiagram(mermaid: string): string {
	const { edges, final } = parse(mermaid);
	const names = new Set(edges.flatMap(({ from, to }) => [from, to]).filter((name) => name !== "[*]"));
	const arrows = edges.map((edge, at) => arrow(edge, at + 1));
	const nodes = [...names].map((name) => node(name, final.has(name)));
	const rows = edges.map(
		({ from, to, moves }, at) =>
			`<tr><td>${at + 1}</td><td>${from === "[*]" ? "nothing" : code(from)}</td><td>${code(to)}</td><td>${moves.map(code).join(", ")}</td></tr>`,
	);
	return `<figure class="diagram"><div class="scroll" tabindex="0"><svg viewBox="0 0 760 340" role="img" aria-labelledby="states-title states-text"><title id="states-title">The statuses of a case</title><desc id="states-text">Numbered arrows lead from status to status. The table below says which moves each of them stands for.</desc><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs><circle class="start" cx="20" cy="64" r="8"/>${arrows.join("")}${nodes.join("")}</svg></div><figcaption class="quiet">A double line marks a status that is final.</figcaption></figure>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">arrow</th><th scope="col">from</th><th scope="col">to</th><th scope="col">moves</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></div>
`;
}

function parse(mermaid: string): { edges: Edge[]; final: Set<string> } {
	const [kind, ...lines] = mermaid.trim().split("\n");
	if (kind !== "stateDiagram-v2")
		throw new Error(`a static page cannot draw a diagram of Mermaid's kind ${kind}`);
	const edges: Edge[] = [];
	const final = new Set<string>();
	for (const line of lines) {
		const [, from = "", to = "", moves = ""] = /^\s*(\S+) --> (\S+?)(?:: (.+))?$/.exec(line) ?? [];
		if (to === "[*]") final.add(from);
		else edges.push({ from, to, moves: moves.split(", ") });
	}
	return { edges, final };
}

function arrow({ from, to }: Edge, number: number): string {
	const found = ARROWS[`${from} ${to}`];
	if (found === undefined) throw new Error(`the picture of the lifecycle has no arrow from ${from} to ${to}`);
	const [x, y] = found.number;
	return `<path class="arrow" d="${found.path}" marker-end="url(#arrow)"/><circle class="number" cx="${x}" cy="${y}" r="12"/><text class="small" x="${x}" y="${y + 5}">${number}</text>`;
}

function node(name: string, isFinal: boolean): string {
	const found = NODES[name];
	if (found === undefined)
		throw new Error(`the picture of the lifecycle has no place for the status ${name}`);
	const { at, width } = found;
	const [x, y] = at;
	const box = (inset: number) =>
		`<rect class="state" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${HEIGHT - 2 * inset}" rx="6"/>`;
	const text = `<text x="${x + width / 2}" y="${y + HEIGHT / 2 + 5}">${escapeHtml(name)}</text>`;
	return `${box(0)}${isFinal ? box(4) : ""}${text}`;
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
