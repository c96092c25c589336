/** Cloudflare's API, as far as the preflight reads it: https://developers.cloudflare.com/api. It changes nothing. */
import * as z from "zod";

const envelope = z.object({
	success: z.boolean(),
	result: z.unknown(),
	errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
});

const TIMEOUT_MS = 20_000;
const PUBLIC_API = "https://api.cloudflare.com/client/v4";

/** Denied, absent, or not reachable. */
export class ApiError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.name = "ApiError";
		this.status = status;
	}
}

export type Cloudflare = {
	/** @throws ApiError; a result of another form than `schema` is one too */
	read<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T>;
};

/** wrangler's variable for the address of the API is honoured. */
export function cloudflareApi(
	token: string,
	base = process.env.CLOUDFLARE_API_BASE_URL ?? PUBLIC_API,
): Cloudflare {
	return {
		async read(path, schema, body) {
			const parsed = envelope.safeParse(await send(`${base}${path}`, token, body));
			if (!parsed.success) throw new ApiError(0, `Cloudflare's response to ${path} has an unknown form`);
			const { success, result, errors } = parsed.data;
			if (!success) throw new ApiError(errors[0]?.code ?? 0, errors.map(({ message }) => message).join("; "));
			const read = schema.safeParse(result);
			if (!read.success) throw new ApiError(0, `Cloudflare's response to ${path} has an unknown form`);
			return read.data;
		},
	};
}

async function send(url: string, token: string, body: object | undefined): Promise<unknown> {
	let response: Response;
	try {
		response = await fetch(url, {
			method: body === undefined ? "GET" : "POST",
			headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
			redirect: "error",
			signal: AbortSignal.timeout(TIMEOUT_MS),
			...(body && { body: JSON.stringify(body) }),
		});
	} catch (error) {
		throw new ApiError(0, `Cloudflare's API did not respond: ${(error as Error).message}`);
	}
	const json: unknown = await response.json().catch(() => undefined);
	if (response.ok) return json;
	const errors = envelope.safeParse(json).data?.errors.map(({ message }) => message) ?? [];
	throw new ApiError(response.status, `${response.status} ${errors.join("; ")}`.trim());
}
