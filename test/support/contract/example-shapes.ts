/** Compares what the service responds with to the example that the document shows for it. */
import type { Examples } from "../../../src/http/openapi/document-types.ts";

/** The values of the examples of one media type. */
export function exampleValues({ example, examples = {} }: Examples): unknown[] {
	const named = Object.values(examples).flatMap((one) => ("value" in one ? [one.value] : []));
	return example === undefined ? named : [example];
}

/**
 * The first place where no example is like the response; undefined if there is none. A member that is null or an empty
 * list is like every other, because it says nothing of its form. So is what a dead-letter message holds, which is any JSON.
 */
export function shapeProblem(
	examples: readonly unknown[],
	response: unknown,
	path = "$",
): string | undefined {
	const shown = examples.filter((example) => !isBlank(example));
	if (isAnyJson(path)) return undefined;
	if (isBlank(response) || shown.length === 0) return undefined;
	const kind = kindOf(response);
	const alike = shown.filter((example) => kindOf(example) === kind);
	if (alike.length === 0) return `${path} is ${kind} here, and ${shown.map(kindOf)} in the examples`;
	if (Array.isArray(response))
		return firstProblem(response, (item) => shapeProblem(alike.flat(), item, `${path}[]`));
	if (kind !== "object") return undefined;
	const sameKind = alike.filter((example) => VARIANTS.every((name) => isSame(example, response, name)));
	// Of a variant that no example shows, such as the proof of a contract's signature, only the schema says more.
	if (sameKind.length === 0) return undefined;
	return firstProblem(Object.entries(Object(response)), ([name, member]) => {
		const members = sameKind.filter((example) => name in Object(example));
		if (members.length === 0) return `${path}.${name} is in no example`;
		return shapeProblem(
			members.map((example) => Object(example)[name]),
			member,
			`${path}.${name}`,
		);
	});
}

/** `body` of a dead letter. A request that was prepared has a body too, of which every field is known. */
const isAnyJson = (path: string) => path === "$.body" || path === "$.data[].body";

/** Members that tell the variants of an object apart. */
const VARIANTS = ["kind", "primaryType"];

const isSame = (one: unknown, other: unknown, name: string) => Object(one)[name] === Object(other)[name];

function firstProblem<T>(
	items: readonly T[],
	problemOf: (item: T) => string | undefined,
): string | undefined {
	for (const item of items) {
		const problem = problemOf(item);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

const isBlank = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

function kindOf(value: unknown): string {
	return Array.isArray(value) ? "array" : typeof value;
}
