/** Looks links up and starts them, for the hosted pages (hosted-links.md "For the pages"). */
import { linkUnusable, unknownLink } from "./errors.ts";
import type { LinkRows } from "./hosted-links.d1.ts";
import { type HostedLink, statusOf } from "./link.ts";
import { hashOf, isToken, newSecret, readSecret } from "./link-secrets.ts";

/** A concurrent start of the same link is seen by the next attempt. */
const MAX_ATTEMPTS = 5;

/** `secretHash`: of the secret that the browser sent. */
export type SeenLink = { link: HostedLink; secretHash: string | undefined };

export type PageLinks = ReturnType<typeof createPageLinks>;

export function createPageLinks(rows: Pick<LinkRows, "find" | "findByToken" | "start">) {
	async function byToken(token: string): Promise<HostedLink> {
		const link = isToken(token) ? await rows.findByToken(hashOf(token)) : undefined;
		if (!link) throw unknownLink();
		return link;
	}

	/** @param secret of this browser, if it has one; of another link it is ignored */
	async function lookUp(token: string, secret: string | undefined): Promise<SeenLink> {
		const link = await byToken(token);
		return { link, secretHash: secret === undefined ? undefined : hashOf(secret) };
	}

	/** A secret that the link does not know is that of an unknown link. */
	async function findStarted(secret: string): Promise<SeenLink> {
		const known = readSecret(secret);
		const link = known && (await rows.find(known.linkId));
		if (!link) throw unknownLink();
		const { secretHash } = known;
		if (link.secretHash !== secretHash && !link.formerSecrets.includes(secretHash)) throw unknownLink();
		return { link, secretHash };
	}

	/** Binds the link to a new secret. @param takeOver ends the binding of another browser */
	async function start(
		token: string,
		takeOver: boolean,
		now: number,
	): Promise<{ secret: string; link: HostedLink }> {
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const seen = await byToken(token);
			const status = statusOf(seen, now);
			if (status !== "open" && status !== "started") throw linkUnusable(status);
			if (status === "started" && !takeOver) break;
			const secret = newSecret(seen.linkId);
			const secretHash = hashOf(secret);
			if (!(await rows.start(seen, secretHash, now))) continue;
			return { secret, link: { ...seen, secretHash, startedAt: seen.startedAt ?? now } };
		}
		throw linkUnusable("started_elsewhere");
	}

	return { lookUp, findStarted, start };
}
