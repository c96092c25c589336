/** The developer's side of hosted links (hosted-links.md "For developers"). */

import type { BrowserOrigin } from "../developers/origins/origin.ts";
import type { Creation } from "../kernel/creation.ts";
import { newHostedLinkId } from "../kernel/crypto/random-ids.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { Language } from "../kernel/languages.ts";
import type { RowKey } from "../kernel/paging/cursors.ts";
import { type Page, pageOf } from "../kernel/paging/paging.ts";
import type { WithinStorageBudget } from "../quota/storage-budget.ts";
import { invalidLinkFields, linkNotFound, linkStatusError } from "./errors.ts";
import type { LinkRows, NewLink } from "./hosted-links.d1.ts";
import { type HostedLink, type LinkKind, parseReturnUrl, statusOf } from "./link.ts";
import { hashOf, newToken } from "./link-secrets.ts";

const SECOND_MS = 1000;

type LinkRequest = Pick<NewLink, "prefill" | "locked"> & {
	kind: LinkKind;
	returnUrl: string | undefined;
	reference: string | undefined;
	locale: Language | undefined;
	expiresInSeconds: number;
};

/** `token`: shown once. */
type MadeLink = { link: HostedLink; token: string };

/** `id` is the same for repetitions of a request. */
type Making = {
	developerId: string;
	clientAddress: string;
	request: LinkRequest;
	creation: Creation;
	now: number;
};

export function createLinkService({
	rows,
	originsOf,
	withinBudget,
}: {
	rows: LinkRows;
	originsOf: (developerId: string) => Promise<BrowserOrigin[]>;
	withinBudget: WithinStorageBudget;
}) {
	async function make(making: Making): Promise<MadeLink> {
		const { developerId, clientAddress, request, creation, now } = making;
		const linkId = newHostedLinkId(creation.id);
		const target = await targetOf(developerId, request.returnUrl);
		const { expiresInSeconds, returnUrl: _, reference = null, locale = null, ...rest } = request;
		const token = newToken();
		const row: NewLink = {
			...rest,
			linkId,
			developerId,
			reference,
			locale,
			origin: target.origin,
			returnUrl: target.href,
			tokenHash: hashOf(token),
			createdAt: now,
			expiresAt: now + expiresInSeconds * SECOND_MS,
		};
		// The repetition of a paid request.
		if (creation.earlier === "completed") return insert(row, token);
		const payer = { kind: "developer", developerId } as const;
		const call = { caller: payer, clientAddress, fileBytes: JSON.stringify(row).length, now };
		return withinBudget(call, () => insert(row, token));
	}

	async function insert(row: NewLink, token: string): Promise<MadeLink> {
		const { developerId, linkId } = row;
		const outcome = await rows.insert(row);
		if (outcome === "user_gone") {
			throw new AppError({
				code: "USER_NOT_FOUND",
				message: "The account that would own this link was deleted. Nothing was stored.",
			});
		}
		if (outcome === "opened") {
			throw linkStatusError(
				"A request with the same `Idempotency-Key` made this link, and it was opened or ended since. Make another one with a new key.",
			);
		}
		return { link: await find(developerId, linkId), token };
	}

	/** The pages show the host of this origin: the origin of `returnUrl`, or else the first allowed one. */
	async function targetOf(developerId: string, returnUrl: string | undefined) {
		const allowed = (await originsOf(developerId))
			.filter(({ status }) => status === "allowed")
			.sort((a, b) => (a.decidedAt ?? 0) - (b.decidedAt ?? 0) || a.originId.localeCompare(b.originId))
			.map(({ origin }) => origin);
		const [first] = allowed;
		if (first === undefined) {
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"A link needs an allowed browser origin: request one at `/developers/origins`, and wait until it is allowed. Nothing was stored.",
			});
		}
		if (returnUrl === undefined) return { origin: first, href: null };
		const url = parseReturnUrl(returnUrl);
		if (url.kind === "bad") throw invalidReturnUrl(url.problem);
		const { origin, href } = url;
		if (allowed.includes(origin)) return { origin, href };
		throw invalidReturnUrl(`must be of one of your allowed origins: ${allowed.join(", ")}`);
	}

	/** A link of another developer is not found. */
	async function find(developerId: string, linkId: string): Promise<HostedLink> {
		const link = await rows.find(linkId);
		if (link?.developerId !== developerId) throw linkNotFound();
		return link;
	}

	/** Newest first. */
	async function list(
		developerId: string,
		reference: string | undefined,
		after: RowKey | undefined,
		limit: number,
	): Promise<Page<HostedLink, RowKey>> {
		const found = await rows.list(developerId, reference, after, limit + 1);
		return pageOf(found, limit, ({ createdAt: at, linkId: id }) => ({ at, id }));
	}

	/** Idempotent. */
	async function end(developerId: string, linkId: string, now: number): Promise<HostedLink> {
		await rows.end(developerId, linkId, now);
		const link = await find(developerId, linkId);
		if (statusOf(link, now) === "used") {
			throw linkStatusError("This link is used up, so it cannot be ended. Read it for its case.");
		}
		return link;
	}

	return { make, find, list, end };
}

const invalidReturnUrl = (message: string): AppError =>
	invalidLinkFields([{ field: "returnUrl", rule: "not_allowed", message }]);
