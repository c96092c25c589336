import { createJsonRpc } from "../chain/json-rpc.ts";
import { configOf } from "../config/config.ts";
import { Misconfigured } from "../config/misconfigured.ts";
import type { EvidenceKeys, SigningKeys } from "../config/signing-key-sets.ts";
import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/time/with-timeout.ts";

export type PartState = "ok" | "failing";

/** Per part, so that a slow part delays no other. */
const PART_TIMEOUT_MS = 2_000;

/** Logs the reason of a failure. */
async function stateOf(
	part: string,
	ask: () => Promise<unknown>,
	level: "warn" | "error" = "error",
): Promise<PartState> {
	try {
		await withTimeout(ask(), PART_TIMEOUT_MS);
		return "ok";
	} catch (cause) {
		if (level === "warn") log.warn("health", { part, cause });
		else log.error("health", { part, cause });
		return "failing";
	}
}

export type Health = {
	parts: { database: PartState; keyValue: PartState; objects: PartState };
	/** Oldest first. Empty while the database does not respond. */
	missingMigrations: string[];
};

/**
 * Makes one small request to each kind of storage. A storage that fails is a result, not an error.
 * @throws Misconfigured if a signing key does not work
 */
export async function checkHealth(env: Env, missingMigrations: () => Promise<string[]>): Promise<Health> {
	const { sessionSigningKeys, evidenceSigningKeys } = configOf(env);
	await checkSigningKeys("SESSION_SIGNING_KEYS", sessionSigningKeys.keys);
	await checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceSigningKeys.keys);
	let missing: string[] = [];
	const [database, keyValue, objects] = await Promise.all([
		stateOf("database", async () => {
			missing = await missingMigrations();
			// Reads a table of the schema, because a restored database may lack it.
			if (missing.length === 0) await env.DB.prepare("SELECT 1 FROM recovery_cases LIMIT 1").all();
		}),
		stateOf("keyValue", () => env.API_KEYS.get("health")),
		stateOf("objects", () => env.RECOVERY_CASES.getByName("health").openness()),
	]);
	return { parts: { database, keyValue, objects }, missingMigrations: missing };
}

export type StorageHealth = { documents: PartState; queue: PartState; mail: PartState };

/** By chain id. */
export type NodeHealth = Record<string, PartState>;

const MAIL_LATE_MS = 10 * 60 * 1000;
const MAX_BODY_BYTES = 4 * 1024;

/**
 * Checks the parts whose failure degrades the service but does not stop it.
 * @param oldestMail when the oldest mail that waits was caused, in unix milliseconds; null if none waits
 */
export async function checkOtherStorage(
	env: Env,
	oldestMail: () => Promise<number | null>,
): Promise<StorageHealth> {
	const [documents, queue, mail] = await Promise.all([
		stateOf("documents", () => env.DOCUMENTS.head("health"), "warn"),
		stateOf("queue", () => env.CASE_EVENTS.metrics(), "warn"),
		stateOf("mail", async () => rejectLateMail(await oldestMail()), "warn"),
	]);
	return { documents, queue, mail };
}

/** @throws Error if mail waits for so long that its sender must have failed several times */
function rejectLateMail(oldest: number | null): void {
	if (oldest !== null && Date.now() - oldest > MAIL_LATE_MS) throw new Error("mail waits for ten minutes");
}

/** Asks each node for its chain, so that a node of another chain fails too. Logs no URL and no text of the node. */
export async function checkNodes(
	rpcUrls: ReadonlyMap<number, string>,
	timeoutMs = PART_TIMEOUT_MS,
): Promise<NodeHealth> {
	const nodes = [...rpcUrls].map(async ([chainId, url]): Promise<[string, PartState]> => {
		const reason = await problemOf(url, chainId, timeoutMs);
		if (reason === undefined) return [String(chainId), "ok"];
		log.warn("health", { part: "rpc", chainId, reason });
		return [String(chainId), "failing"];
	});
	return Object.fromEntries(await Promise.all(nodes));
}

async function problemOf(url: string, chainId: number, timeoutMs: number): Promise<string | undefined> {
	const node = createJsonRpc({ url, timeoutMs, maxBodyBytes: MAX_BODY_BYTES });
	const response = await node.call("eth_chainId", []);
	if (!response.ok) {
		return response.kind === "unreachable"
			? response.reason
			: `the node responded with error ${response.code}`;
	}
	return Number(response.result) === chainId ? undefined : "the node serves another chain";
}

type Keys = SigningKeys | EvidenceKeys;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Valid key sets. A deployment's keys do not change, so each isolate checks them once. */
const sound = new WeakSet<Keys>();

/**
 * Signs with each private key and verifies with its public half, so that mismatched halves fail before the first
 * login.
 *
 * @throws Misconfigured naming the setting and the key's index
 */
export async function checkSigningKeys(
	setting: "SESSION_SIGNING_KEYS" | "EVIDENCE_SIGNING_KEYS",
	keys: Keys,
): Promise<void> {
	if (sound.has(keys)) return;
	for (const [place, key] of keys.entries()) {
		const { d } = key;
		if (d === undefined || (await worksBothWays({ ...key, d }))) continue;
		throw new Misconfigured([
			`${setting}: keys.${place} is not a key pair, because its x and y do not verify what its d signs`,
		]);
	}
	sound.add(keys);
}

async function worksBothWays({ kty, crv, x, y, d }: SigningKeys[number]): Promise<boolean> {
	try {
		const { subtle } = crypto;
		const probe = new TextEncoder().encode("health");
		const signer = await subtle.importKey("jwk", { kty, crv, x, y, d }, ALGORITHM, false, ["sign"]);
		const verifier = await subtle.importKey("jwk", { kty, crv, x, y }, ALGORITHM, false, ["verify"]);
		return await subtle.verify(ALGORITHM, verifier, await subtle.sign(ALGORITHM, signer, probe), probe);
	} catch {
		return false;
	}
}
