/** The developer's side of hosted links (hosted-links.md "For developers"). */
import type { BrowserOrigin } from "../developers/origins/origin.ts";
import type { RowKey } from "../kernel/key-cursor.ts";
import { type Page, pageOf } from "../kernel/paging.ts";
import { newHostedLinkId } from "../kernel/random-ids.ts";
import type { BudgetExhausted } from "../quota/budgets.ts";
import type { WithinStorageBudget } from "../quota/storage-budget.ts";
import type { LinkRows, NewLink } from "./hosted-links.d1.ts";
import { type HostedLink, type LinkKind, type Locale, parseReturnUrl, statusOf } from "./link.ts";
import { hashOf, newToken } from "./link-secrets.ts";

const SECOND_MS = 1000;

type LinkRequest = Pick<NewLink, "prefill" | "locked"> & {
	kind: LinkKind;
	returnUrl: string | undefined;
	reference: string | undefined;
	locale: Locale | undefined;
	expiresInSeconds: number;
};

export type MakeLinkResult =
	/** `token`: shown once. */
	| { kind: "made"; link: HostedLink; token: string }
	/** The link of an earlier request with this creation id was started, used or ended. */
	| { kind: "made_before" }
	| { kind: "no_allowed_origin" }
	| { kind: "bad_return_url"; problem: string }
	| { kind: "not_found" }
	| { kind: "user_gone" }
	| BudgetExhausted;

export type EndLinkResult = { kind: "link"; link: HostedLink } | { kind: "not_found" } | { kind: "used" };

export type LinkService = ReturnType<typeof createLinkService>;

/** `id` is the same for repetitions of a request. */
type Creation = { id: string; earlier: "none" | "interrupted" | "answered" };

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
	async function make(making: Making): Promise<MakeLinkResult> {
		const { developerId, clientAddress, request, creation, now } = making;
		const linkId = newHostedLinkId(creation.id);
		const target = await targetOf(developerId, request.returnUrl);
		if (target.kind !== "target") return target;
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
		if (creation.earlier === "answered") return insert(row, token);
		const payer = { kind: "developer", developerId } as const;
		const call = { caller: payer, clientAddress, fileBytes: JSON.stringify(row).length, now };
		return withinBudget(
			call,
			() => insert(row, token),
			({ kind }) => kind === "made",
		);
	}

	async function insert(row: NewLink, token: string): Promise<MakeLinkResult> {
		const { developerId, linkId } = row;
		const outcome = await rows.insert(row);
		if (outcome === "user_gone") return { kind: "user_gone" };
		if (outcome === "opened") return { kind: "made_before" };
		const link = await find(developerId, linkId);
		return link ? { kind: "made", link, token } : { kind: "not_found" };
	}

	/** The pages show the host of this origin: the origin of `returnUrl`, or else the first allowed one. */
	async function targetOf(developerId: string, returnUrl: string | undefined) {
		const allowed = (await originsOf(developerId))
			.filter(({ status }) => status === "allowed")
			.sort((a, b) => (a.decidedAt ?? 0) - (b.decidedAt ?? 0) || a.originId.localeCompare(b.originId))
			.map(({ origin }) => origin);
		const [first] = allowed;
		if (first === undefined) return { kind: "no_allowed_origin" } as const;
		if (returnUrl === undefined) return { kind: "target", origin: first, href: null } as const;
		const url = parseReturnUrl(returnUrl);
		if (url.kind === "bad") return { kind: "bad_return_url", problem: url.problem } as const;
		const { origin, href } = url;
		if (allowed.includes(origin)) return { kind: "target", origin, href } as const;
		const problem = `must be of one of your allowed origins: ${allowed.join(", ")}`;
		return { kind: "bad_return_url", problem } as const;
	}

	/** Undefined for a link of another developer too. */
	async function find(developerId: string, linkId: string): Promise<HostedLink | undefined> {
		const link = await rows.find(linkId);
		return link?.developerId === developerId ? link : undefined;
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
	async function end(developerId: string, linkId: string, now: number): Promise<EndLinkResult> {
		await rows.end(developerId, linkId, now);
		const link = await find(developerId, linkId);
		if (!link) return { kind: "not_found" };
		return statusOf(link, now) === "used" ? { kind: "used" } : { kind: "link", link };
	}

	return { make, find, list, end };
}
