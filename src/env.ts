/**
 * Parses the Worker's variables and secrets once into `Config`. A bad one is refused with its name and what
 * it should be; its value is never repeated, since it may be a secret.
 */
import * as z from "zod";
import { AppError } from "./kernel/app-error.ts";

const base64Key = z.base64().transform((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

const jsonText = z.string().transform((text, context) => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		context.addIssue({ code: "custom", message: "must be JSON" });
		return z.NEVER;
	}
});

/** `{ "1": "<base64 of 32 bytes>" }`; the highest version is the one that new rows use. */
const versionedKeys = jsonText
	.pipe(z.record(z.string().regex(/^[1-9]\d{0,5}$/), base64Key))
	.refine((keys) => Object.keys(keys).length > 0, "must have at least one version")
	.refine((keys) => Object.values(keys).every((key) => key.length === 32), "every key must have 32 bytes")
	.transform((keys) => {
		const byVersion = new Map(Object.entries(keys).map(([version, key]) => [Number(version), key]));
		return { currentVersion: Math.max(...byVersion.keys()), byVersion };
	});

export type VersionedKeys = z.infer<typeof versionedKeys>;

const signingKeys = jsonText.pipe(
	z.object({
		keys: z
			.array(
				z.object({
					kty: z.literal("EC"),
					crv: z.literal("P-256"),
					kid: z.string().min(1),
					x: z.string(),
					y: z.string(),
					d: z.string(),
				}),
			)
			.min(1),
	}),
);

const wholeNumber = (min: number, max: number) =>
	z
		.string()
		.regex(/^\d{1,12}$/, "must be a whole number")
		.transform(Number)
		.refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const httpUrl = z.url({ protocol: /^https?$/, message: "must be an http or https URL" });

const emptyOr = <T extends z.ZodType>(schema: T) =>
	z.union([z.literal("").transform(() => undefined), schema]);

const rpcUrls = emptyOr(
	jsonText
		.pipe(z.record(z.string().regex(/^[1-9]\d{0,15}$/, "must be a chain id"), httpUrl))
		.transform((urls) => new Map(Object.entries(urls).map(([chainId, url]) => [Number(chainId), url]))),
).transform((urls) => urls ?? new Map<number, string>());

const TEN_YEARS_SECONDS = 10 * 366 * 86_400;

const settingsSchema = z.object({
	BRAND: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, "must be one word of letters and digits"),
	BASE_URL: httpUrl.transform((url) => new URL(url).origin),
	RPC_URLS: rpcUrls,
	CHALLENGE_PERIOD_SECONDS: wholeNumber(0, TEN_YEARS_SECONDS),
	CASE_EXPIRY_SECONDS: wholeNumber(1, TEN_YEARS_SECONDS),
	OPEN_CASES_PER_ACCOUNT: wholeNumber(1, 1000),
	PEPPERS: versionedKeys,
	KEY_ENCRYPTION_KEYS: versionedKeys,
	SESSION_SIGNING_KEYS: signingKeys,
	UI_CLIENT_ID: z.string().min(8, "must have at least 8 characters"),
	UI_CLIENT_SECRET: z.string().min(32, "must have at least 32 characters"),
});

export type Config = {
	/** Stands in the names of webhook headers. */
	brand: string;
	/** Origin of the service, and `iss` of its tokens. */
	appOrigin: string;
	/** JSON-RPC end point by chain id. */
	rpcUrls: ReadonlyMap<number, string>;
	challengePeriodSeconds: number;
	caseExpirySeconds: number;
	openCasesPerAccount: number;
	peppers: VersionedKeys;
	sessionSigningKeys: z.infer<typeof signingKeys>;
};

/** The problems of the settings, one sentence each, or the parsed settings. */
export function parseConfig(env: unknown): { ok: true; config: Config } | { ok: false; problems: string[] } {
	const parsed = settingsSchema.safeParse(env);
	if (!parsed.success) {
		return {
			ok: false,
			problems: parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
		};
	}
	const settings = parsed.data;
	return {
		ok: true,
		config: {
			brand: settings.BRAND,
			appOrigin: settings.BASE_URL,
			rpcUrls: settings.RPC_URLS,
			challengePeriodSeconds: settings.CHALLENGE_PERIOD_SECONDS,
			caseExpirySeconds: settings.CASE_EXPIRY_SECONDS,
			openCasesPerAccount: settings.OPEN_CASES_PER_ACCOUNT,
			peppers: settings.PEPPERS,
			sessionSigningKeys: settings.SESSION_SIGNING_KEYS,
		},
	};
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
