/**
 * Parses the Worker's variables and secrets. Problems never contain a value, which may be secret.
 *
 * Over 300 lines, because one list of settings is easier to check against operations.md than several.
 */
import * as z from "zod";
import { isLoopback } from "../kernel/loopback.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import { emailProblem } from "../kernel/schemas/email.ts";
import { addressSchema, chainIdSchema, UNSEEN_RANGES } from "../kernel/schemas/schemas.ts";
import { CHAIN_PROOF_GRADES } from "../protocol/enumerations.ts";
import { budgetTableOf, type ConfiguredBudgets } from "../quota/budget-table.ts";
import { budgetAmounts, networkBits, withAmounts } from "./budget-settings.ts";
import { Misconfigured } from "./misconfigured.ts";
import { OPTIONAL_SECRETS } from "./optional-secrets.ts";
import {
	allRead,
	httpUrl,
	Invalid,
	ifAny,
	json,
	matching,
	membersOf,
	oneOf,
	problemsOf,
	type Read,
	readText,
	type ValueOf,
	wholeNumber,
} from "./setting.ts";
import { evidenceKeySet, indexOfSharedKey, publicP256Key, sessionKeySet } from "./signing-key-sets.ts";
import { versionedKeys } from "./versioned-keys.ts";

const baseUrl: Read<URL> = (text) => {
	const url = httpUrl(text);
	if (url instanceof Invalid || url.protocol === "https:" || isLoopback(url.hostname)) return url;
	return new Invalid("must begin with https://, because only an address of this machine may use http");
};

/** Each is tried on a signature that is rejected. */
const MAX_FORMER_ORIGINS = 10;

const formerOrigins = json((source): string[] | Invalid => {
	if (!Array.isArray(source)) return new Invalid("must be a JSON list of origins");
	if (source.length > MAX_FORMER_ORIGINS)
		return new Invalid(`must have at most ${MAX_FORMER_ORIGINS} origins`);
	return allRead(
		source.map((origin: unknown) => {
			const url = httpUrl(origin);
			if (url instanceof Invalid) return url;
			return url.origin === origin
				? url.origin
				: new Invalid("every origin must be a scheme and a host, with nothing behind them");
		}),
	);
});

/** A JSON object with a value for each chain. */
const byChain = <T>(read: Read<T, unknown>, problem: string): Read<Map<number, T>> =>
	json((source) => {
		const members = membersOf(source);
		if (!members) return new Invalid(problem);
		const values = allRead(
			[...members].map(([chainId, member]): [number, T] | Invalid => {
				if (!/^[1-9]\d{0,15}$/.test(chainId)) return new Invalid("a chain id must be a whole number from 1");
				if (!Number.isSafeInteger(Number(chainId))) return new Invalid("a chain id is too large");
				const value = read(member);
				return value instanceof Invalid ? value : [Number(chainId), value];
			}),
		);
		return values instanceof Invalid ? values : new Map(values);
	});

const nodeUrl: Read<string, unknown> = (source) => {
	const url = httpUrl(source);
	if (url instanceof Invalid) return url;
	// fetch() silently strips URL credentials, so the node would reject every request.
	return url.username + url.password === ""
		? url.href
		: new Invalid("a URL must not hold a name or password");
};

const addressesByChain = (min: number, max: number, problem: string) =>
	json((source): Map<number, string[]> | Invalid => {
		const lists = z.record(z.string().regex(/^[1-9]\d{0,15}$/), z.array(addressSchema()).min(min).max(max));
		const parsed = lists.safeParse(source);
		if (!parsed.success) return new Invalid(problem);
		return new Map(Object.entries(parsed.data).map(([chainId, addresses]) => [Number(chainId), addresses]));
	});

const MAX_MODULE_REVIEWERS = 100;

/** Reviewers' signing addresses, in lower case, on each chain with the recovery module (recovery.md "Approvals for the chain"). */
const moduleReviewers: Read<Map<number, string[]>> = (text) => {
	const problem = "must be a JSON object, chain id to a list of reviewers' addresses";
	const read = addressesByChain(1, MAX_MODULE_REVIEWERS, problem)(text);
	if (read instanceof Invalid) return read;
	return new Map([...read].map(([chainId, list]) => [chainId, list.map((one) => one.toLowerCase())]));
};

const NO_DESTS = 'every dests must be "*" or a list of addresses';

