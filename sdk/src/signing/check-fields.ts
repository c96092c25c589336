/**
 * The fields of each message and of an intent, checked before anything is hashed or signed. The service rejects every value
 * that fails here. It may reject others as well, because it alone judges lengths and times.
 */
import { RECOVERY_REASONS } from "../../../src/protocol/intent.ts";

/** The faults of a value: the paths of absent fields, and a clause about each field that is wrong. */
export type Faults = { absent: string[]; wrong: string[] };
type Check = Faults & { hasValidChecksum: (address: string) => boolean };
/** @returns what the value must be, or undefined if it is that */
type Kind = (value: unknown, path: string, check: Check) => string | undefined;
type Field = Kind | { optional: Kind };
export type Fields = Readonly<Record<string, Field>>;

const MAX_SHOWN_LENGTH = 80;
const UINT256_LIMIT = 1n << 256n;
/** The service's own limit. */
const MAX_TRANSACTIONS = 500;

const form =
	(pattern: RegExp, must: string): Kind =>
	(value) =>
		typeof value === "string" && pattern.test(value) ? undefined : must;

const oneOf =
	(...values: string[]): Kind =>
	(value) =>
		values.includes(value as string)
			? undefined
			: `must be ${values.map((name) => JSON.stringify(name)).join(" or ")}`;

const whole =
	(min: number): Kind =>
	(value) => {
		if (typeof value === "string" && /^\d+$/.test(value))
			return "must be a number, not text: write it without quotes";
		const isWhole = Number.isSafeInteger(value) && Number(value) >= min;
		return isWhole ? undefined : `must be a whole number from ${min} to 2^53 - 1`;
	};

const object =
	(fields: Fields): Kind =>
	(value, path, check) => {
		if (typeof value !== "object" || value === null || Array.isArray(value)) return "must be an object";
		for (const [name, field] of Object.entries(fields)) {
			const isOptional = typeof field === "object";
			const member = (value as Record<string, unknown>)[name];
			if (isOptional && member === undefined) continue;
			judge(isOptional ? field.optional : field, member, path ? `${path}.${name}` : name, check);
		}
		return undefined;
	};

const hexAddress = form(/^0x[0-9a-fA-F]{40}$/, "must be an address: `0x` and 40 hex digits");
const address: Kind = (value, path, check) => {
	const must = hexAddress(value, path, check);
	if (must || check.hasValidChecksum(String(value))) return must;
	return "must have a valid EIP-55 checksum: it was mistyped or changed";
};

const email: Kind = (value) =>
	value === null || (typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value))
		? undefined
		: "must be an e-mail address, or null";

/** The service's own pattern. BigInt would take an empty text for 0. */
const WEI = /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/;
const wei: Kind = (value) => {
	const isAmount = typeof value === "bigint" ? value >= 0n : typeof value === "string" && WEI.test(value);
	return isAmount && BigInt(value as string | bigint) < UINT256_LIMIT
		? undefined
		: "must be wei as a bigint, or as a decimal or 0x text, below 2^256";
};

const hash32 = form(/^0x[0-9a-fA-F]{64}$/, "must be `0x` and 64 hex digits");
const bytes = form(/^0x(?:[0-9a-fA-F]{2})*$/, "must be `0x` and an even number of hex digits");
const text = form(/\S/, "must be text that is not blank");
const chainId = whole(1);

const call = object({ dest: address, value: wei, data: bytes });
const calls: Kind = (value, path, check) => {
	if (!Array.isArray(value) || value.length === 0) return "must be a list of at least one transaction";
	if (value.length > MAX_TRANSACTIONS)
		return `must be a list of at most ${MAX_TRANSACTIONS} transactions, and has ${value.length}`;
	for (const [at, member] of value.entries()) judge(call, member, `${path}.${at}`, check);
	return undefined;
};

const recFields = object({
	lostAccount: address,
	recoveryAccount: address,
	chainId,
	reasonForRecovery: oneOf(...RECOVERY_REASONS),
	email,
	jrcHash: { optional: hash32 },
});
const rec: Kind = (value, path, check) => {
	const must = recFields(value, path, check);
	if (must) return must;
	const { lostAccount, recoveryAccount } = value as Record<string, unknown>;
	if (typeof lostAccount === "string" && lostAccount.toLowerCase() === String(recoveryAccount).toLowerCase())
		check.wrong.push(`${path}.recoveryAccount must differ from ${path}.lostAccount`);
	return undefined;
};

