/**
 * Parses the Worker's variables and secrets once into `Config`. A bad one is refused with its name and what
 * it should be; its value is never repeated, since it may be a secret.
 */
import * as z from "zod";
import { AppError } from "./kernel/app-error.ts";
import { addressSchema, chainIdSchema } from "./kernel/schemas.ts";
import {
	type EvidenceKeySet,
	evidenceKeySet,
	placeOfSessionKey,
	type SigningKeys,
	sessionKeySet,
} from "./signing-key-sets.ts";

const text = z.string("is not set");

const base64Key = z
	.base64("every key must be base64")
	.transform((encoded) => Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));

const jsonText = text.transform((source, context) => {
	try {
		return JSON.parse(source) as unknown;
	} catch {
		context.addIssue({ code: "custom", message: "must be JSON" });
		return z.NEVER;
	}
});

/** `{ "1": "<base64 of 32 bytes>" }`; the highest version is the one that new rows use. */
const versionedKeys = jsonText
	.pipe(
		z.record(
			z.string().regex(/^[1-9]\d{0,5}$/, "a version must be a whole number from 1"),
			base64Key,
			"must be a JSON object, version to key",
		),
	)
	.refine((keys) => Object.keys(keys).length > 0, "must have at least one version")
	.refine((keys) => Object.values(keys).every((key) => key.length === 32), "every key must have 32 bytes")
	.transform((keys) => {
		const byVersion = new Map(Object.entries(keys).map(([version, key]) => [Number(version), key]));
		return { currentVersion: Math.max(...byVersion.keys()), byVersion };
	});

type VersionedKeys = z.infer<typeof versionedKeys>;

/**
 * `PEPPERS` alone, for the Worker that has no other setting.
 * @throws Error that says what is wrong with it
 */
export function parsePeppers(source: unknown): VersionedKeys {
	const parsed = z.object({ PEPPERS: versionedKeys }).safeParse({ PEPPERS: source });
	if (!parsed.success) throw new Error(parsed.error.issues.flatMap(problemsOf).join("; "));
	return parsed.data.PEPPERS;
}

const wholeNumber = (min: number, max: number) =>
	text
		.regex(/^\d{1,12}$/, "must be a whole number")
		.transform(Number)
		.refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });

function hasCredentials(url: string): boolean {
	// Null where it is none, which is said already.
	const parsed = URL.parse(url);
	return parsed !== null && parsed.username + parsed.password !== "";
}

/** `""` is how wrangler.toml says that a setting has no value. */
const emptyAs = <T extends z.ZodType>(instead: string, schema: T) =>
	z.preprocess((value) => (value === "" ? instead : value), schema);

const rpcUrls = emptyAs(
	"{}",
	jsonText
		.pipe(
			z.record(
				z
					.string()
					.regex(/^[1-9]\d{0,15}$/, "a chain id must be a whole number from 1")
					.refine((chainId) => Number.isSafeInteger(Number(chainId)), "a chain id is too large"),
				// The runtime takes both out of a URL without a word, and the node would refuse every question.
				httpUrl.refine((url) => !hasCredentials(url), "a URL must not hold a name or password"),
				"must be a JSON object, chain id to URL",
			),
		)
		.transform((urls) => new Map(Object.entries(urls).map(([chainId, url]) => [Number(chainId), url]))),
);

/** Contracts whose calls count as a recovery's own at the targets that the operator names (recovery.md "Proof of execution"). */
const recoveryAgents = emptyAs(
	"[]",
	jsonText.pipe(
		z
			.array(
				z.strictObject({
					chainId: chainIdSchema(),
					agent: addressSchema(),
					dests: z.union(
						[
							z.literal("*"),
							z.array(addressSchema()).min(1, 'every dests must be "*" or a list of addresses'),
						],
						{
							error: 'every dests must be "*" or a list of addresses',
						},
					),
				}),
				"must be a JSON list of { chainId, agent, dests }",
			)
			.max(1000, "must have at most 1000 agents"),
	),
);

/** More would be a year of blocks. */
const MAX_CONFIRMATIONS = 10_000_000;

const flag = z.enum(["", "true", "false"], "must be true or false").transform((value) => value === "true");

