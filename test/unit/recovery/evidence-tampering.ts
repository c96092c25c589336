/** Every way to change one thing in a JSON value: each leaf, each member, each array item. */
import { jsonPath } from "../../../src/kernel/encoding/json-differences.ts";

type Steps = readonly (string | number)[];

export type Tampering = {
	/** For a failing test's message. */
	name: string;
	/** JSON path of the change. */
	path: string;
	/** Equal for the same change of a value of the same type. */
	act: string;
	/** Makes a changed copy of the bundle. */
	value: () => unknown;
};

/** Each tampering is one change. */
export function tamperings(value: object): Tampering[] {
	return nodesOf(value, []).flatMap(({ steps, node }) => {
		const changes = [
			...othersFor(node).map((other) =>
				change("changes", value, steps, (parent, key) => set(parent, key, other)),
			),
			...(steps.length > 0 ? [change("drops", value, steps, drop)] : []),
			...additions(value, steps, node),
			...swaps(value, steps, node),
		];
		const type = node === null ? "null" : typeof node;
		return changes.map((one, place) => ({ ...one, act: `change ${place} of a ${type}` }));
	});
}

type Change = Omit<Tampering, "act">;

function nodesOf(node: unknown, steps: Steps): { steps: Steps; node: unknown }[] {
	const below = Array.isArray(node) ? [...node.entries()] : Object.entries(isObject(node) ? node : {});
	return [{ steps, node }, ...below.flatMap(([key, child]) => nodesOf(child, [...steps, key]))];
}

/** Values similar to a leaf. */
function othersFor(leaf: unknown): unknown[] {
	if (leaf === null) return ["x", 0, false];
	if (typeof leaf === "boolean") return [!leaf, null];
	if (typeof leaf === "number") return [leaf + 1, leaf - 1, String(leaf), null];
	if (typeof leaf !== "string") return [null];
	const flipped = leaf === leaf.toUpperCase() ? leaf.toLowerCase() : leaf.toUpperCase();
	// The last letter of base64 has unused bits.
	const lastLetters = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(leaf) ? ["A", "B", "Q", "w", "1", "_"] : [];
	const texts = [
		flipped,
		`${leaf} `,
		leaf.slice(0, -1),
		...lastLetters.map((letter) => leaf.slice(0, -1) + letter),
		...[0.25, 0.75].map((part) => exchanged(leaf, Math.floor(leaf.length * part))),
		later(leaf),
	];
	return [...new Set<string | null>(texts), null].filter((other) => other !== leaf);
}

/** Replaces one character by a digit, so that hex and base64 stay well-formed. */
function exchanged(text: string, at: number): string {
	const digit = text.charAt(at);
	return text.slice(0, at) + (digit === "1" ? "2" : "1") + text.slice(at + 1);
}

function later(text: string): string {
	return /^\d{4}-.*Z$/.test(text) ? new Date(Date.parse(text) + 1).toISOString() : text;
}

function additions(value: object, steps: Steps, node: unknown): Change[] {
	if (Array.isArray(node)) {
		const grown = (item: unknown) =>
			change("adds", value, [...steps, node.length], (parent, key) => set(parent, key, item));
		return [grown(null), ...(node.length > 0 ? [grown(node.at(-1))] : [])];
	}
	if (!isObject(node)) return [];
	return ["extra", "__proto__"].map((name) => {
		const copy: unknown = JSON.parse(JSON.stringify(node).replace(/^\{/, `{"${name}":1,`).replace(",}", "}"));
		const path = jsonPath("$", [...steps, name]);
		return {
			...change("adds", value, steps, (parent, key) => set(parent, key, copy)),
			path,
			name: `adds ${path}`,
		};
	});
}

function swaps(value: object, steps: Steps, node: unknown): Change[] {
	if (!Array.isArray(node)) return [];
	return node.slice(1).flatMap((second: unknown, place) => {
		if (JSON.stringify(second) === JSON.stringify(node[place])) return [];
		const swapped = node.with(place, second).with(place + 1, node[place]);
		return [
			change(`swaps ${place} and ${place + 1} of`, value, steps, (parent, key) => set(parent, key, swapped)),
		];
	});
}

type Container = Record<string | number, unknown>;

function change(
	verb: string,
	value: object,
	steps: Steps,
	apply: (parent: Container, key: string | number) => void,
): Change {
	const path = jsonPath("$", steps);
	const changed = () => {
		const root = { value: JSON.parse(JSON.stringify(value)) as unknown };
		const within = steps.length === 0 ? [] : ["value", ...steps.slice(0, -1)];
		const parent = within.reduce<unknown>((node, step) => (node as Container)[step], root) as Container;
		apply(parent, steps.at(-1) ?? "value");
		return root.value;
	};
	return { name: `${verb} ${path}`, path, value: changed };
}

function set(parent: Container, key: string | number, other: unknown): void {
	parent[key] = other;
}

function drop(parent: Container, key: string | number): void {
	if (Array.isArray(parent)) parent.splice(Number(key), 1);
	else delete parent[key];
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

/** Whether a path is the changed one, contains it, or is within it. */
export function isAtTampering(where: string, { path }: Tampering): boolean {
	return holds(where, path) || holds(path, where);
}

function holds(outer: string, path: string): boolean {
	return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}
