/**
 * recovery.md "Evidence keys".
 *
 * Every setting, good and bad: a bad one is named with what it should be, and its value is not repeated.
 *
 * Over 300 lines: one table of all settings.
 */

// Words zod's problems, as in the Worker.
import "../../src/http/validation.ts";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { checkSigningKeys } from "../../src/health/check-health.ts";
import { AppError } from "../../src/kernel/errors/app-error.ts";
import { DEFAULT_BUDGETS } from "../../src/quota/budget-table.ts";
import { testSecrets } from "../support/service/secrets.ts";

const good = {
	...testSecrets,
	BRAND: "Replevin",
	EXPORT_PUBLIC_KEY: "",
	FORMER_ORIGINS: "",
	OPERATOR_NAME: "",
	OPERATOR_CONTACT: "",
	RPC_URLS: "",
	CONFIRMATIONS: "",
	RECOVERY_AGENTS: "",
	MODULE_REVIEWERS: "",
	LISTED_TOKENS: "",
	EXPLORERS: "",
	MIN_PROOF: "direct",
	ALLOW_LOCAL_WEBHOOKS: "false",
	CHALLENGE_PERIOD_SECONDS: "2592000",
	ALERTS_TO: "",
	REVIEW_DIGEST_HOUR: "7",
	REVIEW_OVERDUE_HOURS: "72",
	BREACHED_PASSWORDS_URL: "",
	PASSKEYS_REQUIRED_FROM: "",
	MAIL_SENDER: "",
	MAIL_FROM: "",
	REVIEWERS_TO_VERIFY: "1",
	CASE_EXPIRY_SECONDS: "15552000",
	RELEASE_CHALLENGE_SECONDS: "2592000",
	OPEN_CASES_PER_ACCOUNT: "5",
	ESTATE_MEBIBYTES_PER_ORIGIN: "256",
	WILL_VERSIONS_PER_ESTATE: "100",
	NEW_PROFILES_PER_DAY: "10000",
	BUDGETS: "",
	BUDGET_NETWORK: "24/48",
	PUBLIC_RATE_PER_MINUTE: "60",
	LOGIN_RATE_PER_MINUTE: "20",
	CREDENTIAL_RATE_PER_MINUTE: "600",
	BODY_IDLE_SECONDS: "15",
	BODY_TOTAL_SECONDS: "120",
};
type Setting = keyof typeof good;

const json = (value: unknown) => JSON.stringify(value);
const key = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");
const [jwk] = JSON.parse(testSecrets.SESSION_SIGNING_KEYS).keys;
const jwks = (...changes: object[]) => json({ keys: changes.map((change) => ({ ...jwk, ...change })) });
const [evidenceJwk] = JSON.parse(testSecrets.EVIDENCE_SIGNING_KEYS).keys;
const { kty, crv, kid, x, y } = evidenceJwk;
const exportJwk = { kty, crv, kid, x, y };
const newJwk = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
/** Evidence keys; a change to undefined leaves the member out. */
const evidenceJwks = (...changes: object[]) =>
	json({ keys: changes.map((change) => ({ ...evidenceJwk, ...change })) });
const bytes = (length: number) => Buffer.alloc(length, 0x5a).toString("base64url");
const AGENT = `0x${"a9".repeat(20)}`;
const agents = (...changes: object[]) =>
	json(changes.map((change) => ({ chainId: 1, agent: AGENT, dests: "*", ...change })));
const SECRET = "s3cret-".repeat(5);

const configWith = (setting: Setting | "METRICS_TOKEN", value: unknown) =>
	parseConfig({ ...good, [setting]: value });