/** The batch that reads them must end within the gas of one call. */
const MAX_LISTED_TOKENS = 20;

/** Tokens that pages look for in an account, by chain (recovery.md "What an account is"). */
const listedTokens = addressesByChain(
	0,
	MAX_LISTED_TOKENS,
	`must be a JSON object, chain id to a list of at most ${MAX_LISTED_TOKENS} addresses of tokens`,
);

/** An https address to which `/address/0x…` and `/tx/0x…` are added (EIP-3091). */
const explorer: Read<string, unknown> = (source) => {
	const url = httpUrl(source);
	const isPlain =
		url instanceof URL &&
		url.protocol === "https:" &&
		url.username + url.password + url.search + url.hash === "" &&
		!url.href.includes("?") &&
		!url.href.includes("#");
	return isPlain
		? url.href.replace(/\/+$/, "")
		: new Invalid("every explorer must be an https URL, without a name, query or fragment");
};

/** Agents whose calls count as executing a recovery (recovery.md "Proof of execution"). */
const recoveryAgents = lazy(() =>
	z
		.array(
			z.strictObject({
				chainId: chainIdSchema(),
				agent: addressSchema(),
				dests: z.union([z.literal("*"), z.array(addressSchema()).min(1, NO_DESTS)], {
					error: NO_DESTS,
				}),
			}),
			"must be a JSON list of { chainId, agent, dests }",
		)
		.max(1000, "must have at most 1000 agents"),
);

type RecoveryAgents = Infer<typeof recoveryAgents>;

const readRecoveryAgents = json((source): RecoveryAgents | Invalid => {
	const parsed = recoveryAgents().safeParse(source);
	return parsed.success ? parsed.data : new Invalid(...parsed.error.issues.map(({ message }) => message));
});

/** Blocks of more than a year. */
const MAX_CONFIRMATIONS = 10_000_000;

const confirmations: Read<number> = (text) => {
	const blocks = wholeNumber(0, MAX_CONFIRMATIONS)(text);
	if (!(blocks instanceof Invalid)) return blocks;
	return new Invalid(`must be empty, or a whole number between 0 and ${MAX_CONFIRMATIONS}`);
};

const flag = oneOf(
	new Map([
		["false", false],
		["true", true],
	]),
	"must be true or false",
);

const clientSecretList = json((source): string[] | Invalid => {
	if (!Array.isArray(source) || source.length < 1 || source.length > 2) {
		return new Invalid("must have one or two secrets");
	}
	return allRead(
		source.map((secret: unknown) => {
			if (typeof secret !== "string") return new Invalid("every secret must be text");
			return [...secret].length >= 32 ? secret : new Invalid("every secret must have at least 32 characters");
		}),
	);
});

/** Plain text, or a JSON list of two during a rotation. */
const clientSecrets: Read<string[]> = (text) =>
	clientSecretList(text.startsWith("[") ? text : JSON.stringify([text]));

/** Visible text, because owners see it. */
const operatorName = matching(
	new RegExp(`^(?!\\s)[^${UNSEEN_RANGES}]{1,200}(?<!\\s)$`, "u"),
	"must be one line of at most 200 characters",
);

const operatorContact = matching(
	/^(?:[^\s@]{1,64}@[^\s@]+\.[^\s@]+|https:\/\/[^\s/]+\S*)$/,
	"must be an e-mail address or an https URL",
);

/** Fits into the header `Authorization: Bearer` (RFC 6750 section 2.1). */
const metricsToken = matching(
	/^[A-Za-z0-9._~+/-]{32,}=*$/,
	"must have at least 32 characters, letters, digits and - . _ ~ + / only",
);

const mailSender = oneOf(
	new Map((["none", "cloudflare", "resend"] as const).map((sender) => [sender as string, sender])),
	"must be none, cloudflare or resend",
);

const mailFrom: Read<string> = (text) =>
	emailProblem(text) === undefined ? text : new Invalid("must be an e-mail address");

/** In UTC; null for never. */
const hourOfDay: Read<number | null> = (text) => {
	if (text === "never") return null;
	const hour = wholeNumber(0, 23)(text);
	return hour instanceof Invalid ? new Invalid("must be never, or an hour of the day from 0 to 23") : hour;
};

/** Unix milliseconds. */
const startOfDay: Read<number> = (text) => {
	if (text === "never") return Number.POSITIVE_INFINITY;
	const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return Number.isNaN(at) ? new Invalid("must be never, or a day such as 2027-01-31") : at;
};

