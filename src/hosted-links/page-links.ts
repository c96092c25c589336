/** Looks links up and starts them, for the hosted pages (hosted-links.md "For the pages"). */
import type { LinkRows } from "./hosted-links.d1.ts";
import { type HostedLink, statusOf } from "./link.ts";
import { hashOf, isToken, newSecret, readSecret } from "./link-secrets.ts";

/** A concurrent start of the same link is seen by the next attempt. */
const MAX_ATTEMPTS = 5;

/** `secretHash`: of the secret that the browser sent. */
export type SeenLink = { link: HostedLink; secretHash: string | undefined };

export type StartResult =
	| { kind: "started"; secret: string; link: HostedLink }
	| { kind: "not_found" }
	| { kind: "started_elsewhere" | "used" | "expired" | "ended" };

export type PageLinks = ReturnType<typeof createPageLinks>;

export function createPageLinks(rows: Pick<LinkRows, "find" | "findByToken" | "start">) {
	const byToken = async (token: string) => (isToken(token) ? rows.findByToken(hashOf(token)) : undefined);

	/** @param secret of this browser, if it has one; of another link it is ignored */
	async function lookUp(token: string, secret: string | undefined): Promise<SeenLink | undefined> {
		const link = await byToken(token);
		return link && { link, secretHash: secret === undefined ? undefined : hashOf(secret) };
	}

	/** Undefined for a secret that the link does not know. */
	async function findStarted(secret: string): Promise<SeenLink | undefined> {
		const known = readSecret(secret);
		if (!known) return undefined;
		const { linkId, secretHash } = known;
		const link = await rows.find(linkId);
		const isKnown = link?.secretHash === secretHash || link?.formerSecrets.includes(secretHash);
		return link && isKnown ? { link, secretHash } : undefined;
	}

	/** Binds the link to a new secret. @param takeOver ends the binding of another browser */
	async function start(token: string, takeOver: boolean, now: number): Promise<StartResult> {
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const seen = await byToken(token);
			if (!seen) return { kind: "not_found" };
			const status = statusOf(seen, now);
			if (status !== "open" && status !== "started") return { kind: status };
			if (status === "started" && !takeOver) return { kind: "started_elsewhere" };
			const secret = newSecret(seen.linkId);
			const secretHash = hashOf(secret);
			if (!(await rows.start(seen, secretHash, now))) continue;
			return { kind: "started", secret, link: { ...seen, secretHash, startedAt: seen.startedAt ?? now } };
		}
		return { kind: "started_elsewhere" };
	}

	return { lookUp, findStarted, start };
}
