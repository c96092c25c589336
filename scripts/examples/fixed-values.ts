/**
 * Replaces random, timed and secret values of a recording by fixed ones, so that two recordings of the same service are
 * equal. The same value becomes the same placeholder everywhere. Placeholders have the form of what they replace, and a
 * secret's placeholder is one character repeated, so that no scanner takes it for a secret.
 */
import { createHash } from "node:crypto";
import { ACCOUNT_CODE_LENGTH, accountCodeOf } from "../../src/developers/account/account-code.ts";
import { toBase62 } from "../../src/developers/api-keys/base62.ts";
import { crc32 } from "../../src/developers/api-keys/crc32.ts";
import { hintOf } from "../../src/developers/api-keys/key-format.ts";
import {
	formatPrivacyCode,
	PRIVACY_CODE_BYTES,
	privacyCodeHint,
} from "../../src/estates/privacy-code/privacy-code.ts";
import { formatSecret, SECRET_BYTES } from "../../src/webhooks/delivery/signing.ts";

/** The first step's time. Each later one is a second after the one before it. */
const FIRST_TIME = Date.UTC(2026, 10, 21, 9, 30);
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const filler = (order: number, length: number) => (DIGITS[order % DIGITS.length] ?? "0").repeat(length);
const bytesOf = (order: number, length: number) => new Uint8Array(length).fill(order);
const hex = (name: string, length: number) =>
	createHash("sha256").update(name).digest("hex").slice(0, length);
const checked = (body: string) => body + toBase62(crc32(body), 6);