const TEN_YEARS_SECONDS = 10 * 366 * 86_400;
const MAX_RATE = 1_000_000;
/** An eighth of it, one network's part, must hold the largest will. */
const MIN_ORIGIN_MEBIBYTES = 88;
const MEBIBYTE = 2 ** 20;

const reads = {
	BRAND: matching(/^[A-Za-z][A-Za-z0-9]{0,31}$/, "must be one word of letters and digits"),
	BASE_URL: baseUrl,
	FORMER_ORIGINS: ifAny(formerOrigins, []),
	OPERATOR_NAME: ifAny(operatorName, null),
	OPERATOR_CONTACT: ifAny(operatorContact, null),
	RPC_URLS: ifAny(byChain(nodeUrl, "must be a JSON object, chain id to URL"), new Map<number, string>()),
	CONFIRMATIONS: ifAny(confirmations, null),
	RECOVERY_AGENTS: ifAny(readRecoveryAgents, []),
	MODULE_REVIEWERS: ifAny(moduleReviewers, new Map<number, string[]>()),
	LISTED_TOKENS: ifAny(listedTokens, new Map<number, string[]>()),
	EXPLORERS: ifAny(
		byChain(explorer, "must be a JSON object, chain id to the https URL of a block explorer"),
		new Map<number, string>(),
	),
	MIN_PROOF: oneOf(
		new Map(CHAIN_PROOF_GRADES.map((proof) => [proof as string, proof])),
		"must be trace, module, direct or decoded",
	),
	/** null: BASE_URL decides. */
	ALLOW_LOCAL_WEBHOOKS: ifAny(flag, null),
	CHALLENGE_PERIOD_SECONDS: wholeNumber(0, TEN_YEARS_SECONDS),
	REVIEWERS_TO_VERIFY: wholeNumber(1, 2),
	CASE_EXPIRY_SECONDS: wholeNumber(1, TEN_YEARS_SECONDS),
	RELEASE_CHALLENGE_SECONDS: wholeNumber(0, TEN_YEARS_SECONDS),
	OPEN_CASES_PER_ACCOUNT: wholeNumber(1, 1000),
	ESTATE_MEBIBYTES_PER_ORIGIN: wholeNumber(MIN_ORIGIN_MEBIBYTES, 1_000_000),
	WILL_VERSIONS_PER_ESTATE: wholeNumber(1, 100_000),
	NEW_PROFILES_PER_DAY: wholeNumber(1, 10_000_000),
	/** Amounts other than the defaults (auth.md "Quotas"). */
	BUDGETS: ifAny(budgetAmounts, {}),
	BUDGET_NETWORK: networkBits({ ipv4: 32, ipv6: 64 }),
	PUBLIC_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	LOGIN_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	CREDENTIAL_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	BODY_IDLE_SECONDS: wholeNumber(1, 3600),
	BODY_TOTAL_SECONDS: wholeNumber(1, 3600),
	PEPPERS: versionedKeys,
	KEY_ENCRYPTION_KEYS: versionedKeys,
	SESSION_SIGNING_KEYS: json(sessionKeySet),
	EVIDENCE_SIGNING_KEYS: json(evidenceKeySet),
	EXPORT_PUBLIC_KEY: ifAny(json(publicP256Key), null),
	UI_CLIENT_ID: matching(/^.{8,}$/su, "must have at least 8 characters"),
	UI_CLIENT_SECRET: clientSecrets,
	METRICS_TOKEN: ifAny(metricsToken, null),
	/** null: a mailbox on this machine where BASE_URL is local, otherwise no mail. */
	MAIL_SENDER: ifAny(mailSender, null),
	MAIL_FROM: ifAny(mailFrom, null),
	ALERTS_TO: ifAny(mailFrom, null),
	REVIEW_DIGEST_HOUR: hourOfDay,
	REVIEW_OVERDUE_HOURS: wholeNumber(1, 8760),
	BREACHED_PASSWORDS_URL: ifAny(baseUrl, null),
	/** null: never where BASE_URL is local, otherwise from the start. */
	PASSKEYS_REQUIRED_FROM: ifAny(startOfDay, null),
	RESEND_API_KEY: ifAny(matching(/^re_[A-Za-z0-9_]{8,}$/, "must be an API key of Resend"), null),
};