describe("a good setting", () => {
	it.each<[Setting | "METRICS_TOKEN", string, object]>([
		["METRICS_TOKEN", "-._~+/9a".repeat(4), { metricsToken: "-._~+/9a".repeat(4) }],
		["METRICS_TOKEN", "", { metricsToken: null }],
		["BRAND", "A", { brand: "A" }],
		["BRAND", `B${"9".repeat(31)}`, { brand: `B${"9".repeat(31)}` }],
		["BASE_URL", "https://example.com/some/path", { appOrigin: "https://example.com" }],
		["BASE_URL", "https://example.com", { isLocal: false, allowLocalWebhooks: false }],
		["BASE_URL", "http://127.0.0.1:8787", { appOrigin: "http://127.0.0.1:8787", isLocal: true }],
		["BASE_URL", "http://localhost:8787", { isLocal: true }],
		["BASE_URL", "http://[::1]:8787", { isLocal: true }],
		["OPERATOR_NAME", "", { operator: { name: null, contact: null } }],
		["OPERATOR_NAME", "Zoë & Söhne Nachlass GmbH", { operator: { name: "Zoë & Söhne Nachlass GmbH" } }],
		["OPERATOR_CONTACT", "help@example.com", { operator: { contact: "help@example.com" } }],
		[
			"OPERATOR_CONTACT",
			"https://example.com/contact",
			{ operator: { contact: "https://example.com/contact" } },
		],
		["EXPORT_PUBLIC_KEY", "", { exportKey: null }],
		["EXPORT_PUBLIC_KEY", json(exportJwk), { exportKey: exportJwk }],
		["FORMER_ORIGINS", "", { formerOrigins: [] }],
		[
			"FORMER_ORIGINS",
			json(["https://a.example", "http://localhost:8787"]),
			{ formerOrigins: ["https://a.example", "http://localhost:8787"] },
		],
		["RPC_URLS", "", { rpcUrls: new Map() }],
		["RPC_URLS", "{}", { rpcUrls: new Map() }],
		["RPC_URLS", '{"1":"https://a.example/key"}', { rpcUrls: new Map([[1, "https://a.example/key"]]) }],
		["CONFIRMATIONS", "", { confirmations: null }],
		["CONFIRMATIONS", "0", { confirmations: 0 }],
		["CONFIRMATIONS", "64", { confirmations: 64 }],
		["RECOVERY_AGENTS", "", { recoveryAgents: [] }],
		["RECOVERY_AGENTS", "[]", { recoveryAgents: [] }],
		["RECOVERY_AGENTS", agents({}), { recoveryAgents: [{ chainId: 1, agent: AGENT, dests: "*" }] }],
		["RECOVERY_AGENTS", agents({ dests: [AGENT] }), { recoveryAgents: [{ dests: [AGENT] }] }],
		["MODULE_REVIEWERS", "", { moduleReviewers: new Map() }],
		["LISTED_TOKENS", "", { listedTokens: new Map() }],
		[
			"EXPLORERS",
			json({ 1: "https://etherscan.io/" }),
			{ explorers: new Map([[1, "https://etherscan.io"]]) },
		],
		["MIN_PROOF", "trace", { minProof: "trace" }],
		["MIN_PROOF", "decoded", { minProof: "decoded" }],
		["CHALLENGE_PERIOD_SECONDS", "0", { challengePeriodSeconds: 0 }],
		["CHALLENGE_PERIOD_SECONDS", "316224000", { challengePeriodSeconds: 316_224_000 }],
		["REVIEWERS_TO_VERIFY", "2", { reviewersToVerify: 2 }],
		["MAIL_SENDER", "none", { mail: { sender: "none" } }],
		["BREACHED_PASSWORDS_URL", "https://a.example/range/", { breachedPasswords: "https://a.example/range/" }],
		["ALERTS_TO", "ops@example.com", { mail: { operator: "ops@example.com" } }],
		["REVIEW_DIGEST_HOUR", "never", { reviewMails: { digestHour: null } }],
		["REVIEW_DIGEST_HOUR", "0", { reviewMails: { digestHour: 0 } }],
		["PASSKEYS_REQUIRED_FROM", "never", { passkeysRequiredFrom: Number.POSITIVE_INFINITY }],
		["PASSKEYS_REQUIRED_FROM", "2027-01-31", { passkeysRequiredFrom: Date.UTC(2027, 0, 31) }],
		["PASSKEYS_REQUIRED_FROM", "", { passkeysRequiredFrom: 0 }],
		["MAIL_FROM", "mail@example.com", { mail: { from: "mail@example.com" } }],
		["ALLOW_LOCAL_WEBHOOKS", "true", { allowLocalWebhooks: true }],
		["ALLOW_LOCAL_WEBHOOKS", "", { allowLocalWebhooks: false }],
		["CASE_EXPIRY_SECONDS", "1", { caseExpirySeconds: 1 }],
		["RELEASE_CHALLENGE_SECONDS", "0", { releaseChallengeSeconds: 0 }],
		["OPEN_CASES_PER_ACCOUNT", "1000", { openCasesPerAccount: 1000 }],
		[
			"ESTATE_MEBIBYTES_PER_ORIGIN",
			"88",
			{ budgets: { stored_bytes: { amounts: { origin: 88 * 2 ** 20, free_network: 88 * 2 ** 20 } } } },
		],
		["WILL_VERSIONS_PER_ESTATE", "1", { willVersionsPerEstate: 1 }],
		[
			"NEW_PROFILES_PER_DAY",
			"1",
			{ budgets: { profiles: { amounts: { developer: 1, origin_network: 1 } } } },
		],
		["BUDGETS", "", { budgets: DEFAULT_BUDGETS }],
		[
			"BUDGETS",
			json({ cases: { wallet: 7 } }),
			{ budgets: { cases: { amounts: { wallet: 7, anonymous: 30 } }, orders: { amounts: { wallet: 30 } } } },
		],
		["BUDGET_NETWORK", "32/64", { budgetNetwork: { ipv4: 32, ipv6: 64 } }],
		["PUBLIC_RATE_PER_MINUTE", "1", { ratesPerMinute: { public: 1, login: 20, credential: 600 } }],
		["LOGIN_RATE_PER_MINUTE", "7", { ratesPerMinute: { public: 60, login: 7, credential: 600 } }],
		["CREDENTIAL_RATE_PER_MINUTE", "1000000", { ratesPerMinute: { credential: 1_000_000 } }],
		["BODY_IDLE_SECONDS", "1", { bodyClock: { idleMs: 1_000, totalMs: 120_000 } }],
		["BODY_TOTAL_SECONDS", "3600", { bodyClock: { idleMs: 15_000, totalMs: 3_600_000 } }],
		["PEPPERS", json({ 2: key(32), 10: key(32) }), { peppers: { currentVersion: 10 } }],
		["KEY_ENCRYPTION_KEYS", json({ 1: key(32) }), {}],
		["SESSION_SIGNING_KEYS", jwks({}, { ...newJwk(), kid: "2" }), {}],
		[
			"EVIDENCE_SIGNING_KEYS",
			evidenceJwks({}, { ...newJwk(), kid: "1" }, { ...newJwk(), kid: "0", d: undefined }),
			{},
		],
		["UI_CLIENT_ID", "12345678", { uiClient: { id: "12345678" } }],
		["UI_CLIENT_SECRET", SECRET, { uiClient: { secrets: [SECRET] } }],
		["UI_CLIENT_SECRET", json([SECRET]), { uiClient: { secrets: [SECRET] } }],
		["UI_CLIENT_SECRET", json([SECRET, `${SECRET}2`]), { uiClient: { secrets: [SECRET, `${SECRET}2`] } }],
	])("%s = %s", (setting, value, config) => {
		expect(configWith(setting, value)).toMatchObject({ ok: true, config });
	});
});

