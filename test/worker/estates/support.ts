/** Owners whose wallets sign, and the developers and sessions that send their messages. */
import { env } from "cloudflare:workers";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { configOf } from "../../../src/config/config.ts";
import { createPrivacyCodeResponse } from "../../../src/estates/privacy-code/operations.ts";
import { formatPrivacyCode } from "../../../src/estates/privacy-code/privacy-code.ts";
import {
	getEstateProfileResponse,
	listEstateHistoryResponse,
} from "../../../src/estates/profile/operations.ts";
import { bytesToHex } from "../../../src/kernel/encoding/hex.ts";
import type { Infer } from "../../../src/kernel/once.ts";
import { newDeveloperWithKey, newReviewer } from "../../support/auth/accounts.ts";
import { newWalletBearer } from "../../support/auth/wallet-bearer.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { charge } from "../../support/quota.ts";
import { agreementBody, privacyCodeBody } from "../../support/signing/estate-signing.ts";

export type Headers = Record<string, string>;

/** Creates a wallet that no other test uses. */
export const newOwner = (): PrivateKeyAccount =>
	privateKeyToAccount(bytesToHex(crypto.getRandomValues(new Uint8Array(32))));

/** Headers of a session of this owner, proven by its key or by a contract on a chain. */
export const sessionOf = ({ address }: { address: string }, chainId?: number) =>
	newWalletBearer(`wallet:${chainId === undefined ? "" : `${chainId}:`}${address.toLowerCase()}`);

/** Creates a developer with an API key. */
export async function newPartner() {
	const developer = await newDeveloperWithKey();
	return { ...developer, session: developer.headers, headers: developer.keyPair };
}

export const pathOf = ({ address }: { address: string }, rest = "") => `/estate-profiles/${address}${rest}`;

export async function profileOf(owner: { address: string }, headers: Headers, query = "") {
	return getEstateProfileResponse().parse(await (await call(pathOf(owner, query), { headers })).json());
}

export async function historyOf(owner: { address: string }, headers: Headers, query = "") {
	return listEstateHistoryResponse().parse(
		await (await call(pathOf(owner, `/history${query}`), { headers })).json(),
	);
}

export const accept = async (owner: PrivateKeyAccount, headers: Headers, body?: object) =>
	call(pathOf(owner, "/agreement"), { body: body ?? (await agreementBody(owner)), headers });

export const createCode = async (owner: PrivateKeyAccount, headers: Headers, body?: object) =>
	call(pathOf(owner, "/privacy-codes"), { body: body ?? (await privacyCodeBody(owner)), headers });

/** Creates a code. */
export async function newCode(
	owner: PrivateKeyAccount,
	headers: Headers,
	body?: object,
): Promise<Infer<typeof createPrivacyCodeResponse>> {
	const response = await createCode(owner, headers, body);
	if (response.status !== 201) throw new Error(JSON.stringify(await errorOf(response)));
	return createPrivacyCodeResponse().parse(await response.json());
}

export const resolve = (code: string, headers: Headers) =>
	call("/estate-profiles/privacy-codes/resolve", { body: { code }, headers });

/** Creates an account with the role `resolver`. `headers` are its session's, `key` its key pair's. */
export async function newResolver() {
	const [{ headers: key, session: headers, ...resolver }, reviewer] = [
		await newPartner(),
		await newReviewer(),
	];
	const body = { developerId: resolver.developerId };
	await call("/review/resolvers", { body, headers: reviewer.headers });
	const revoke = () =>
		call(`/review/resolvers/${resolver.developerId}`, { method: "DELETE", headers: reviewer.headers });
	return { ...resolver, key, headers, revoke };
}

/** A well-formed code that does not exist. */
export const unknownCode = () => formatPrivacyCode(crypto.getRandomValues(new Uint8Array(16)));

/** Unix seconds. */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** Creates an owner who has accepted the terms through a developer, with a session. */
export async function newEstate() {
	const [owner, partner] = [newOwner(), await newPartner()];
	const response = await accept(owner, partner.headers);
	if (response.status !== 201) throw new Error(JSON.stringify(await errorOf(response)));
	return { owner, partner, session: await sessionOf(owner) };
}

export const repeat = <T>(times: number, run: (at: number) => Promise<T>) =>
	Promise.all(Array.from({ length: times }, (_, at) => run(at)));

/** All rows of a table. */
export async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
	return (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results;
}

/** The audit entries of an action, oldest first. */
export async function auditOf(action: string): Promise<Record<string, unknown>[]> {
	return (
		await env.DB.prepare("SELECT actor, target FROM audit_events WHERE action = ? ORDER BY seq")
			.bind(action)
			.all()
	).results;
}

/** Moves a code's expiry into the past. */
export async function expire(codeId: string): Promise<void> {
	await env.DB.prepare("UPDATE privacy_codes SET expires_at = 1 WHERE code_id = ?").bind(codeId).run();
}

/** Stores the row of a will without its document. */
export async function putWill(owner: { address: string }, version = 1): Promise<void> {
	await env.DB.prepare(
		`INSERT INTO will_versions (estate_id, version, sha256, mime_type, size, uploaded_at, object_key, signature, proof,
		chain_id, service) SELECT estate_id, ?, ?, 'application/pdf', 4, 1795253400000, ?, '0x', '{"kind":"key"}', 1, ''
		FROM estate_profiles WHERE owner_address = ? AND chain_id = 0`,
	)
		.bind(version, `0x${"cd".repeat(32)}`, crypto.randomUUID(), owner.address.toLowerCase())
		.run();
	await env.DB.prepare("UPDATE estate_profiles SET will_version = ? WHERE owner_address = ?")
		.bind(version, owner.address.toLowerCase())
		.run();
}

/** Uses up today's bytes of the wallet sessions from an address, except for some. */
export async function leaveForSessionsAt(clientAddress: string, left: number) {
	const { free_network: whole } = configOf(env).budgets.stored_bytes.amounts;
	const part = 8 * 2 ** 20;
	for (let rest = whole - left; rest > 0; rest -= part) {
		const payer = { kind: "wallet", subject: `wallet:${crypto.randomUUID()}` } as const;
		const costs = { stored_bytes: Math.min(rest, part) };
		if (!(await charge({ payer, clientAddress, costs }))) throw new Error("the budget was used before");
	}
}