type Name = keyof typeof reads;
type Settings = { [N in Name]: ValueOf<(typeof reads)[N]> };

export function parseConfig(env: unknown): { ok: true; config: Config } | { ok: false; problems: string[] } {
	const parsed = readSettings(env);
	return parsed.ok ? { ok: true, config: configFrom(parsed.settings) } : parsed;
}

export type Config = ReturnType<typeof configFrom>;

function configFrom(settings: Settings) {
	const isLocal = isLoopback(settings.BASE_URL.hostname);
	return {
		brand: settings.BRAND,
		/** Also the `iss` of its tokens, and the `service` of owners' messages. */
		appOrigin: settings.BASE_URL.origin,
		/** Origins that the service had before it moved. */
		formerOrigins: settings.FORMER_ORIGINS as readonly string[],
		/** BASE_URL is a loopback address, as in development. */
		isLocal,
		/** Shown to callers who accept the terms. Null if not set. */
		operator: { name: settings.OPERATOR_NAME, contact: settings.OPERATOR_CONTACT },
		rpcUrls: settings.RPC_URLS as ReadonlyMap<number, string>,
		/** null to use the node's `finalized` tag. */
		confirmations: settings.CONFIRMATIONS,
		/** Agents whose calls count besides the lost account's. */
		recoveryAgents: settings.RECOVERY_AGENTS as RecoveryAgents,
		/** Reviewers' signing addresses, in lower case, by chain. Chains that are not named take no approvals. */
		moduleReviewers: settings.MODULE_REVIEWERS as ReadonlyMap<number, readonly string[]>,
		/** Tokens that pages look for in an account, by chain. */
		listedTokens: settings.LISTED_TOKENS as ReadonlyMap<number, readonly string[]>,
		/** Beginnings of the addresses of block explorers, by chain. */
		explorers: settings.EXPLORERS as ReadonlyMap<number, string>,
		minProof: settings.MIN_PROOF,
		/** For local use only. */
		allowLocalWebhooks: allowsLocalTargets(settings),
		challengePeriodSeconds: settings.CHALLENGE_PERIOD_SECONDS,
		/** How many reviewers must verify a court order: 1 or 2. */
		reviewersToVerify: settings.REVIEWERS_TO_VERIFY,
		caseExpirySeconds: settings.CASE_EXPIRY_SECONDS,
		releaseChallengeSeconds: settings.RELEASE_CHALLENGE_SECONDS,
		openCasesPerAccount: settings.OPEN_CASES_PER_ACCOUNT,
		budgets: budgetsOf(settings),
		budgetNetwork: settings.BUDGET_NETWORK,
		/** Most versions of a will; erasing the estate starts again. */
		willVersionsPerEstate: settings.WILL_VERSIONS_PER_ESTATE,
		ratesPerMinute: {
			public: settings.PUBLIC_RATE_PER_MINUTE,
			login: settings.LOGIN_RATE_PER_MINUTE,
			credential: settings.CREDENTIAL_RATE_PER_MINUTE,
		},
		/** For the body of a request: between two pieces, and in all. */
		bodyClock: {
			idleMs: settings.BODY_IDLE_SECONDS * 1000,
			totalMs: settings.BODY_TOTAL_SECONDS * 1000,
		},
		peppers: settings.PEPPERS,
		/** Seal stored data that must be read again, such as webhook secrets. */
		keyEncryptionKeys: settings.KEY_ENCRYPTION_KEYS,
		sessionSigningKeys: settings.SESSION_SIGNING_KEYS,
		/** Sign the heads of evidence bundles. Never shared with session keys. */
		evidenceSigningKeys: settings.EVIDENCE_SIGNING_KEYS,
		/** To which exports are sealed; null if the operator has named none. */
		exportKey: settings.EXPORT_PUBLIC_KEY,
		/** May issue anonymous sessions. Two secrets during a rotation. */
		uiClient: { id: settings.UI_CLIENT_ID, secrets: settings.UI_CLIENT_SECRET },
		/** Bearer token of `GET /metrics`; without it the path does not exist. */
		metricsToken: settings.METRICS_TOKEN,
		/** The beginning of a range's address; null if no service is asked. */
		breachedPasswords: settings.BREACHED_PASSWORDS_URL?.href ?? null,
		/** When reviewers and resolvers need a passkey, in unix milliseconds. */
		passkeysRequiredFrom: settings.PASSKEYS_REQUIRED_FROM ?? (isLocal ? Number.POSITIVE_INFINITY : 0),
		mail: {
			/** `local`: a mailbox on this machine. */
			sender: settings.MAIL_SENDER ?? (isLocal ? "local" : "none"),
			from: settings.MAIL_FROM ?? "replevin@localhost",
			resendApiKey: settings.RESEND_API_KEY ?? "",
			/** Gets the alerts; null for nobody. */
			operator: settings.ALERTS_TO,
		},
		reviewMails: {
			/** In UTC; null for never. */
			digestHour: settings.REVIEW_DIGEST_HOUR,
			overdueHours: settings.REVIEW_OVERDUE_HOURS,
		},
	} as const;
}