const numbers: Setting[] = [
	"CHALLENGE_PERIOD_SECONDS",
	"REVIEWERS_TO_VERIFY",
	"CASE_EXPIRY_SECONDS",
	"RELEASE_CHALLENGE_SECONDS",
	"OPEN_CASES_PER_ACCOUNT",
	"ESTATE_MEBIBYTES_PER_ORIGIN",
	"WILL_VERSIONS_PER_ESTATE",
	"NEW_PROFILES_PER_DAY",
	"PUBLIC_RATE_PER_MINUTE",
	"LOGIN_RATE_PER_MINUTE",
	"CREDENTIAL_RATE_PER_MINUTE",
	"BODY_IDLE_SECONDS",
	"BODY_TOTAL_SECONDS",
];
const keyRings: Setting[] = ["PEPPERS", "KEY_ENCRYPTION_KEYS"];

describe("a bad setting is named, with what it should be", () => {
	it.each<[Setting | "METRICS_TOKEN", string, RegExp]>([
		["BRAND", "two words", /one word/],
		["BRAND", "9lives", /one word/],
		["BRAND", "", /one word/],
		["BRAND", `B${"x".repeat(32)}`, /one word/],
		["BASE_URL", "", /http or https URL/],
		["BASE_URL", "example.com", /http or https URL/],
		["BASE_URL", "ftp://example.com", /http or https URL/],
		["BASE_URL", "http://example.com", /must begin with https/],
		["BASE_URL", "http://localhost.example.com", /must begin with https/],
		["BASE_URL", "http://127.0.0.1.example.com", /must begin with https/],
		["BASE_URL", "http://192.168.1.5:8787", /must begin with https/],
		["RPC_URLS", '{"1":"http://a.example/key"}', /every URL must begin with https/],
		["RPC_URLS", '{"8":"https://b.example","1":"http://127.0.0.1:8545"}', /every URL must begin with https/],
		["OPERATOR_NAME", "two\nlines", /one line of at most 200/],
		["OPERATOR_NAME", " ", /one line of at most 200/],
		["OPERATOR_NAME", "x".repeat(201), /one line of at most 200/],
		["OPERATOR_NAME", "a\u202eb", /one line of at most 200/],
		["OPERATOR_CONTACT", "ask us", /an e-mail address or an https URL/],
		["OPERATOR_CONTACT", "http://example.com", /an e-mail address or an https URL/],
		["OPERATOR_CONTACT", "javascript:alert(1)", /an e-mail address or an https URL/],
		["RPC_URLS", "https://a.example/key", /must be JSON/],
		["RPC_URLS", '["https://a.example/key"]', /JSON object, chain id to URL/],
		["RPC_URLS", '{"mainnet":"https://a.example/key"}', /chain id must be a whole number/],
		["RPC_URLS", '{"9999999999999999":"https://a.example/key"}', /chain id is too large/],
		["FORMER_ORIGINS", "https://a.example", /must be JSON/],
		["FORMER_ORIGINS", '"https://a.example"', /JSON list of origins/],
		["FORMER_ORIGINS", '["https://a.example/"]', /a scheme and a host, with nothing/],
		["FORMER_ORIGINS", '["https://A.example"]', /a scheme and a host, with nothing/],
		["FORMER_ORIGINS", '["a.example"]', /http or https URL/],
		["FORMER_ORIGINS", "[7]", /http or https URL/],
		["FORMER_ORIGINS", json(Array(11).fill("https://a.example")), /at most 10 origins/],
		["RPC_URLS", '{"1":"wss://a.example/key"}', /http or https URL/],
		["RPC_URLS", '{"1":42}', /http or https URL/],
		["RPC_URLS", '{"1":"a.example/key"}', /http or https URL/],
		["RPC_URLS", '{"1":"https://name:pass@a.example/"}', /name or password/],
		["RPC_URLS", '{"1":"https://name@a.example/"}', /name or password/],
		["RPC_URLS", " ", /must be JSON/],
		...["-1", "1.5", "many", "99999999", " "].map((value): [Setting, string, RegExp] => [
			"CONFIRMATIONS",
			value,
			/must be empty, or a whole number|must be between 0/,
		]),
		["MODULE_REVIEWERS", json({ 1: [] }), /chain id to a list/],
		["LISTED_TOKENS", json({ 1: ["0x12"] }), /at most 20 addresses/],
		["LISTED_TOKENS", json({ 1: Array(21).fill(AGENT) }), /at most 20 addresses/],
		["LISTED_TOKENS", json({ 1: [AGENT] }), /must have a node in RPC_URLS/],
		["EXPLORERS", json({ 1: "http://etherscan.io" }), /must be an https URL/],
		["EXPLORERS", json({ 1: "javascript:alert(1)" }), /must be an https URL/],
		["EXPLORERS", json({ 1: "https://me:pass@etherscan.io" }), /must be an https URL/],
		["EXPLORERS", json({ 1: "https://etherscan.io/?q=" }), /must be an https URL/],
		["EXPLORERS", json({ main: "https://etherscan.io" }), /whole number from 1/],
		["MODULE_REVIEWERS", json({ main: [AGENT] }), /chain id to a list/],
		["MODULE_REVIEWERS", json({ 1: ["0x12"] }), /chain id to a list/],
		["MODULE_REVIEWERS", json({ 1: [AGENT] }), /must have a node in RPC_URLS/],
		["RECOVERY_AGENTS", AGENT, /must be JSON/],
		["RECOVERY_AGENTS", json({ [AGENT]: "*" }), /JSON list of/],
		["RECOVERY_AGENTS", agents({ chainId: "1" }), /must be a JSON number/],
		["RECOVERY_AGENTS", agents({ chainId: 0 }), /must be greater than 0/],
		["RECOVERY_AGENTS", agents({ agent: "0x1234" }), /40 hex digits/],
		["RECOVERY_AGENTS", agents({}, { agent: `0x${"aA".repeat(20)}` }), /checksum/],
		["RECOVERY_AGENTS", agents({ dests: [] }), /every dests must be/],
		["RECOVERY_AGENTS", agents({ dests: AGENT }), /every dests must be/],
		["RECOVERY_AGENTS", agents({ dests: ["0x12"] }), /every dests must be|40 hex digits/],
		["RECOVERY_AGENTS", agents({ note: "unknown" }), /has fields that are not known/],
		["MIN_PROOF", "", /must be trace, module, direct or decoded/],
		["MIN_PROOF", "attested", /must be trace, module, direct or decoded/],
		...numbers.flatMap((setting): [Setting, string, RegExp][] => [
			[setting, "", /whole number/],
			[setting, "-1", /whole number/],
			[setting, "1.5", /whole number/],
			[setting, "thirty", /whole number/],
			[setting, "999999999999", /must be between/],
		]),
		["CASE_EXPIRY_SECONDS", "0", /must be between 1/],
		["REVIEWERS_TO_VERIFY", "3", /must be between 1 and 2/],
		["BREACHED_PASSWORDS_URL", "http://a.example/range/", /must begin with https/],
		["ALERTS_TO", "nobody", /must be an e-mail address/],
		["REVIEW_DIGEST_HOUR", "24", /must be never, or an hour/],
		["PASSKEYS_REQUIRED_FROM", "2027-13-01", /must be never, or a day/],
		["MAIL_SENDER", "smtp", /must be none, cloudflare or resend/],
		["MAIL_FROM", "Replevin <mail@example.com>", /must be an e-mail address/],
		["ALLOW_LOCAL_WEBHOOKS", "yes", /must be true or false/],
		["OPEN_CASES_PER_ACCOUNT", "0", /must be between 1/],
		["ESTATE_MEBIBYTES_PER_ORIGIN", "87", /must be between 88/],
		["WILL_VERSIONS_PER_ESTATE", "0", /must be between 1/],
		["NEW_PROFILES_PER_DAY", "0", /must be between 1/],
		["BUDGETS", "[]", /JSON object, resource/],
		["BUDGETS", json({ files: { wallet: 1 } }), /a resource must be one of cases, /],
		["BUDGETS", json({ cases: 7 }), /cases must be a JSON object/],
		["BUDGETS", json({ cases: { constructor: 7 } }), /cases has budgets of anonymous, /],
		["BUDGETS", json({ cases: { wallet: 0 } }), /a whole number from 1/],
		["BUDGETS", json({ cases: { wallet: "7" } }), /a whole number from 1/],
		["BUDGET_NETWORK", "", /two prefix lengths/],
		["BUDGET_NETWORK", "33/48", /at most 32\/64/],
		["BUDGET_NETWORK", "24/65", /at most 32\/64/],
		["BUDGET_NETWORK", "0/48", /two prefix lengths/],
		...keyRings.flatMap((setting): [Setting, string, RegExp][] => [
			[setting, "", /must be JSON/],
			[setting, key(32), /must be JSON/],
			[setting, json([key(32)]), /JSON object, version to key/],
			[setting, "{}", /at least one version/],
			[setting, json({ 0: key(32) }), /version must be a whole number/],
			[setting, json({ latest: key(32) }), /version must be a whole number/],
			[setting, json({ 1: "not encoded!" }), /must be base64/],
			[setting, json({ 1: 5 }), /must be base64/],
			[setting, json({ 1: key(31) }), /32 bytes/],
			[setting, json({ 1: key(32), 2: key(33) }), /32 bytes/],
		]),
		["SESSION_SIGNING_KEYS", "", /must be JSON/],
		["SESSION_SIGNING_KEYS", "[]", /JSON Web Key Set/],
		["SESSION_SIGNING_KEYS", "{}", /keys must be a list/],
		["SESSION_SIGNING_KEYS", '{"keys":[]}', /at least one key/],
		["SESSION_SIGNING_KEYS", '{"keys":["secret-text"]}', /keys\.0 must be a private JSON Web Key/],
		["SESSION_SIGNING_KEYS", jwks({ kty: "RSA" }), /keys\.0\.kty must be EC/],
		["SESSION_SIGNING_KEYS", jwks({ crv: "P-384" }), /keys\.0\.crv must be P-256/],
		["SESSION_SIGNING_KEYS", jwks({ kid: "" }), /keys\.0\.kid must not be empty/],
		["SESSION_SIGNING_KEYS", jwks({ kid: 7 }), /keys\.0\.kid must be text/],
		...["x", "y", "d"].flatMap((field): [Setting, string, RegExp][] =>
			[bytes(31), bytes(33), "", `${bytes(32)}=`, 5, null].map((value) => [
				"SESSION_SIGNING_KEYS",
				jwks({}, { kid: "2", [field]: value }),
				new RegExp(`keys\\.1\\.${field} must be 32 bytes in base64url`),
			]),
		),
		["SESSION_SIGNING_KEYS", jwks({ x: jwk.y }), /not a point of the curve/],
		["SESSION_SIGNING_KEYS", jwks({ x: `${"_".repeat(42)}8` }), /not a point of the curve/],
		["SESSION_SIGNING_KEYS", jwks({}, newJwk()), /every kid of keys must be unique/],
		["EXPORT_PUBLIC_KEY", "secret-text", /must be JSON/],
		["EXPORT_PUBLIC_KEY", "{}", /the key\.kid must be text/],
		["EXPORT_PUBLIC_KEY", json(evidenceJwk), /must not have d/],
		["EVIDENCE_SIGNING_KEYS", "", /must be JSON/],
		["EVIDENCE_SIGNING_KEYS", '{"keys":[]}', /at least one key/],
		["EVIDENCE_SIGNING_KEYS", '{"keys":["secret-text"]}', /keys\.0 must be a JSON Web Key/],
		["EVIDENCE_SIGNING_KEYS", evidenceJwks({ d: undefined }), /keys\.0 must have its d/],
		["EVIDENCE_SIGNING_KEYS", evidenceJwks({}, { kid: "1", d: bytes(31) }), /keys\.1\.d must be 32 bytes/],
		["EVIDENCE_SIGNING_KEYS", evidenceJwks({ x: evidenceJwk.y }), /not a point of the curve/],
		["EVIDENCE_SIGNING_KEYS", evidenceJwks({}, newJwk()), /every kid of keys must be unique/],
		["EVIDENCE_SIGNING_KEYS", jwks({ kid: "another" }), /keys\.0 must not be a session key/],
		[
			"EVIDENCE_SIGNING_KEYS",
			evidenceJwks({}, { ...newJwk(), kid: jwk.kid }),
			/keys\.1 must not be a session key/,
		],
		["METRICS_TOKEN", "x".repeat(31), /at least 32 characters/],
		["METRICS_TOKEN", `${"x".repeat(32)} y`, /letters, digits and/],
		["METRICS_TOKEN", "\u{1F511}".repeat(32), /letters, digits and/],
		["UI_CLIENT_ID", "short", /at least 8 characters/],
		["UI_CLIENT_ID", "🔑".repeat(7), /at least 8 characters/],
		["UI_CLIENT_SECRET", "x".repeat(31), /at least 32 characters/],
		["UI_CLIENT_SECRET", "🔑".repeat(31), /at least 32 characters/],
		["UI_CLIENT_SECRET", "", /at least 32 characters/],
		["UI_CLIENT_SECRET", "[]", /one or two secrets/],
		["UI_CLIENT_SECRET", "[not json, but long enough to be a secret", /must be JSON/],
		["UI_CLIENT_SECRET", json([SECRET, "x".repeat(31)]), /at least 32 characters/],
		["UI_CLIENT_SECRET", json([SECRET, SECRET, SECRET]), /one or two secrets/],
		["UI_CLIENT_SECRET", json([1]), /must be text/],
	])("%s = %s", (setting, value, expected) => {
		const parsed = configWith(setting, value);
		if (parsed.ok) throw new Error("it was taken");
		expect(parsed.problems.join("\n")).toMatch(expected);
		for (const problem of parsed.problems) expect(problem.startsWith(`${setting}: `), problem).toBe(true);
		expectNotRepeated(parsed.problems, value);
	});

	it.each(Object.keys(good))("%s when it is not there at all", (setting) => {
		for (const value of [undefined, null, 5, {}]) {
			const parsed = configWith(setting as Setting, value);
			expect(parsed).toMatchObject({ ok: false, problems: [expect.stringMatching(`^${setting}: `)] });
		}
	});
});

