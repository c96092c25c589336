/** Calls the service and keeps what was sent and received, one entry for each call, in the order of the calls. */
import { setTimeout as wait } from "node:timers/promises";
import type { Operation } from "../../src/http/operation.ts";
import { until } from "../until.ts";

export type Headers = Readonly<Record<string, string>>;
/** A file, and the fields beside it, as a form sends them. */
type Form = {
	file: { bytes: Uint8Array; name: string; type: string };
	fields: Record<string, unknown>;
};

export type CallOptions = {
	/** Headers with the caller's credential. */
	as?: Headers;
	params?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: unknown;
	form?: Form;
	/** Which of several examples this is: `by_a_page`. */
	name?: string;
	/** Leaves the response out, because another example shows the same. */
	isRequestOnly?: boolean;
	/** Signs the request again, after its random and timed values were replaced. */
	sign?: (body: Record<string, unknown>) => Promise<Record<string, unknown>>;
	/** Computes again what depends on replaced values of the response. */
	derive?: (response: Record<string, unknown>) => Record<string, unknown>;
};

type Content = { mediaType: string; value: unknown };

export type Entry = {
	operationId: string;
	name: string;
	/** Index of the call, from 0. */
	step: number;
	isRequestOnly: boolean;
	status: number;
	parameters: Record<string, string | number>;
	request: Content | undefined;
	response: Content;
	/** Of the response; only those that the document describes with an example. */
	headers: Record<string, string>;
	sign: CallOptions["sign"];
	derive: CallOptions["derive"];
};

/** `text` gives a text of the body by its place, such as `user.id`. */
export type Recorded = { status: number; body: unknown; text(name: string): string };

const KEPT_HEADERS = ["location", "content-disposition"];
/** Steps are apart, so that a time of the service belongs to one of them. */
const STEP_GAP_MS = 15;

export type Recorder = ReturnType<typeof createRecorder>;

/** @param quiet resolves when the service does nothing any more of what the last call has caused */
export function createRecorder(url: string, operations: readonly Operation[], quiet: () => Promise<void>) {
	const entries: Entry[] = [];
	/** When each step began, in unix milliseconds. */
	const startedAt: number[] = [];

	async function send(operationId: string, options: CallOptions) {
		const operation = operations.find((row) => row.operationId === operationId);
		if (!operation) throw new Error(`The route table has no operation ${operationId}.`);
		const { as = {}, params = {}, query = {}, body, form } = options;
		const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
		const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
		const target = `${url}/api/v1${path}${search.size > 0 ? `?${search}` : ""}`;
		const response = await fetch(target, {
			method: operation.method,
			headers: { ...as, ...(body !== undefined && { "Content-Type": "application/json" }) },
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(form && { body: formData(form) }),
		});
		const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
		if (response.ok) return { response, text };
		throw new Error(`${operation.method} ${path} gave ${response.status}: ${text}`);
	}

	/** Makes a call that becomes an example. */
	async function record(operationId: string, options: CallOptions = {}): Promise<Recorded> {
		await quiet();
		await wait(STEP_GAP_MS);
		const step = startedAt.push(Date.now()) - 1;
		await wait(STEP_GAP_MS);
		const { response, text } = await send(operationId, options);
		const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "";
		const value = contentOf(mediaType, text);
		const { params, query, name = "example", isRequestOnly = false, sign, derive } = options;
		entries.push({
			...{ operationId, name, step, isRequestOnly, sign, derive },
			status: response.status,
			parameters: { ...params, ...query, ...idempotencyKeyOf(options) },
			request: requestOf(options),
			response: { mediaType, value },
			headers: Object.fromEntries([...response.headers].filter(([header]) => KEPT_HEADERS.includes(header))),
		});
		return recordedOf(response.status, value);
	}

	/** Makes a call that the examples need, and that is none. */
	async function call(operationId: string, options: CallOptions = {}): Promise<Recorded> {
		const { response, text } = await send(operationId, options);
		return recordedOf(response.status, JSON.parse(utf8(text)));
	}

	return { record, call, entries, startedAt };
}

/** The only header of a request that the document has as a parameter. */
function idempotencyKeyOf({ as = {} }: CallOptions): Record<string, string> {
	const key = as["Idempotency-Key"];
	return key === undefined ? {} : { "Idempotency-Key": key };
}

/** The bytes of an archive are other ones each time, and no text. */
function contentOf(mediaType: string, latin1: string): unknown {
	if (mediaType === "application/zip") return "PK…";
	return mediaType === "application/json" ? JSON.parse(utf8(latin1)) : utf8(latin1);
}

const utf8 = (latin1: string) => Buffer.from(latin1, "latin1").toString("utf8");

function recordedOf(status: number, body: unknown): Recorded {
	const text = (name: string) => {
		const value = name.split(".").reduce<unknown>((within, key) => Object(within)[key], body);
		if (typeof value !== "string") throw new Error(`no text ${name} in ${JSON.stringify(body)}`);
		return value;
	};
	return { status, body, text };
}

function formData({ file, fields }: Form): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
	}
	form.append("file", new Blob([Uint8Array.from(file.bytes)], { type: file.type }), file.name);
	return form;
}

/** A form as OpenAPI describes it: an object of its parts (OpenAPI 3.1.1 section 4.8.15). */
function requestOf({ body, form }: CallOptions): Content | undefined {
	if (body !== undefined) return { mediaType: "application/json", value: body };
	if (!form) return undefined;
	const file = Buffer.from(form.file.bytes).toString("utf8");
	return { mediaType: "multipart/form-data", value: { file, ...form.fields } };
}

/** Resolves when `holds` does. */
export const withinAMinute = (holds: () => Promise<boolean> | boolean, what: string): Promise<void> =>
	until(holds, 60_000, () => `Not within a minute: ${what}.`);