const clientSecret = z
	.string("every secret must be a text")
	.min(32, "every secret must have at least 32 characters");

/** One secret as it stands, or while it is being rotated a JSON list of two. */
const clientSecrets = text
	.transform((source) => (source.startsWith("[") ? source : JSON.stringify([source])))
	.pipe(
		jsonText.pipe(
			z.array(clientSecret).min(1, "must have one or two secrets").max(2, "must have one or two secrets"),
		),
	);

const TEN_YEARS_SECONDS = 10 * 366 * 86_400;
const MAX_RATE = 1_000_000;
/** An eighth of it, which is what one network has, is as much as the largest will needs with its row. */
const MIN_ORIGIN_MEBIBYTES = 88;
const MEBIBYTE = 2 ** 20;

const settingsSchema = z.object({
	BRAND: text.regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, "must be one word of letters and digits"),
	BASE_URL: httpUrl.transform((url) => new URL(url).origin),
	RPC_URLS: rpcUrls,
	CONFIRMATIONS: z.union([z.literal("").transform(() => null), wholeNumber(0, MAX_CONFIRMATIONS)], {
		error: `must be empty, or a whole number between 0 and ${MAX_CONFIRMATIONS}`,
	}),
	RECOVERY_AGENTS: recoveryAgents,
	MIN_PROOF: z.enum(["trace", "direct", "decoded"], "must be trace, direct or decoded"),
	ALLOW_LOCAL_WEBHOOKS: flag,
	CHALLENGE_PERIOD_SECONDS: wholeNumber(0, TEN_YEARS_SECONDS),
	CASE_EXPIRY_SECONDS: wholeNumber(1, TEN_YEARS_SECONDS),
	RELEASE_CHALLENGE_SECONDS: wholeNumber(0, TEN_YEARS_SECONDS),
	OPEN_CASES_PER_ACCOUNT: wholeNumber(1, 1000),
	OPEN_CASES_PER_ORIGIN: wholeNumber(1, 100_000),
	ESTATE_MEBIBYTES_PER_ORIGIN: wholeNumber(MIN_ORIGIN_MEBIBYTES, 1_000_000),
	WILL_VERSIONS_PER_ESTATE: wholeNumber(1, 100_000),
	PUBLIC_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	LOGIN_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	CREDENTIAL_RATE_PER_MINUTE: wholeNumber(1, MAX_RATE),
	PEPPERS: versionedKeys,
	KEY_ENCRYPTION_KEYS: versionedKeys,
	SESSION_SIGNING_KEYS: jsonText.pipe(sessionKeySet),
	EVIDENCE_SIGNING_KEYS: jsonText.pipe(evidenceKeySet),
	UI_CLIENT_ID: text.min(8, "must have at least 8 characters"),
	UI_CLIENT_SECRET: clientSecrets,
});

/** No key signs both sessions and evidence. */
const separateSettings = settingsSchema.superRefine((settings, context) => {
	const place = placeOfSessionKey(settings.EVIDENCE_SIGNING_KEYS.keys, settings.SESSION_SIGNING_KEYS.keys);
	if (place < 0) return;
	const path = ["EVIDENCE_SIGNING_KEYS", "keys", place];
	const message = "must be a key of its own: SESSION_SIGNING_KEYS has its kid or its x";
	context.addIssue({ code: "custom", path, message });
});

export type Config = {
	/** Stands in the names of webhook headers. */
	brand: string;
	/** Origin of the service, and `iss` of its tokens. */
	appOrigin: string;
	/** JSON-RPC end point by chain id. */
	rpcUrls: ReadonlyMap<number, string>;
	/** Blocks on top of one that is final; null to go by the node's `finalized` tag. */
	confirmations: number | null;
	/** Whose calls count beside the lost account's. */
	recoveryAgents: z.infer<typeof recoveryAgents>;
	/** The weakest proof of an execution that is accepted. */
	minProof: "trace" | "direct" | "decoded";
	/** Webhooks may go to this machine, by plain http; for local use only. */
	allowLocalWebhooks: boolean;
	challengePeriodSeconds: number;
	caseExpirySeconds: number;
	/** How long an owner can object to the release of a will. */
	releaseChallengeSeconds: number;
	openCasesPerAccount: number;
	openCasesPerOrigin: number;
	/** What may be stored about estates in a day for the pages of an origin. */
	estateBytesPerOrigin: number;
	/** Of a will, before its owner has to erase the estate. */
	willVersionsPerEstate: number;
	/** What the rate-limiting bindings are set to, for the headers that tell callers. */
	ratesPerMinute: { public: number; login: number; credential: number };
	peppers: VersionedKeys;
	/** Seal what is stored and has to be read again, such as webhook secrets. */
	keyEncryptionKeys: VersionedKeys;
	sessionSigningKeys: { keys: SigningKeys };
	/** Sign the heads of evidence bundles; no key of sessions is among them. */
	evidenceSigningKeys: EvidenceKeySet;
	/** Who may ask for anonymous sessions. Two secrets while one takes the other's place. */
	uiClient: { id: string; secrets: string[] };
};