describe("a service on somebody's own machine", () => {
	const parse = (changes: Partial<Record<Setting, string>>) => parseConfig({ ...good, ...changes });
	const RPC_URLS = '{"31337":"http://127.0.0.1:8545"}';

	it("may use local webhooks and nodes without TLS, because BASE_URL is its own address", () => {
		const settings = { BASE_URL: "http://localhost:8787", ALLOW_LOCAL_WEBHOOKS: "", RPC_URLS };
		expect(parse(settings)).toMatchObject({ ok: true, config: { allowLocalWebhooks: true } });
	});

	it("may not if ALLOW_LOCAL_WEBHOOKS is false", () => {
		const settings = { BASE_URL: "http://localhost:8787", ALLOW_LOCAL_WEBHOOKS: "false", RPC_URLS };
		expect(parse(settings)).toMatchObject({ ok: false, problems: [expect.stringMatching(/^RPC_URLS: /)] });
	});

	it("may not call other machines without TLS if its address is not its own machine's", () => {
		const remote = '{"1":"https://a.example","31337":"http://192.168.1.5:8545"}';
		const settings = { ALLOW_LOCAL_WEBHOOKS: "true", RPC_URLS: remote };
		expect(parse(settings)).toMatchObject({ ok: false, problems: [expect.stringMatching(/^RPC_URLS: /)] });
	});

	it("may behind a proxy with an https address if ALLOW_LOCAL_WEBHOOKS is true", () => {
		const settings = { ALLOW_LOCAL_WEBHOOKS: "true", RPC_URLS };
		expect(parse(settings)).toMatchObject({ ok: true, config: { allowLocalWebhooks: true } });
	});
});

