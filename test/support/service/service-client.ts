/** A partner's back-end that calls a started service over HTTP. */
import type { PrivateKeyAccount } from "viem/accounts";
import * as z from "zod";

const loginAnswer = z.object({ accessToken: z.string() });
const keyAnswer = z.object({ apiKey: z.string(), apiSecret: z.string() });

const JSON_TYPE = { "Content-Type": "application/json" };

export type ServicePartner = {
	/** @param path below `/api/v1` */
	send(path: string, body?: unknown, method?: string): Promise<Response>;
	/** The same credentials against another address of the same service. */
	at(url: string): ServicePartner;
};

/** Registers a developer and issues an API key. */
export async function registerPartner(url: string): Promise<ServicePartner> {
	const credentials = { email: `${crypto.randomUUID()}@example.com`, password: "Correct-horse-7" };
	const post = async (path: string, body: object, headers = {}) => {
		const response = await fetch(`${url}/api/v1${path}`, {
			method: "POST",
			headers: { ...JSON_TYPE, ...headers },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
		return response.json();
	};
	await post("/auth/register", credentials);
	const { accessToken } = loginAnswer.parse(await post("/auth/login", credentials));
	const bearer = { Authorization: `Bearer ${accessToken}` };
	const { apiKey, apiSecret } = keyAnswer.parse(await post("/auth/api-keys", { label: "chaos" }, bearer));
	return partnerAt(url, { "x-api-key": apiKey, "x-api-secret": apiSecret });
}

function partnerAt(url: string, headers: Record<string, string>): ServicePartner {
	return {
		at: (other) => partnerAt(other, headers),
		send: (path, body, method = body === undefined ? "GET" : "POST") =>
			fetch(`${url}/api/v1${path}`, {
				method,
				headers: { ...headers, ...(body !== undefined && JSON_TYPE) },
				...(body !== undefined && { body: JSON.stringify(body) }),
			}),
	};
}

const challengeAnswer = z.object({ message: z.string() });

/** Headers of a session that the wallet at this address opens, by the signature of its key or of its owner's. */
export async function openWalletSession(
	partner: ServicePartner,
	{ address, chainId, signer }: { address: string; chainId: number; signer: PrivateKeyAccount },
): Promise<{ Authorization: string }> {
	const asked = await partner.send("/auth/wallet/challenge", { address, chainId });
	const { message } = challengeAnswer.parse(await asked.json());
	const signature = await signer.signMessage({ message });
	const opened = await partner.send("/auth/wallet/session", { message, signature });
	if (opened.status !== 200) throw new Error(`the session answered ${opened.status}`);
	return { Authorization: `Bearer ${loginAnswer.parse(await opened.json()).accessToken}` };
}
