/**
 * Finds the SDK's method of each operation. A method is one call such as
 * `this.call("getRecoveryCase", { path: { caseId } }, options)`, so its source tells which operation it sends, and
 * which parameter becomes the path, the query or the body.
 */
import { Replevin } from "../../../../sdk/src/index.ts";

export type SdkMethod = {
	/** From the client: `cases.evidenceLinks.create`. */
	name: string;
	/** In order, without the options. `name`: as the API has it. */
	arguments: { name: string; becomes: "path" | "query" | "body" | "field of body" }[];
	/** Its result is iterated, over all pages. */
	isList: boolean;
};

/** Methods that send the requests of other methods. */
const COMPOSED = new Set(["request", "submit", "auth.signIn"]);

export function sdkMethods(): Map<string, SdkMethod> {
	const methods = new Map<string, SdkMethod>();
	const visit = (part: object, prefix: string) => {
		for (const [name, { value }] of Object.entries(
			Object.getOwnPropertyDescriptors(Object.getPrototypeOf(part)),
		)) {
			const full = `${prefix}${name}`;
			if (name === "constructor" || typeof value !== "function" || COMPOSED.has(full)) continue;
			const [operationId, method] = readMethod(full, String(value));
			methods.set(operationId, method);
		}
		for (const [name, inner] of Object.entries(part)) {
			if (typeof inner === "object") visit(inner, `${prefix}${name}.`);
		}
	};
	visit(new Replevin({ baseUrl: "https://replevin.example" }), "");
	return methods;
}

/** @throws if the source is not such a call */
function readMethod(name: string, source: string): [string, SdkMethod] {
	const [, head = ""] = /^\w+\s*\(([^)]*)\)/.exec(source) ?? [];
	const [, operationId, parts = ""] =
		/\.call\(\s*"(\w+)"(?:,\s*(\{.*?\}|parts))?,\s*options/s.exec(source) ?? [];
	if (operationId === undefined) throw new Error(`the SDK's method ${name} is not one call`);
	const names = head.split(",").map((parameter) => /\w*/.exec(parameter.trim())?.[0] ?? "");
	const path = /path: \{([^}]*)\}/.exec(parts)?.[1] ?? "";
	// `jrcHash: caseId`: the API's name of the parameter, and what the SDK takes it from.
	const members = path.split(",").map((member) => {
		const [name = "", value = name] = member.split(":").map((text) => text.trim());
		return { name, value };
	});
	const pathNameOf = (word: string) =>
		members.find(({ value }) => new RegExp(`\\b${word}\\b`).test(value))?.name;
	const placeOf = (word: string): SdkMethod["arguments"][number]["becomes"] => {
		if (pathNameOf(word) !== undefined) return "path";
		if (word === "query") return "query";
		const [, body = ""] = /\bbody(?:: (\{[^}]*\}|\w+))?/.exec(parts) ?? [];
		return body.startsWith("{") ? "field of body" : "body";
	};
	const args = names.filter((word) => word !== "" && word !== "options");
	return [
		operationId,
		{
			name,
			arguments: args.map((word) => ({ name: pathNameOf(word) ?? word, becomes: placeOf(word) })),
			isList: /\bnew [^;]*\bList\)?\(/.test(source),
		},
	];
}