/** The problems of the settings, one sentence each, or the parsed settings. */
export function parseConfig(env: unknown): { ok: true; config: Config } | { ok: false; problems: string[] } {
	const parsed = separateSettings.safeParse(env);
	if (!parsed.success) {
		return {
			ok: false,
			problems: [...new Set(parsed.error.issues.flatMap(problemsOf))],
		};
	}
	const settings = parsed.data;
	return {
		ok: true,
		config: {
			brand: settings.BRAND,
			appOrigin: settings.BASE_URL,
			rpcUrls: settings.RPC_URLS,
			confirmations: settings.CONFIRMATIONS,
			recoveryAgents: settings.RECOVERY_AGENTS,
			minProof: settings.MIN_PROOF,
			allowLocalWebhooks: settings.ALLOW_LOCAL_WEBHOOKS,
			challengePeriodSeconds: settings.CHALLENGE_PERIOD_SECONDS,
			caseExpirySeconds: settings.CASE_EXPIRY_SECONDS,
			releaseChallengeSeconds: settings.RELEASE_CHALLENGE_SECONDS,
			openCasesPerAccount: settings.OPEN_CASES_PER_ACCOUNT,
			openCasesPerOrigin: settings.OPEN_CASES_PER_ORIGIN,
			estateBytesPerOrigin: settings.ESTATE_MEBIBYTES_PER_ORIGIN * MEBIBYTE,
			willVersionsPerEstate: settings.WILL_VERSIONS_PER_ESTATE,
			ratesPerMinute: {
				public: settings.PUBLIC_RATE_PER_MINUTE,
				login: settings.LOGIN_RATE_PER_MINUTE,
				credential: settings.CREDENTIAL_RATE_PER_MINUTE,
			},
			peppers: settings.PEPPERS,
			keyEncryptionKeys: settings.KEY_ENCRYPTION_KEYS,
			sessionSigningKeys: settings.SESSION_SIGNING_KEYS,
			evidenceSigningKeys: settings.EVIDENCE_SIGNING_KEYS,
			uiClient: { id: settings.UI_CLIENT_ID, secrets: settings.UI_CLIENT_SECRET },
		},
	};
}

/** What is wrong, and in which part where that is a field of ours: names that an operator chose may be secret. */
function problemsOf(issue: z.core.$ZodIssue): string[] {
	const [setting, ...place] = issue.path.map(String);
	// Of a record's bad key, zod says only that there is one; why stands below it.
	const messages =
		issue.code === "invalid_key" ? issue.issues.map(({ message }) => message) : [issue.message];
	const within = setting?.endsWith("_SIGNING_KEYS") && place.length > 0 ? `${place.join(".")} ` : "";
	return messages.map((message) => `${setting}: ${within}${message}`);
}

const configByEnv = new WeakMap<object, Config>();

/**
 * The settings of this isolate, parsed at the first call.
 * @throws AppError SERVICE_UNAVAILABLE that names every bad setting
 */
export function configOf(env: Env): Config {
	const known = configByEnv.get(env);
	if (known) return known;
	const parsed = parseConfig(env);
	if (!parsed.ok) {
		throw new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: `This service is not set up: ${parsed.problems.join("; ")}. docs/operations.md says what each setting holds.`,
		});
	}
	configByEnv.set(env, parsed.config);
	return parsed.config;
}
