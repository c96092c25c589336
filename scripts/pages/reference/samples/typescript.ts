/** A program for Node.js with the SDK. */
import type { Call } from "./call.ts";
import type { SdkMethod } from "./sdk-methods.ts";

const CREDENTIALS = {
	key_pair: ["apiKey: process.env.REPLEVIN_API_KEY", "apiSecret: process.env.REPLEVIN_API_SECRET"],
	token: ["accessToken: process.env.REPLEVIN_ACCESS_TOKEN!"],
	none: [],
};

export function typescriptSample(call: Call, { name, arguments: parameters, isList }: SdkMethod): string {
	const values = parameters.map((parameter) => argumentOf(call, parameter));
	while (values.at(-1) === undefined && values.length > 0) values.pop();
	const sent = `replevin.${name}(${values.map((value) => value ?? "undefined").join(", ")})`;
	return [
		...(call.form ? ['import { openAsBlob } from "node:fs";'] : []),
		...(call.download ? ['import { writeFile } from "node:fs/promises";'] : []),
		'import { Replevin } from "@replevin/sdk";',
		"",
		"const replevin = new Replevin({",
		...["baseUrl: process.env.REPLEVIN_URL", ...CREDENTIALS[call.credential]].map((line) => `  ${line},`),
		"});",
		...use(call, sent, isList),
		"",
	].join("\n");
}

function use({ download }: Call, sent: string, isList: boolean): string[] {
	if (isList) return [`for await (const item of ${sent}) {`, "  console.log(item);", "}"];
	if (download === undefined) return [`const result = await ${sent};`, "console.log(result);"];
	return [
		`const file = await ${sent};`,
		`await writeFile("${download}", new Uint8Array(await file.arrayBuffer()));`,
	];
}

/** Undefined if the call works without it. */
function argumentOf(
	{ path, query, json, form }: Call,
	{ name, becomes }: SdkMethod["arguments"][number],
): string | undefined {
	if (becomes === "path") return literal(path[name]);
	if (becomes === "query") return Object.keys(query).length > 0 ? literal(query) : undefined;
	if (becomes === "field of body") return literal(Object(json)[name]);
	if (form) return formLiteral(form);
	return json === undefined ? undefined : literal(json);
}

function formLiteral({ file, fields }: NonNullable<Call["form"]>): string {
	const blob = `await openAsBlob("${file.name}", { type: "${file.type}" })`;
	const rest = Object.entries(fields).map(([name, value]) => `  ${name}: ${literal(value, "  ")},`);
	return `{\n  file: ${blob},\n${rest.join("\n")}\n}`;
}

/** As an object literal: names without quotes. */
function literal(value: unknown, indent = ""): string {
	if (Array.isArray(value)) {
		if (isShort(value)) return `[${value.map((item) => literal(item)).join(", ")}]`;
		const items = value.map((item) => `${indent}  ${literal(item, `${indent}  `)},\n`);
		return `[\n${items.join("")}${indent}]`;
	}
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).map(([name, item]) => {
		const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
		return `${indent}  ${key}: ${literal(item, `${indent}  `)},\n`;
	});
	return entries.length === 0 ? "{}" : `{\n${entries.join("")}${indent}}`;
}

/** Fits into one line. */
function isShort(values: unknown[]): boolean {
	return values.every((value) => typeof value !== "object") && JSON.stringify(values).length < 60;
}
