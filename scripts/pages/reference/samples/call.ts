/** The request of an operation's samples, made of its recorded example. All languages send the same. */
import { examplesOf, type OperationObject } from "../schema.ts";

const PDF = "application/pdf";

type Credential = "key_pair" | "token" | "none";

type FilePart = { name: string; type: string };

export type Call = {
	operationId: string;
	method: string;
	/** With `{name}` for each value of `path`. */
	template: string;
	path: Record<string, unknown>;
	query: Record<string, unknown>;
	credential: Credential;
	takesIdempotencyKey: boolean;
	json?: unknown;
	/** Fields of a form, in place of `json`. Objects are JSON within it. */
	form?: { file: FilePart; fields: Record<string, unknown> };
	/** The response is a file with this name. */
	download?: string;
};

export function callOf(template: string, method: string, operation: OperationObject): Call {
	const { operationId, parameters = [], security } = operation;
	const valuesIn = (place: string) =>
		Object.fromEntries(
			parameters
				.filter((parameter) => parameter.in === place && parameter.example !== undefined)
				.map(({ name, example }) => [name, example]),
		);
	return {
		operationId,
		method: method.toUpperCase(),
		template,
		path: valuesIn("path"),
		query: valuesIn("query"),
		credential: credentialOf(security),
		takesIdempotencyKey: parameters.some(({ name }) => name === "Idempotency-Key"),
		...bodyOf(operation),
		...downloadOf(operation),
	};
}

/** A path with its values, escaped. */
export function pathOf({ template, path }: Call): string {
	return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
}

/** With its question mark; empty if there is none. */
export function queryOf({ query }: Call): string {
	const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
	return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** Servers have a key pair. Where it does not do, it is a session. */
function credentialOf(security: OperationObject["security"]): Credential {
	if (security.some((way) => "apiKeyAuth" in way)) return "key_pair";
	return security.length === 0 ? "none" : "token";
}

function bodyOf({ requestBody }: OperationObject): Pick<Call, "json" | "form"> {
	const content = requestBody?.content;
	const jsons = examplesOf(content?.["application/json"] ?? {}).map(({ value }) => value);
	const [form] = examplesOf(content?.["multipart/form-data"] ?? {});
	if (!form) return jsons.length > 0 ? { json: jsons[0] } : {};
	const { file, ...fields } = form.value as { file: string; [name: string]: unknown };
	const type = file.startsWith("%PDF") ? PDF : "text/plain";
	const [stem = "document"] = fileNameOf(jsons[0]).split(".");
	const name = `${stem}.${type === PDF ? "pdf" : "txt"}`;
	return { form: { file: { name, type }, fields } };
}

function fileNameOf(json: unknown): string {
	return (json as { file: { name: string } }).file.name;
}

function downloadOf({ responses }: OperationObject): Pick<Call, "download"> {
	const [types] = Object.entries(responses).flatMap(([status, { content = {} }]) =>
		status.startsWith("2") ? [Object.keys(content)] : [],
	);
	if (types?.includes(PDF)) return { download: "document.pdf" };
	return types?.includes("application/zip") ? { download: "archive.zip" } : {};
}
