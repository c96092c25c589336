/** A program for Python 3 with the package requests. */
import { type Call, pathOf } from "./call.ts";

const CREDENTIALS = {
	key_pair: [
		'"x-api-key": os.environ["REPLEVIN_API_KEY"]',
		'"x-api-secret": os.environ["REPLEVIN_API_SECRET"]',
	],
	token: ['"Authorization": f"Bearer {os.environ[\'REPLEVIN_ACCESS_TOKEN\']}"'],
	none: [],
};

export function pythonSample(call: Call, basePath: string): string {
	const headers = [
		...CREDENTIALS[call.credential],
		...(call.takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
	];
	const isStructured = Object.values(call.form?.fields ?? {}).some((value) => typeof value === "object");
	const modules = [...(isStructured ? ["json"] : []), "os", ...(call.takesIdempotencyKey ? ["uuid"] : [])];
	const lines = [
		...modules.map((name) => `import ${name}`),
		"",
		"import requests",
		"",
		`response = requests.${call.method.toLowerCase()}(`,
		`    os.environ["REPLEVIN_URL"] + "${basePath}${pathOf(call)}",`,
		...(headers.length > 0 ? ["    headers={", ...headers.map((line) => `        ${line},`), "    },"] : []),
		...(Object.keys(call.query).length > 0 ? [`    params=${literal(call.query, "    ")},`] : []),
		...bodyLines(call),
		"    timeout=30,",
		")",
		"if not response.ok:",
		"    raise SystemExit(response.text)",
		...(call.download
			? [`with open("${call.download}", "wb") as file:`, "    file.write(response.content)"]
			: ["print(response.json())"]),
		"",
	];
	return lines.join("\n");
}

function bodyLines({ json, form }: Call): string[] {
	if (json !== undefined) return [`    json=${literal(json, "    ")},`];
	if (!form) return [];
	const { name, type } = form.file;
	const fields = Object.entries(form.fields).map(([field, value]) => {
		const text =
			typeof value === "object" ? `json.dumps(${literal(value, "        ")})` : literal(String(value));
		return `        "${field}": ${text},`;
	});
	return [
		`    files={"file": ("${name}", open("${name}", "rb"), "${type}")},`,
		"    data={",
		...fields,
		"    },",
	];
}

const WORDS = new Map<unknown, string>([
	[true, "True"],
	[false, "False"],
	[null, "None"],
]);

function literal(value: unknown, indent = ""): string {
	const inner = `${indent}    `;
	if (Array.isArray(value)) {
		if (isShort(value)) return `[${value.map((item) => literal(item)).join(", ")}]`;
		return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
	}
	// A JSON string is a string of Python too: its escapes are known to both.
	if (typeof value !== "object" || value === null) return WORDS.get(value) ?? JSON.stringify(value);
	const entries = Object.entries(value).map(
		([name, item]) => `${inner}${JSON.stringify(name)}: ${literal(item, inner)},\n`,
	);
	return entries.length === 0 ? "{}" : `{\n${entries.join("")}${indent}}`;
}

/** Fits into one line. */
function isShort(values: unknown[]): boolean {
	return values.every((value) => typeof value !== "object") && JSON.stringify(values).length < 60;
}
