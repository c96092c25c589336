import { AppError, type AppErrorOptions } from "../kernel/errors/app-error.ts";
import type { Identity, Resource } from "./budget-table.ts";
import type { NoTurn } from "./turns.ts";

export type BudgetExhausted = {
	kind: "budget_exhausted";
	identity: Identity;
	resource: Resource;
	amount: number;
	windowMs: number;
	/** What would fit now. */
	left: number;
	retryAfterSeconds: number;
};

const MEBIBYTE = 2 ** 20;
const SECOND_MS = 1000;
const WINDOWS = new Map([
	[60_000, "a minute"],
	[3_600_000, "an hour"],
	[86_400_000, "a day"],
]);

const WHO: Record<Exclude<Identity, "service" | "strangers">, string> = {
	anonymous: "This anonymous session",
	wallet: "This wallet",
	free_network: "Your network, with all its anonymous and wallet sessions together,",
	protected_account: "Your network, for this account,",
	protected_network: "Your network, for all accounts together that open cases or releases name,",
	origin: "Your site, with all visitors of its pages together,",
	origin_network: "Your network, with all its visitors of this site together,",
	developer: "This account",
	developer_network: "Your network, with all its developer accounts together,",
	allowed_developer: "This account",
};

/** How much is left to others of a network or site is not told. */
const OWN: ReadonlySet<Identity> = new Set(["anonymous", "wallet", "developer", "allowed_developer"]);

const MAY: Record<Resource, (amount: number) => string> = {
	cases: (amount) => `file ${amount} recovery cases`,
	orders: (amount) => `attach ${amount} court orders`,
	stored_bytes: (amount) => `store ${Math.floor(amount / MEBIBYTE)} MiB`,
	profiles: (amount) => `read ${amount} estate profiles for the first time`,
	node_requests: (amount) => `cause ${amount} requests to the nodes of chains`,
	issued_keys: (amount) => `issue ${amount} API keys`,
	webhook_samples: (amount) => `send ${amount} samples`,
	contests: (amount) => `contest the cases of an account ${amount} times`,
	looks: (amount) => `have ${amount} lost accounts watched`,
	looks_without_order: (amount) => `have ${amount} lost accounts watched without a court order`,
	module_reads: (amount) => `cause ${amount} requests about the recovery module`,
	mails: (amount) => `send ${amount} mails`,
	mailed_codes: (amount) => `mail ${amount} codes that confirm addresses`,
	mailed_resets: (amount) => `mail ${amount} codes that set passwords`,
	mailed_receipts: (amount) => `mail ${amount} receipts`,
	mailed_claims: (amount) => `have ${amount} mails about claims`,
	confirmations: (amount) => `have ${amount} codes mailed that confirm an address`,
	resets: (amount) => `have ${amount} codes mailed that set a password`,
};

const ELSE: typeof WHO = {
	anonymous: ", or use a wallet session or an API key",
	wallet: ", or use an API key",
	free_network: ", or use an API key or another network",
	protected_account: ", or use another network",
	protected_network: ", or use another network",
	origin: ", or use a wallet session that no page opened, or an API key",
	origin_network: ", or use a wallet session that no page opened, or an API key",
	developer: ". The limit is higher for accounts with an allowed browser origin: request one",
	developer_network: ". Accounts with an allowed browser origin do not share this limit: request one",
	allowed_developer: ". Ask the operator of this service if you need more",
};

/** An allowed origin raises none of these. */
const FIXED: ReadonlySet<Resource> = new Set(["issued_keys", "webhook_samples", "profiles", "confirmations"]);

export const budgetError = (exhausted: BudgetExhausted): AppError =>
	new AppError(budgetErrorOptions(exhausted));

export function budgetErrorOptions(exhausted: BudgetExhausted): AppErrorOptions {
	const { identity, resource, amount, windowMs, left, retryAfterSeconds } = exhausted;
	if (identity === "service" || identity === "strangers") {
		const message =
			"The service has reached its own limit for requests of this kind. Nothing was stored. Retry after the time in Retry-After.";
		return { code: "SERVICE_UNAVAILABLE", message, retryAfterSeconds };
	}
	const limit = `may ${MAY[resource](amount)} within ${WINDOWS.get(windowMs)} and has reached that limit`;
	const kept =
		resource === "profiles" ? "Profiles that you have read before are still shown" : "Nothing was stored";
	return {
		code: "RATE_LIMITED",
		message: `${WHO[identity]} ${limit}. ${kept}. Retry after the time in Retry-After${identity === "developer" && FIXED.has(resource) ? "" : ELSE[identity]}.`,
		retryAfterSeconds,
		...(OWN.has(identity) && {
			quota: { name: resource, amount, windowSeconds: windowMs / SECOND_MS, left },
		}),
	};
}

/** For reads alone. */
export function noTurnError({ by, retryAfterSeconds }: NoTurn): AppError {
	if (by === "service") {
		const message =
			"Too many requests of this kind wait at this service at the moment. Retry after the time in Retry-After.";
		return new AppError({ code: "SERVICE_UNAVAILABLE", message, retryAfterSeconds });
	}
	return new AppError({
		code: "RATE_LIMITED",
		message:
			"Too many requests of this kind from your network wait at the moment. Send fewer at the same time, and retry after the time in Retry-After.",
		retryAfterSeconds,
	});
}
