/** Developers of a started service, and the back-end of one that calls it over HTTP. */
import type { PrivateKeyAccount } from "viem/accounts";
import * as z from "zod";
import { bearer, keyPairHeaders, PASSWORD } from "../auth/credentials.ts";

const sessionResponse = z.object({ accessToken: z.string() });
const loginResponse = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) });
const keyResponse = z.object({ apiKey: z.string(), apiSecret: z.string() });

/** A request that hangs fails by itself, and so names itself, before its test is over. */
const TIMEOUT_MS = 90_000;
const JSON_TYPE = { "Content-Type": "application/json" };

export type Headers = Record<string, string>;

export type ServicePartner = {
	headers: Headers;
	/** @param path below `/api/v1` */
	send(path: string, body?: unknown, method?: string): Promise<Response>;
	/** The same credentials against another address of the same service. */
	at(url: string): ServicePartner;
	/** The same client with more headers. */
	with(headers: Headers): ServicePartner;
};

/** Registers a developer and logs in. `headers` prove the session. */
export async function registerDeveloper(
	url: string,
	{ email = `${crypto.randomUUID()}@example.com`, password = PASSWORD } = {},
) {
	await post(url, "/auth/register", { email, password });
	return logIn(url, { email, password });
}

export async function logIn(url: string, { email, password }: { email: string; password: string }) {
	const { accessToken, user } = loginResponse.parse(await post(url, "/auth/login", { email, password }));
	return { email, password, developerId: user.id, token: accessToken, headers: bearer(accessToken) };
}

/** Registers a developer and issues an API key. */
export async function registerPartner(url: string): Promise<ServicePartner> {
	return partnerAt(url, keyPairHeaders(await issueKey(url, await registerDeveloper(url))));
}

export async function issueKey(url: string, { headers }: { headers: Record<string, string> }) {
	return keyResponse.parse(await post(url, "/auth/api-keys", { label: "chaos" }, headers));
}

const post = (url: string, path: string, body: object, headers = {}): Promise<unknown> =>
	jsonOf(partnerAt(url, headers).send(path, body));

/** @throws Error with the response unless it is 2xx */
export async function jsonOf<T>(sent: Promise<Response>): Promise<T> {
	const response = await sent;
	if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

/** A body is JSON, given as a value or as text, or a form. */
export function partnerAt(url: string, headers: Headers): ServicePartner {
	return {
		headers,
		at: (other) => partnerAt(other, headers),
		with: (more) => partnerAt(url, { ...headers, ...more }),
		send: (path, body, method = body === undefined ? "GET" : "POST") => {
			const isJson = body !== undefined && !(body instanceof FormData);
			const sent = isJson && typeof body !== "string" ? JSON.stringify(body) : body;
			return fetch(`${url}/api/v1${path}`, {
				method,
				headers: { ...headers, ...(isJson && JSON_TYPE) },
				...(sent !== undefined && { body: sent as string | FormData }),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
		},
	};
}

const challengeResponse = z.object({ message: z.string() });

/** Opens a session for the wallet at this address, and returns its headers. `signer` is its key, or its owner's. */
export async function openWalletSession(
	partner: Pick<ServicePartner, "send">,
	{ address, chainId, signer }: { address: string; chainId: number; signer: PrivateKeyAccount },
): Promise<{ Authorization: string }> {
	const asked = await partner.send("/auth/wallet/challenge", { address, chainId });
	const { message } = challengeResponse.parse(await asked.json());
	const signature = await signer.signMessage({ message });
	const opened = await partner.send("/auth/wallet/session", { message, signature });
	if (opened.status !== 200) throw new Error(`The session responded with ${opened.status}`);
	return bearer(sessionResponse.parse(await opened.json()).accessToken);
}