/** Each form of random text, and the placeholder of the n-th one of it. */
const FORMS: { name: string; form: RegExp; placeholder(order: number, text: string): string }[] = [
	{
		name: "token",
		form: /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
		// The header {"alg":"ES256"} and an empty payload.
		placeholder: (order) => `eyJhbGciOiJFUzI1NiJ9.e30.${filler(order, 86)}`,
	},
	{ name: "key", form: /\bsk_[0-9A-Za-z]{28}\b/g, placeholder: (n) => checked(`sk_${filler(n, 22)}`) },
	{ name: "secret", form: /\bss_[0-9A-Za-z]{49}\b/g, placeholder: (n) => checked(`ss_${filler(n, 43)}`) },
	{
		name: "webhook secret",
		form: /\bwhsec_[A-Za-z0-9+/]{43}=/g,
		placeholder: (order) => formatSecret(bytesOf(order, SECRET_BYTES)),
	},
	{
		name: "code",
		form: /\bRPL(?:-[0-9A-Z]{5}){5}-[0-9A-Z][0-9A-Z*~$=]/g,
		placeholder: (order) => formatPrivacyCode(bytesOf(order, PRIVACY_CODE_BYTES)),
	},
	// Of a link to evidence, or of a hosted link.
	{ name: "link token", form: /(?<=\/verify#|\/l\/|^)[\w-]{43}$/g, placeholder: (n) => `${filler(n, 42)}A` },
	// Of an address that switches off a kind of mail: before ids, of which it has one.
	{
		name: "unsubscribe token",
		form: /(?<=\.endpoint_disabled\.)[\w-]{43}$/g,
		placeholder: (order) => filler(order, 43),
	},
	{
		name: "id",
		// An event's id is random for a watched account, and a hash for a case.
		form: /\b(?:(?:req|dev|ses|org|we|wsk|dl|est|pc|rel|doc|evl|hl|wat|note)_[0-9a-f]{32}|evt_[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15})\b/g,
		placeholder: (order, text) => {
			const prefix = text.slice(0, text.indexOf("_"));
			return `${prefix}_${hex(`${prefix} ${order}`, 32)}`;
		},
	},
	{
		name: "account code",
		form: /(?<![0-9A-Z-])[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}(?![0-9A-Z-])/g,
		placeholder: (order) => accountCodeOf(bytesOf(order, ACCOUNT_CODE_LENGTH)),
	},
	// In the text of a signed decision, which is over a history with random ids.
	{
		name: "hash",
		form: /(?<="historyHash":")0x[0-9a-f]{64}/g,
		placeholder: (order) => `0x${hex(`hash ${order}`, 64)}`,
	},
	// Of a decision that is signed.
	{ name: "decision nonce", form: /(?<="nonce":")[\w-]{43}/g, placeholder: (order) => filler(order, 43) },
	// Of a wallet's challenge.
	{ name: "nonce", form: /(?<=\bNonce: )[0-9a-f]{32}\b/g, placeholder: (order) => hex(`nonce ${order}`, 32) },
	{
		name: "uuid",
		form: /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g,
		placeholder: (order) =>
			hex(`uuid ${order}`, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5"),
	},
];

/** The end of a secret, which lists show. */
const HINTS = [
	{ of: "key", hint: /^sk_…[0-9A-Za-z]{4}$/, hintOf },
	{ of: "code", hint: /^RPL-….{5}$/, hintOf: privacyCodeHint },
];

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const HASH = /^0x[0-9a-f]{64}$/;

/** Members whose value differs from run to run, whatever it is. A block's time is in whole seconds. */
const FIXED_MEMBERS: Record<string, unknown> = {
	...{ durationMs: 87, blockTime: FIRST_TIME },
	// The Monday of the first step.
	week: "2026-11-16T00:00:00.000Z",
	// Of passkeys.
	challenge: "A".repeat(43),
};
/** Hashes over times, or of blocks. */
const RANDOM_HASHES = new Set(["hash", "payloadHash", "blockHash", "digest"]);
/** A retry in seconds or minutes, with jitter. */
const NEXT_TIMES = new Set(["nextAttemptAt", "nextLookAt"]);
const NEXT_WAIT_MS = 15 * SECOND_MS;
/** Unix seconds, also as decimal text. */
const TIME_NUMBERS = new Set(["deadline"]);

export type FixedValues = ReturnType<typeof createFixedValues>;

/**
 * @param startedAt when each step began, in unix milliseconds
 * @param known texts of the run, such as the receiver's address, and what replaces them
 */
export function createFixedValues(startedAt: readonly number[], known: ReadonlyMap<string, string>) {
	const seen = new Map<string, string>();
	const counts = new Map<string, number>();
	const first = startedAt[0] ?? 0;
	const end = (startedAt.at(-1) ?? 0) + MINUTE_MS;
	const isTime = (value: number) => value >= first && value < first + 100 * 365 * 24 * 60 * MINUTE_MS;

	function placeholderOf(kind: string, text: string, make: (order: number) => string): string {
		const earlier = seen.get(text);
		if (earlier !== undefined) return earlier;
		const order = counts.get(kind) ?? 0;
		counts.set(kind, order + 1);
		const made = make(order);
		seen.set(text, made);
		return made;
	}

	const stepAt = (time: number) =>
		Math.max(
			startedAt.findLastIndex((start) => start <= time),
			0,
		);

	/** A time during the run is that of its step. A later one is as many minutes after the step that showed it. */
	function fixedTime(time: number, step: number): number {
		if (time < first - MINUTE_MS) return time;
		if (time < end) return FIRST_TIME + stepAt(time) * SECOND_MS;
		const ahead = Math.round((time - (startedAt[step] ?? 0)) / MINUTE_MS) * MINUTE_MS;
		return FIRST_TIME + step * SECOND_MS + ahead;
	}

	function fixText(text: string, step: number): string {
		const given = seen.get(text);
		if (given !== undefined || HASH.test(text)) return given ?? text;
		let fixed = text;
		for (const [from, to] of known) fixed = fixed.replaceAll(from, to);
		for (const { name, form, placeholder } of FORMS) {
			fixed = fixed.replace(form, (found) => {
				const kind = name === "id" ? found.slice(0, found.indexOf("_")) : name;
				return placeholderOf(kind, found, (order) => placeholder(order, found));
			});
		}
		for (const { of, hint, hintOf } of HINTS) {
			fixed = fixed.replace(hint, (found) => {
				const whole = [...seen.keys()].find((text) => hint.test(hintOf(text)) && hintOf(text) === found);
				if (whole !== undefined) return hintOf(seen.get(whole) ?? whole);
				// Of a secret that no example shows.
				const form = FORMS.find(({ name }) => name === of);
				return form ? placeholderOf(of, found, (order) => hintOf(form.placeholder(order, found))) : found;
			});
		}
		return fixed.replace(ISO_TIME, (time) => {
			const make = () => new Date(fixedTime(Date.parse(time), step)).toISOString();
			// Whole seconds are rounded, so several steps may share one.
			return time.endsWith(".000Z") ? make() : placeholderOf("time", time, make);
		});
	}

	/** A cursor is base64url of a time or number and an id. */
	function fixCursor(cursor: string, step: number): string {
		const text = Buffer.from(cursor, "base64url").toString();
		const fixed = fixText(text, step).replace(/^\d{13}(?=\.)/, (ms) => String(fixedTime(Number(ms), step)));
		return Buffer.from(fixed).toString("base64url");
	}

	function fixMember(name: string, value: unknown, step: number): unknown {
		if (name in FIXED_MEMBERS && value !== null) return FIXED_MEMBERS[name];
		if (typeof value === "number" && TIME_NUMBERS.has(name)) {
			return fixedTime(value * SECOND_MS, step) / SECOND_MS;
		}
		if (typeof value !== "string") return fix(value, step);
		if (TIME_NUMBERS.has(name) && /^\d+$/.test(value)) return String(fixMember(name, Number(value), step));
		if (name === "nextCursor") return fixCursor(value, step);
		if (NEXT_TIMES.has(name)) {
			return new Date(FIRST_TIME + step * SECOND_MS + NEXT_WAIT_MS).toISOString();
		}
		if (RANDOM_HASHES.has(name) && HASH.test(value)) {
			return placeholderOf("hash", value, (order) => `0x${hex(`hash ${order}`, 64)}`);
		}
		return fixText(value, step);
	}

	/** What a passkey has signed, and the account's id as passkeys know it, are random and read by nobody. */
	function fixPasskey(value: object): object {
		const isAssertion = "clientDataJSON" in value;
		const entries = Object.entries(value).map(([name, member]) => {
			const isRandom =
				typeof member === "string" &&
				((isAssertion && name !== "id") || ("displayName" in value && name === "id"));
			return [name, isRandom ? Buffer.from(name).toString("base64url") : member];
		});
		return Object.fromEntries(entries);
	}

	/** @param step the step that showed the value */
	function fix(value: unknown, step: number): unknown {
		if (typeof value === "string") return fixText(value, step);
		if (typeof value === "number") return isTime(value) ? fixedTime(value, step) : value;
		if (Array.isArray(value)) return value.map((item) => fix(item, step));
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(fixPasskey(value)).map(([name, member]) => [name, fixMember(name, member, step)]),
		);
	}

	/** Makes a hash or a signature of the run, such as one over times, a given one everywhere. */
	const replace = (from: string, to: string) => void seen.set(from, to);

	return { fix, replace, stepAt };
}
