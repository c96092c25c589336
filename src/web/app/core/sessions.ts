/** The cookies that hold a visitor's sessions (hosted-app.md "Sessions"). A page uses one kind of session alone. */
import { cookieOf, hostCookieName, SESSION_COOKIE, soleCookie } from "../../../http/cookies.ts";
import type { PageContext } from "./page-env.ts";

/**
 * - `developer`: the specification's cookie.
 * - `wallet`: opened by a wallet's signature.
 * - `visitor`: an anonymous session, for questions before there is a wallet.
 */
export type SessionKind = "developer" | "wallet" | "visitor";

const SIGN_IN_PATHS = { developer: "/developers/login", wallet: "/sign-in", visitor: "/" } as const;

function sessionCookieName(kind: SessionKind, appOrigin: string): string {
	return kind === "developer" ? SESSION_COOKIE : hostCookieName(appOrigin, kind);
}

/** Undefined if there is none, or more than one, which another host must have set. */
export function sessionToken(c: PageContext, kind: SessionKind): string | undefined {
	return soleCookie(c.req.raw.headers, sessionCookieName(kind, c.env.settings.appOrigin));
}

export function setSession(c: PageContext, kind: SessionKind, value: string, maxAgeSeconds: number): void {
	const { appOrigin } = c.env.settings;
	const name = sessionCookieName(kind, appOrigin);
	const sameSite = kind === "developer" ? "Strict" : "Lax";
	c.get("cookies").push(cookieOf({ appOrigin, name, value, maxAgeSeconds, sameSite }));
}

export function dropSession(c: PageContext, kind: SessionKind): void {
	setSession(c, kind, "", 0);
}

/** Thrown where a page needs a session that is absent or has ended. */
export class SessionNeeded extends Error {
	readonly kind: SessionKind;
	readonly hasEnded: boolean;

	constructor(kind: SessionKind, hasEnded: boolean) {
		super(`a ${kind} session is needed`);
		this.kind = kind;
		this.hasEnded = hasEnded;
	}
}

type SignIn = {
	hasEnded?: boolean;
	/** The network to offer first, for a session of a wallet. */
	chainId?: number | undefined;
};

/** Where to open the session, and to return from. */
export function signInPath(kind: SessionKind, returnTo: string, { hasEnded, chainId }: SignIn = {}): string {
	const query = new URLSearchParams({
		next: returnTo,
		...(chainId !== undefined && { chainId: String(chainId) }),
		...(hasEnded && { ended: "1" }),
	});
	return `${SIGN_IN_PATHS[kind]}?${query}`;
}

/** A path of our own origin, since `next` comes from the address bar; otherwise `fallback`. */
export function ownPath(text: string | undefined, fallback: string): string {
	return text !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes("\\")
		? text
		: fallback;
}