function readSettings(env: unknown): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
	const source: Record<string, unknown> = Object(env);
	const values = Object.entries(reads).map(
		([name, read]) => [name, readText<unknown>(read, source[name] ?? defaultOf(name))] as const,
	);
	const problems = values.flatMap(([name, value]) =>
		value instanceof Invalid ? problemsOf(name, value) : [],
	);
	if (problems.length > 0) return { ok: false, problems };
	const settings = Object.fromEntries(values) as Settings;
	const conflicts = conflictsOf(settings);
	return conflicts.length > 0 ? { ok: false, problems: conflicts } : { ok: true, settings };
}

function budgetsOf(settings: Settings): ConfiguredBudgets {
	const defaults = budgetTableOf({
		originBytesPerDay: settings.ESTATE_MEBIBYTES_PER_ORIGIN * MEBIBYTE,
		newProfilesPerDay: settings.NEW_PROFILES_PER_DAY,
	});
	return withAmounts(defaults, settings.BUDGETS);
}

const defaultOf = (name: string) => (OPTIONAL_SECRETS.includes(name) ? "" : undefined);

/** Finds settings that contradict each other. */
function conflictsOf(settings: Settings): string[] {
	const problems: string[] = [];
	const index = indexOfSharedKey(settings.EVIDENCE_SIGNING_KEYS.keys, settings.SESSION_SIGNING_KEYS.keys);
	if (index >= 0) {
		const shared = `keys.${index} must not be a session key: SESSION_SIGNING_KEYS has its kid or its x`;
		problems.push(`EVIDENCE_SIGNING_KEYS: ${shared}`);
	}
	if ([...settings.RPC_URLS.values()].some((url) => !mayCallNode(settings, new URL(url)))) {
		problems.push("RPC_URLS: every URL must begin with https://, except in development");
	}
	if ([...settings.MODULE_REVIEWERS.keys()].some((chainId) => !settings.RPC_URLS.has(chainId)))
		problems.push("MODULE_REVIEWERS: every chain must have a node in RPC_URLS");
	if ([...settings.LISTED_TOKENS.keys()].some((chainId) => !settings.RPC_URLS.has(chainId)))
		problems.push("LISTED_TOKENS: every chain must have a node in RPC_URLS");
	const { MAIL_SENDER: sender } = settings;
	if (sender !== null && sender !== "none" && settings.MAIL_FROM === null)
		problems.push("MAIL_FROM: must be set, because MAIL_SENDER names a sender");
	if (sender === "resend" && settings.RESEND_API_KEY === null)
		problems.push("RESEND_API_KEY: must be set, because MAIL_SENDER is resend");
	return problems;
}

/** Without TLS only in development; a service with a public address then calls its own machine only. */
function mayCallNode(settings: Settings, { protocol, hostname }: URL): boolean {
	if (protocol === "https:") return true;
	const isAtHome = isLoopback(settings.BASE_URL.hostname) || isLoopback(hostname);
	return isAtHome && allowsLocalTargets(settings);
}

/** A service on a loopback address may call its own machine, also over http. */
function allowsLocalTargets({ ALLOW_LOCAL_WEBHOOKS, BASE_URL }: Settings): boolean {
	return ALLOW_LOCAL_WEBHOOKS ?? isLoopback(BASE_URL.hostname);
}

const configByEnv = new WeakMap<object, Config>();

/** @throws Misconfigured naming every invalid setting */
export function configOf(env: Env): Config {
	const known = configByEnv.get(env);
	if (known) return known;
	const parsed = parseConfig(env);
	if (!parsed.ok) throw new Misconfigured(parsed.problems);
	configByEnv.set(env, parsed.config);
	return parsed.config;
}
