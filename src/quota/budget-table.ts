/** The budgets of every kind of identity (auth.md "Quotas"). A test compares the table with the document. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const MEBIBYTE = 2 ** 20;

/**
 * - `free_network`: all anonymous and wallet sessions of a client network that no page opened.
 * - `protected_account`: the protective moves of an account from one client network; `protected_network`: of all accounts.
 * - `origin_network`: the calls of an origin's pages from one client network.
 * - `allowed_developer`: what a developer has in addition once one of its browser origins is allowed.
 * - `developer_network`: all developers of a client network that have no allowed origin.
 * - `strangers`: everybody without an allowed origin, so that they cannot use up the whole of `service`.
 */
export const IDENTITIES = [
	"anonymous",
	"wallet",
	"free_network",
	"protected_account",
	"protected_network",
	"origin",
	"origin_network",
	"developer",
	"developer_network",
	"allowed_developer",
	"strangers",
	"service",
] as const;
export type Identity = (typeof IDENTITIES)[number];

/** Account objects store the names. */
export const RESOURCES = [
	"cases",
	"orders",
	"stored_bytes",
	"profiles",
	"node_requests",
	"issued_keys",
	"webhook_samples",
	"contests",
	"looks",
	"looks_without_order",
	"module_reads",
	"mails",
	"mailed_codes",
	"mailed_resets",
	"mailed_receipts",
	"mailed_claims",
	"confirmations",
	"resets",
] as const;
export type Resource = (typeof RESOURCES)[number];

/** An identity without an amount does not pay for the resource. */
export type BudgetTable = Record<
	Resource,
	{ windowMs: number; amounts: Readonly<Partial<Record<Identity, number>>> }
>;

/** A forger on one network cannot use up the rest of an origin's budget. */
const NETWORKS_PER_ORIGIN = 8;

/** The amounts that settings of their own give. */
export type AmountSettings = { originBytesPerDay: number; newProfilesPerDay: number };

export function budgetTableOf({ originBytesPerDay, newProfilesPerDay }: AmountSettings) {
	const perOrigin = (amount: number) => ({ origin: amount, origin_network: amount / NETWORKS_PER_ORIGIN });
	const filed = {
		...{ anonymous: 30, wallet: 30, free_network: 300 },
		...perOrigin(1000),
		...{ developer: 10_000, developer_network: 20_000, allowed_developer: 100_000 },
	};
	return {
		cases: { windowMs: DAY_MS, amounts: filed },
		/** Each may bring a line to the reviewers. */
		orders: { windowMs: DAY_MS, amounts: { ...filed, free_network: 60 } },
		stored_bytes: {
			windowMs: DAY_MS,
			amounts: {
				...{ anonymous: 32 * MEBIBYTE, wallet: 32 * MEBIBYTE, free_network: originBytesPerDay },
				...perOrigin(originBytesPerDay),
				developer: 1024 * MEBIBYTE,
				developer_network: 2048 * MEBIBYTE,
				allowed_developer: 10_240 * MEBIBYTE,
			},
		},
		profiles: {
			windowMs: DAY_MS,
			amounts: {
				free_network: newProfilesPerDay,
				...perOrigin(newProfilesPerDay * NETWORKS_PER_ORIGIN),
				developer: newProfilesPerDay,
			},
		},
		node_requests: {
			windowMs: HOUR_MS,
			amounts: {
				...{ anonymous: 300, wallet: 1000, free_network: 5000 },
				/** Ten and fifty signatures. */
				...{ protected_account: 40, protected_network: 200 },
				...perOrigin(16_000),
				...{ developer: 5000, developer_network: 10_000, allowed_developer: 100_000 },
				...{ strangers: 200_000, service: 250_000 },
			},
		},
		/** At most five keys are active, but each leaves rows for ninety days. */
		issued_keys: { windowMs: DAY_MS, amounts: { developer: 60 } },
		/** Each sample sends a request to a URL that the developer chose. */
		webhook_samples: { windowMs: MINUTE_MS, amounts: { developer: 10 } },
		/** Apart from `stored_bytes`, which others of an owner's network may have used up. */
		contests: { windowMs: DAY_MS, amounts: { free_network: 1000, protected_account: 4 } },
		/** Only the watch over lost accounts charges these, so that no caller's traffic uses it up. */
		looks: {
			windowMs: DAY_MS,
			amounts: {
				...{ anonymous: 500, wallet: 1000, free_network: 10_000 },
				...{ developer: 10_000, developer_network: 20_000, allowed_developer: 100_000 },
				...{ strangers: 800_000, service: 1_000_000 },
			},
		},
		/** Half of each, so that cases with an order come first. */
		looks_without_order: {
			windowMs: DAY_MS,
			amounts: {
				...{ anonymous: 250, wallet: 500, free_network: 5000 },
				...{ developer: 5000, developer_network: 10_000, allowed_developer: 50_000 },
				...{ strangers: 400_000, service: 500_000 },
			},
		},
		/** Only the watch over the recovery module charges these, so that no caller keeps it from an alarm. */
		module_reads: { windowMs: HOUR_MS, amounts: { service: 20_000 } },
		/** What a new sending domain may send in a day. */
		mails: { windowMs: DAY_MS, amounts: { service: 1000 } },
		/** Strangers can cause codes, so alarms keep half, and confirmations use up none of the resets. */
		mailed_codes: { windowMs: DAY_MS, amounts: { service: 300 } },
		mailed_resets: { windowMs: DAY_MS, amounts: { service: 200 } },
		mailed_receipts: { windowMs: DAY_MS, amounts: { service: 250 } },
		/** Mails about claims. All addresses that one client network has added count together, since whoever adds them may also file the claims. */
		mailed_claims: { windowMs: DAY_MS, amounts: { free_network: 50 } },
		confirmations: { windowMs: DAY_MS, amounts: { free_network: 100, developer_network: 100 } },
		/** Of an account from one client network, and of all accounts from it. */
		resets: { windowMs: DAY_MS, amounts: { protected_account: 5, protected_network: 100 } },
	} as const satisfies BudgetTable;
}

type Defaults = ReturnType<typeof budgetTableOf>;

export type ConfiguredBudgets = {
	[R in Resource]: {
		windowMs: number;
		amounts: { [I in keyof Defaults[R]["amounts"]]: number };
	};
};

export const DEFAULT_BUDGETS: ConfiguredBudgets = budgetTableOf({
	originBytesPerDay: 256 * MEBIBYTE,
	newProfilesPerDay: 10_000,
});
