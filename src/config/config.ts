/**
 * Parses the Worker's variables and secrets once into `Config`. A bad one is refused with its name and what
 * it should be; its value is never repeated, since it may be a secret.
 */
import * as z from "zod";
import { AppError } from "../kernel/app-error.ts";
import { lazy } from "../kernel/once.ts";
import { addressSchema, chainIdSchema } from "../kernel/schemas.ts";
import {
	allRead,
	httpUrl,
	ifAny,
	json,
	matching,
	membersOf,
	oneOf,
	problemsOf,
	type Read,
	readText,
	type ValueOf,
	Wrong,
	wholeNumber,
} from "./setting.ts";
import {
	type EvidenceKeySet,
	evidenceKeySet,
	placeOfSessionKey,
	type SigningKeys,
	sessionKeySet,
} from "./signing-key-sets.ts";
import { type VersionedKeys, versionedKeys } from "./versioned-keys.ts";

const rpcUrls = json((source) => {
	const members = membersOf(source);
	if (!members) return new Wrong("must be a JSON object, chain id to URL");
	const urls = allRead(
		[...members].map(([chainId, nodeUrl]): [number, string] | Wrong => {
			if (!/^[1-9]\d{0,15}$/.test(chainId)) return new Wrong("a chain id must be a whole number from 1");
			if (!Number.isSafeInteger(Number(chainId))) return new Wrong("a chain id is too large");
			const url = httpUrl(nodeUrl);
			if (url instanceof Wrong) return url;
			// The runtime takes both out of a URL without a word, and the node would refuse every question.
			if (url.username + url.password !== "") return new Wrong("a URL must not hold a name or password");
			return [Number(chainId), url.href];
		}),
	);
	return urls instanceof Wrong ? urls : new Map(urls);
});

const NO_DESTS = 'every dests must be "*" or a list of addresses';

/** Contracts whose calls count as a recovery's own at the targets that the operator names (recovery.md "Proof of execution"). */
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

type RecoveryAgents = z.infer<ReturnType<typeof recoveryAgents>>;

const readRecoveryAgents = json((source): RecoveryAgents | Wrong => {
	const parsed = recoveryAgents().safeParse(source);
	return parsed.success ? parsed.data : new Wrong(...parsed.error.issues.map(({ message }) => message));
});

/** More would be a year of blocks. */
const MAX_CONFIRMATIONS = 10_000_000;

const confirmations: Read<number> = (text) => {
	const blocks = wholeNumber(0, MAX_CONFIRMATIONS)(text);
	if (!(blocks instanceof Wrong)) return blocks;
	return new Wrong(`must be empty, or a whole number between 0 and ${MAX_CONFIRMATIONS}`);
};

const flag = oneOf(
	new Map([
		["", false],
		["false", false],
		["true", true],
	]),
	"must be true or false",
);

const clientSecretList = json((source): string[] | Wrong => {
	if (!Array.isArray(source) || source.length < 1 || source.length > 2) {
		return new Wrong("must have one or two secrets");
	}
	return allRead(
		source.map((secret: unknown) => {
			if (typeof secret !== "string") return new Wrong("every secret must be a text");
			return [...secret].length >= 32 ? secret : new Wrong("every secret must have at least 32 characters");
		}),
	);
});

/** One secret as it stands, or while it is being rotated a JSON list of two. */
const clientSecrets: Read<string[]> = (text) =>
	clientSecretList(text.startsWith("[") ? text : JSON.stringify([text]));

const TEN_YEARS_SECONDS = 10 * 366 * 86_400;
const MAX_RATE = 1_000_000;
/** An eighth of it, which is what one network has, is as much as the largest will needs with its row. */
const MIN_ORIGIN_MEBIBYTES = 88;
const MEBIBYTE = 2 ** 20;

const reads = {
	BRAND: matching(/^[A-Za-z][A-Za-z0-9]{0,31}$/, "must be one word of letters and digits"),
	BASE_URL: (text: string) => httpUrl(text),
	RPC_URLS: ifAny(rpcUrls, new Map<number, string>()),
	CONFIRMATIONS: ifAny(confirmations, null),
	RECOVERY_AGENTS: ifAny(readRecoveryAgents, []),
	MIN_PROOF: oneOf(
		new Map((["trace", "direct", "decoded"] as const).map((proof) => [proof as string, proof])),
		"must be trace, direct or decoded",
	),
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
	SESSION_SIGNING_KEYS: json(sessionKeySet),
	EVIDENCE_SIGNING_KEYS: json(evidenceKeySet),
	UI_CLIENT_ID: matching(/^.{8,}$/su, "must have at least 8 characters"),
	UI_CLIENT_SECRET: clientSecrets,
};

type Name = keyof typeof reads;
type Settings = { [N in Name]: ValueOf<(typeof reads)[N]> };

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
	recoveryAgents: RecoveryAgents;
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
	/** Daily quota of bytes stored for one browser origin. */
	originQuotaBytesPerDay: number;
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
	const parsed = readSettings(env);
	if (!parsed.ok) return parsed;
	const { settings } = parsed;
	return {
		ok: true,
		config: {
			brand: settings.BRAND,
			appOrigin: settings.BASE_URL.origin,
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
			originQuotaBytesPerDay: settings.ESTATE_MEBIBYTES_PER_ORIGIN * MEBIBYTE,
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

function readSettings(env: unknown): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
	const source: Record<string, unknown> = Object(env);
	const values = Object.entries(reads).map(
		([name, read]) => [name, readText<unknown>(read, source[name])] as const,
	);
	const problems = values.flatMap(([name, value]) => (value instanceof Wrong ? problemsOf(name, value) : []));
	if (problems.length > 0) return { ok: false, problems };
	const settings = Object.fromEntries(values) as Settings;
	const place = placeOfSessionKey(settings.EVIDENCE_SIGNING_KEYS.keys, settings.SESSION_SIGNING_KEYS.keys);
	if (place < 0) return { ok: true, settings };
	const shared = `keys.${place} must be a key of its own: SESSION_SIGNING_KEYS has its kid or its x`;
	return { ok: false, problems: problemsOf("EVIDENCE_SIGNING_KEYS", new Wrong(shared)) };
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
