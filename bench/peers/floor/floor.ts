/**
 * The floor: the service's operations with the same binding calls on the same data in the same order, but without
 * framework, schemas, error handling and layers. Unsafe for any other use.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { caseIdOf, eventIdOf } from "../../../src/kernel/crypto/ids.ts";
import { recoverAddress } from "../../../src/kernel/crypto/secp256k1/recover-address.ts";
import { hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { hashRecoveryIntent, newCaseDigest } from "../../../src/recovery/intent/typed-data.ts";
import type { FloorAccount } from "./floor-account.ts";
import type { Creation, FloorCase } from "./floor-case.ts";
import type { FloorStorage, Pointer } from "./floor-storage.ts";

export { FloorAccount } from "./floor-account.ts";
export { FloorCase } from "./floor-case.ts";

type FloorEnv = FloorStorage & {
	API_KEYS: KVNamespace;
	CASES: DurableObjectNamespace<FloorCase>;
	ACCOUNTS: DurableObjectNamespace<FloorAccount>;
	CREDENTIAL_RATE_LIMIT: RateLimit;
};

const HMAC_KEY = new Uint8Array(32).fill(7);
const KEY_ID = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
const DEVELOPER_ID = `dev_${"0".repeat(32)}`;
const CASE_EXPIRY_MS = 15_552_000_000;
const JSON_HEADERS = { "Content-Type": "application/json" };
const CASE_PATH = "/recovery-cases/";

const macOf = (text: string) => createHmac("sha256", HMAC_KEY).update(text).digest();

type Key = { keyId: string; developerId: string; secretMac: string };

async function keyOf({ headers }: Request, env: FloorEnv): Promise<Key> {
	const lookup = macOf(headers.get("x-api-key") ?? "").toString("hex");
	const hint = await env.API_KEYS.get(`ak:${lookup}`, { type: "text", cacheTtl: 300 });
	const key: Key = JSON.parse(hint ?? "null");
	const mac = macOf(`${key.keyId}\0${headers.get("x-api-secret")}`);
	if (!timingSafeEqual(mac, Buffer.from(key.secretMac, "hex"))) throw new Error("wrong secret");
	return key;
}

async function getCase(request: Request, env: FloorEnv, caseId: string): Promise<Response> {
	const { keyId, developerId } = await keyOf(request, env);
	const [isWithin, isActive, record] = await Promise.all([
		env.CREDENTIAL_RATE_LIMIT.limit({ key: keyId }),
		env.ACCOUNTS.getByName(developerId).isActive(keyId),
		env.CASES.getByName(caseId).read(),
	]);
	if (!isActive || !isWithin.success) return new Response(null, { status: 401 });
	return new Response(record, { headers: JSON_HEADERS });
}

async function createCase(request: Request, env: FloorEnv): Promise<Response> {
	const { keyId, developerId } = await keyOf(request, env);
	const account = env.ACCOUNTS.getByName(developerId);
	const limiting = env.CREDENTIAL_RATE_LIMIT.limit({ key: keyId });
	if (!(await account.isActive(keyId))) return new Response(null, { status: 401 });
	if (!(await limiting).success) return new Response(null, { status: 429 });
	const body: FiledCase = await request.json();
	const { case: rec, transactions: txs, signature } = body;
	const jrcHash = hashRecoveryIntent({ rec, txs });
	const digest = newCaseDigest({ chainId: rec.chainId, jrcHash, email: rec.email });
	const signer = recoverAddress(digest, hexToBytes(signature));
	if (signer !== rec.recoveryAccount.toLowerCase()) return new Response(null, { status: 403 });
	const creation = creationOf(body, jrcHash, developerId);
	const isReserved = await account.reserveCase(creation.caseId, creation.lostAccount);
	if (!isReserved) return new Response(null, { status: 429 });
	const record = await env.CASES.getByName(creation.caseId).create(creation);
	return new Response(record, { status: 201, headers: JSON_HEADERS });
}

type FiledCase = {
	case: Parameters<typeof hashRecoveryIntent>[0]["rec"];
	transactions: Parameters<typeof hashRecoveryIntent>[0]["txs"];
	signature: string;
};

/** The texts have the service's fields, so that they are as long. */
function creationOf(body: FiledCase, jrcHash: `0x${string}`, developerId: string): Creation {
	const { case: rec, transactions, signature } = body;
	const caseId = caseIdOf(jrcHash);
	const eventId = eventIdOf(caseId, 1);
	const at = new Date().toISOString();
	const common = { caseId, jrcHash, status: "created", statusReason: null, txHash: null };
	const history = { sequence: 1, at, actor: "recovery_account", move: "create", from: null, to: "created" };
	const entry = { ...history, reason: null, eventId, payloadHash: jrcHash, hash: jrcHash };
	const state = { ...common, source: "api", developerId, rec, signer: { kind: "key" }, historyHash: jrcHash };
	return {
		caseId,
		jrcHash,
		eventId,
		developerId,
		lostAccount: rec.lostAccount.toLowerCase(),
		recoveryAccount: rec.recoveryAccount.toLowerCase(),
		chainId: rec.chainId,
		reason: rec.reasonForRecovery,
		state: JSON.stringify({ ...state, documents: [], createdAt: at, updatedAt: at, version: 1 }),
		entry: JSON.stringify(entry),
		payload: JSON.stringify({ kind: "create", ...common, rec, txs: transactions, signature }),
		event: JSON.stringify({ id: eventId, type: "recovery_case.created", createdAt: at, data: common }),
		record: JSON.stringify({ ...common, case: rec, transactions, documents: [], history: [entry] }),
		expiresAt: Date.now() + CASE_EXPIRY_MS,
	};
}

/** Stores the caller's key pair for the one developer, and a record for a case. */
async function setUp(request: Request, env: FloorEnv): Promise<Response> {
	const { headers } = request;
	const { cases } = await request.json<{ cases: Record<string, string> }>();
	const lookup = macOf(headers.get("x-api-key") ?? "").toString("hex");
	const secretMac = macOf(`${KEY_ID}\0${headers.get("x-api-secret")}`).toString("hex");
	const key = { keyId: KEY_ID, developerId: DEVELOPER_ID, secretMac };
	await env.ACCOUNTS.getByName(DEVELOPER_ID).addKey({ ...key, lookup });
	const hint = { ...key, pepperVersion: 1 };
	await env.API_KEYS.put(`ak:${lookup}`, JSON.stringify(hint));
	for (const [caseId, record] of Object.entries(cases)) await env.CASES.getByName(caseId).put(record);
	return Response.json({});
}

export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		if (request.method === "GET") return getCase(request, env, pathname.slice(CASE_PATH.length));
		return pathname === "/set-up" ? setUp(request, env) : createCase(request, env);
	},

	async queue(batch, env) {
		const expiresAt = Date.now() + CASE_EXPIRY_MS;
		await Promise.all(
			batch.messages.map(async (message) => {
				await env.CASES.getByName(message.body.caseId).confirm(message.body.eventId, expiresAt);
				message.ack();
			}),
		);
	},
} satisfies ExportedHandler<FloorEnv, Pointer>;
