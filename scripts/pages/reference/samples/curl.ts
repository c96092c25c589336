/** A command of curl, for POSIX shells. */
import { type Call, pathOf, queryOf } from "./call.ts";

const CREDENTIALS = {
	key_pair: ['-H "x-api-key: $REPLEVIN_API_KEY"', '-H "x-api-secret: $REPLEVIN_API_SECRET"'],
	token: ['-H "Authorization: Bearer $REPLEVIN_ACCESS_TOKEN"'],
	none: [],
};

export function curlSample(call: Call, basePath: string): string {
	const address = `"$REPLEVIN_URL${basePath}${pathOf(call)}${queryOf(call)}"`;
	const hasBody = call.json !== undefined || call.form !== undefined;
	const isImplied = call.method === (hasBody ? "POST" : "GET");
	const lines = [
		`curl --fail-with-body ${isImplied ? "" : `-X ${call.method} `}${address}`,
		...CREDENTIALS[call.credential],
		...(call.takesIdempotencyKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
		...bodyLines(call),
		...(call.download ? [`-o ${call.download}`] : []),
	];
	return `${lines.join(" \\\n  ")}\n`;
}

function bodyLines({ json, form }: Call): string[] {
	if (form) {
		const { name, type } = form.file;
		const fields = Object.entries(form.fields).map(
			([field, value]) => `--form-string ${quoted(`${field}=${textOf(value)}`)}`,
		);
		return [`-F "file=@${name};type=${type}"`, ...fields];
	}
	if (json === undefined) return [];
	return [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(json, null, 2))}`];
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
