/** The service as on one machine, whose mail is in the mailbox of /dev/mail. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { createLocalMailbox } from "../../../src/mail/local-mailbox.d1.ts";
import { type Developer, newDeveloper } from "../auth/accounts.ts";
import { bearer, PASSWORD } from "../auth/credentials.ts";

const CODE = /[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}/;
const local = { ...env, BASE_URL: "http://localhost:8787" } as Env;
const app = createApp();
let networks = 0;

/** Waits for the work after the response too. @param path from the origin */
export async function fetchLocal(path: string, init: RequestInit = {}, settings = local): Promise<Response> {
	const context = createExecutionContext();
	const headers = new Headers({ "CF-Connecting-IP": `12.0.${++networks}.1` });
	new Headers(init.headers).forEach((value, name) => {
		headers.set(name, value);
	});
	const response = await app.fetch(
		new Request(new URL(path, settings.BASE_URL), { ...init, headers }),
		settings,
		context,
	);
	await waitOnExecutionContext(context);
	return response;
}

type Sent = { body?: unknown; headers?: Record<string, string>; method?: string; settings?: Env };

/** @param path of an operation, below `/api/v1` */
export async function send(path: string, { body, headers, method = "POST", settings }: Sent = {}) {
	const init = {
		method,
		headers: { "Content-Type": "application/json", ...headers },
		...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
	};
	const response = await fetchLocal(`/api/v1${path}`, init, settings);
	return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

/** Newest first. */
export const mailsTo = async (email: string) =>
	(await createLocalMailbox(env.DB).list()).filter(({ recipient }) => recipient === email);

/** Of the newest mail, or of the newest with the subject. */
export async function codeTo(email: string, wanted?: string): Promise<string> {
	const mail = await vi.waitFor(async () => {
		const found = (await mailsTo(email)).find(({ subject }) => wanted === undefined || subject === wanted);
		expect(found).toBeDefined();
		return found;
	});
	return mailCode({ text: mail?.text ?? "" });
}

export function mailCode({ text }: { text: string }): string {
	const [code] = CODE.exec(text) ?? [];
	if (code === undefined) throw new Error("the mail has no code");
	return code;
}

/** Sessions of the tests' accounts are of the deployed service's issuer, so this logs in at the local one. */
export async function localSession(
	{ email }: Pick<Developer, "email">,
	password = PASSWORD,
): Promise<Record<string, string>> {
	const { body } = await send("/auth/login", { body: { email, password } });
	return bearer(String(body.accessToken));
}

/** An account whose address is confirmed. */
export async function confirmedDeveloper(): Promise<Developer> {
	const account = await newDeveloper();
	await env.DB.prepare("UPDATE developers SET email_confirmed_at = 1 WHERE developer_id = ?")
		.bind(account.developerId)
		.run();
	return account;
}