it("a secret that may be left out has no effect when it is not there", () => {
	const parsed = parseConfig(good);
	expect(parsed.ok && parsed.config.metricsToken).toBeNull();
});

it("every bad setting is named at once", () => {
	const parsed = parseConfig({});
	if (parsed.ok) throw new Error("it was taken");
	expect(parsed.problems.map((problem) => problem.split(":")[0])).toEqual(
		expect.arrayContaining(Object.keys(good)),
	);
});

/** No run of six characters of the value, which is enough of a secret to be one, unless we say it ourselves. */
function expectNotRepeated(problems: string[], value: string): void {
	const said = problems.join("\n");
	const ours = /keys|P-256|RSA|secret|number|https?|URL/;
	for (let at = 0; at + 6 <= value.length; at++) {
		const part = value.slice(at, at + 6);
		if (!ours.test(part) && /^[\w+/=-]+$/.test(part)) expect(said).not.toContain(part);
	}
}

describe("the halves of a signing key", () => {
	const keysOf = (...changes: object[]) => {
		const parsed = configWith("SESSION_SIGNING_KEYS", jwks(...changes));
		if (!parsed.ok) throw new Error(parsed.problems.join());
		return parsed.config.sessionSigningKeys.keys;
	};

	it("are taken when they belong together", async () => {
		const checked = checkSigningKeys("SESSION_SIGNING_KEYS", keysOf({}, { ...newJwk(), kid: "2" }));
		await expect(checked).resolves.toBeUndefined();
	});

	it("are rejected when they do not, with the setting's name and neither of their values", async () => {
		const { d = "" } = newJwk();
		const keys = keysOf({}, { kid: "2", d });
		const refused = await checkSigningKeys("SESSION_SIGNING_KEYS", keys).catch((error) => error);
		expect(refused).toBeInstanceOf(AppError);
		expect(refused).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		expect(refused.cause).toContain("SESSION_SIGNING_KEYS: keys.1 ");
		for (const value of [d, jwk.x, jwk.y]) expect(refused.cause).not.toContain(value);
	});

	it("are not asked of a retired evidence key, of which there is only one", async () => {
		const evidenceKeys = (...changes: object[]) => {
			const parsed = configWith("EVIDENCE_SIGNING_KEYS", evidenceJwks(...changes));
			if (!parsed.ok) throw new Error(parsed.problems.join());
			return parsed.config.evidenceSigningKeys.keys;
		};
		const retired = { ...newJwk(), kid: "1", d: undefined };
		await checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceKeys({}, retired));
		const { d } = newJwk();
		const refused = checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceKeys({}, retired, { kid: "0", d }));
		await expect(refused).rejects.toMatchObject({
			cause: expect.stringContaining("EVIDENCE_SIGNING_KEYS: keys.2 "),
		});
	});
});
