// auth.md "Wallet sessions".
// Ended sessions stay ended in every encoding of their token, and a change of the signing key ends no session.
import { env } from "cloudflare:workers";
import { generateKeyPair } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { configOf } from "../../../src/config/config.ts";
import type { SigningJwk } from "../../../src/developers/login/session-token.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";

const BASE_URL = "https://replevin.test";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Other spellings that a lenient decoder reads as the same token. */
function respelled(token: string): [string, string][] {
	const [header = "", payload = "", signature = ""] = token.split(".");
	const parts = [header, payload, signature];
	const withPart = (index: number, change: (part: string) => string) =>
		parts.map((part, at) => (at === index ? change(part) : part)).join(".");
	const spellings: [string, string][] = [
		["standard base64", token.replaceAll("-", "+").replaceAll("_", "/")],
		["a space at its end", `${token} `],
		["percent-encoding", token.replaceAll(".", "%2E")],
		["a fourth part", `${token}.`],
		["quotes", `"${token}"`],
	];
	for (const [index, name] of ["header", "payload", "signature"].entries()) {
		for (const padding of ["=", "=="]) {
			spellings.push([`${name} padded by ${padding}`, withPart(index, (part) => part + padding)]);
		}
		spellings.push([`${name} with other unused bits`, withPart(index, otherUnusedBits)]);
	}
	return spellings;
}

/** The last base64url letter has two or four unused bits. */
function otherUnusedBits(part: string): string {
	const last = ALPHABET.indexOf(part.at(-1) ?? "");
	return part.slice(0, -1) + (ALPHABET[last ^ 1] ?? "");
}

describe("a re-encoded token of an ended session", () => {
	let token: string;
	beforeAll(async () => {
		const developer = await newDeveloper();
		token = developer.token;
		expect((await call("/auth/logout", { method: "POST", headers: developer.headers })).status).toBe(200);
	});

	it.each(respelled("h.p.s").map(([name], index) => [name, index] as const))(
		"is rejected: %s",
		async (_, index) => {
			const [, spelling = ""] = respelled(token)[index] ?? [];
			for (const headers of bothCarriers(spelling)) {
				expect((await call("/auth/me", { headers })).status).toBe(401);
			}
		},
	);
});

it("a re-encoded token of a live session opens nothing that the token itself would not", async () => {
	const { token, developerId } = await newDeveloper();
	for (const [, spelling] of respelled(token)) {
		for (const headers of bothCarriers(spelling)) {
			const response = await call("/auth/me", { headers });
			expect([200, 401]).toContain(response.status);
			if (response.status === 200) {
				expect((await response.json<{ user: { id: string } }>()).user.id).toBe(developerId);
			}
		}
	}
});

function bothCarriers(token: string): Record<string, string>[] {
	return [{ Authorization: `Bearer ${token}` }, { Cookie: `access_token=${token}` }];
}

describe("changing the signing key", () => {
	const app = createApp();
	const [present] = configOf(env).sessionSigningKeys.keys;
	const TOKEN_LIFE_HOURS = 8;

	async function newSigningKey(): Promise<SigningJwk> {
		const { privateKey } = await generateKeyPair("ES256", { extractable: true });
		const jwk = await crypto.subtle.exportKey("jwk", privateKey);
		if (jwk instanceof ArrayBuffer) throw new Error("no jwk");
		const { x = "", y = "", d = "" } = jwk;
		return { kty: "EC", crv: "P-256", kid: crypto.randomUUID(), x, y, d };
	}

	/** The service with these signing keys. */
	const serviceWith = (...keys: (SigningJwk | undefined)[]) => {
		const settings = { ...env, SESSION_SIGNING_KEYS: JSON.stringify({ keys }) };
		return (path: string, init: RequestInit = {}) => app.fetch(new Request(BASE_URL + path, init), settings);
	};
	type Service = ReturnType<typeof serviceWith>;

	const me = async (service: Service, token: string) =>
		(await service("/api/v1/auth/me", { headers: { Authorization: `Bearer ${token}` } })).status;
	const kidOf = (token: string) => JSON.parse(atob(token.split(".")[0] ?? "")).kid;
	const published = async (service: Service) => {
		const { keys } = await (await service("/.well-known/jwks.json")).json<{ keys: { kid: string }[] }>();
		return keys.map(({ kid }) => kid);
	};
	const logIn = async (service: Service, email: string) => {
		const response = await service("/api/v1/auth/login", {
			method: "POST",
			headers: { "Content-Type": "application/json", "CF-Connecting-IP": crypto.randomUUID() },
			body: JSON.stringify({ email, password: "Lorem-ipsum-7" }),
		});
		return (await response.json<{ accessToken: string }>()).accessToken;
	};

	it("logs nobody out at any step, and retires the old key when its last token has expired", async () => {
		const next = await newSigningKey();
		const { email, token: old } = await newDeveloper();
		const before = serviceWith(present);
		const announced = serviceWith(present, next);
		const turned = serviceWith(next, present);
		const after = serviceWith(next);
		// First the new key only verifies, so isolates with the old settings never get a token that it signed.
		expect(await me(announced, old)).toBe(200);
		expect(kidOf(await logIn(announced, email))).toBe(present?.kid);
		expect(await published(announced)).toEqual([present?.kid, next.kid]);
		// Then it signs. Both keys verify, even in isolates with the settings of the previous step.
		const fresh = await logIn(turned, email);
		expect(kidOf(fresh)).toBe(next.kid);
		for (const service of [announced, turned]) {
			expect([await me(service, old), await me(service, fresh)]).toEqual([200, 200]);
		}
		// The old key is removed when every token that it signed has expired.
		const { exp, iat } = JSON.parse(atob(old.split(".")[1] ?? ""));
		expect((exp - iat) / 3600).toBe(TOKEN_LIFE_HOURS);
		expect([await me(after, fresh), await me(after, old)]).toEqual([200, 401]);
		expect(await published(after)).toEqual([next.kid]);
		expect(await me(before, fresh)).toBe(401);
	});
});