const ofCase = { jrcHash: hash32, chainId };
const origin: Kind = (value) =>
	typeof value === "string" && URL.canParse(value) && new URL(value).origin === value
		? undefined
		: "must be an origin, such as https://replevin.example";

const ofOwner = { service: origin, ownerAddress: address, chainId: { optional: chainId } };
const nonce = { optional: hash32 };
const deadline = { optional: whole(0) };

/** The members of an intent, under the names of `jrc-hash` or of `new-case`. */
export const INTENT = { rec, txs: calls } satisfies Fields;
export const NEW_CASE = { case: rec, transactions: calls } satisfies Fields;
export const COURT_INFO: Fields = {
	title: text,
	fullCaseNumber: text,
	courtId: text,
	docketNumber: whole(0),
};

const addresses: Kind = (value, path, check) => {
	if (!Array.isArray(value)) return "must be a list of addresses";
	for (const [at, member] of value.entries()) judge(address, member, `${path}.${at}`, check);
	return undefined;
};
const approvals: Kind = (value, path, check) => {
	if (!Array.isArray(value)) return "must be a list of approvals";
	const approval = object({ reviewer: address, signature: bytes });
	for (const [at, member] of value.entries()) judge(approval, member, `${path}.${at}`, check);
	return undefined;
};
const DAY_SECONDS = 86_400;

/** The arguments of the recovery module's calls. */
export const MODULE_FIELDS = {
	configuration: {
		account: address,
		reviewers: addresses,
		threshold: whole(1),
		vetoers: { optional: addresses },
		delaySeconds: whole(DAY_SECONDS),
		expirySeconds: whole(DAY_SECONDS),
	},
	schedule: { intent: object(INTENT), notBefore: whole(0), deadline: whole(1), approvals },
	approval: {
		reviewer: address,
		account: address,
		chainId,
		jrcHash: hash32,
		notBefore: whole(0),
		deadline: whole(1),
		round: whole(0),
		generation: whole(1),
	},
	account: { account: address },
	recovery: { account: address, jrcHash: hash32 },
} satisfies Record<string, Fields>;

const MESSAGES: Readonly<Record<string, Fields>> = {
	NewCase: { ...NEW_CASE, chainId: { optional: chainId } },
	CourtOrder: { ...ofCase, courtInfo: object(COURT_INFO) },
	CloseCase: { ...ofCase, action: oneOf("contest", "withdraw"), reason: text },
	ContestAll: { account: address, chainId, nonce, deadline },
	Agreement: { ...ofOwner, version: text, documentHash: hash32, nonce },
	PrivacyCode: { ...ofOwner, label: text, expiresAt: { optional: whole(0) }, nonce },
	Will: {
		...ofOwner,
		version: whole(1),
		sha256: hash32,
		mimeType: oneOf("application/pdf", "text/plain"),
		size: whole(1),
	},
	Erase: { ...ofOwner, nonce, deadline },
};

/** @throws RangeError if there is no such message */
export function fieldsOfMessage(name: unknown): Fields {
	const fields = typeof name === "string" && Object.hasOwn(MESSAGES, name) ? MESSAGES[name] : undefined;
	if (!fields) throw new RangeError(`there is no message ${JSON.stringify(name)}`);
	return fields;
}

/** The faults of a value that should have these fields. Fields without a meaning here are not looked at. */
export function faultsOf(
	value: unknown,
	fields: Fields,
	hasValidChecksum: Check["hasValidChecksum"],
	path = "",
): Faults {
	const check: Check = { absent: [], wrong: [], hasValidChecksum };
	judge(object(fields), value, path, check);
	return check;
}

/** @param source of the value, such as `the request` */
export function inSentence({ absent, wrong }: Faults, source: string): string | undefined {
	const lacks = absent.length === 0 ? [] : [`lacks ${absent.join(", ")}`];
	if (wrong.length === 0) return lacks[0] && `${source} ${lacks[0]}`;
	return `${source}: ${[...wrong, ...lacks.map((clause) => `it ${clause}`)].join("; ")}`;
}

function judge(kind: Kind, value: unknown, path: string, check: Check): void {
	if (value === undefined && path !== "") {
		check.absent.push(path);
		return;
	}
	const must = kind(value, path, check);
	if (must) check.wrong.push(`${path || "it"} ${must}, and is ${inWords(value)}`);
}

function inWords(value: unknown): string {
	// JSON has no form for a bigint.
	const words = typeof value === "object" ? JSON.stringify(value) : undefined;
	const shown = words ?? (typeof value === "string" ? JSON.stringify(value) : String(value));
	return shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
}
