/**
 * The well-behaved callers: a developer's back-end, a claimant with a wallet, and the owner of a contract wallet. They
 * stay below every limit.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Hex } from "../../src/kernel/encoding/hex.ts";
import { PASSWORD } from "../../test/support/auth/credentials.ts";
import { type Headers, jsonOf, type ServicePartner } from "../../test/support/service/service-client.ts";
import { formOf } from "../../test/support/signing/will-signing.ts";
import { pdfFile } from "../../test/support/storage/pdf-files.ts";
import { CHAIN_ID, type Developer, newWallet, withWallet } from "./client.ts";
import { signedCase } from "./signed-case.ts";
import type { SoakedService } from "./soaked-service.ts";
import { repeat, type Stopwatch } from "./times.ts";

/** A wallet may file 30 cases a day. */
const CASES_OF_A_CLAIMANT = 20;

const caseIdOf = (body: unknown): string => Object(body).caseId;

/** Files, reads and lists cases, adds documents to them and logs in. */
export async function workAsDeveloper(
	{ email, session, key }: Pick<Developer, "email" | "session" | "key">,
	device: Headers,
	{ time }: Stopwatch,
	seconds: number,
): Promise<void> {
	const claimant = newWallet();
	let newest: { caseId: string; path: string } | undefined;
	const file = async () => {
		const { path, body } = await signedCase(claimant);
		const filed = await time("developer files a case", () => key.send("/recovery-cases/new-case", body));
		if (filed) newest = { caseId: caseIdOf(filed.body), path };
	};
	const upload = (path: string) => {
		const form = formOf({ title: "Letters" }, { bytes: pdfFile(), type: "application/pdf" });
		return time("developer uploads a PDF", () => key.send(`${path}/documents`, form));
	};
	await file();
	await Promise.all([
		repeat(seconds, 1_000, file),
		repeat(seconds, 500, async () => {
			if (newest) await time("developer reads a case", () => key.send(`/recovery-cases/${newest?.caseId}`));
		}),
		repeat(seconds, 1_000, () => time("developer lists cases", () => key.send("/recovery-cases?limit=20"))),
		repeat(seconds, 2_000, async () => newest && upload(newest.path)),
		repeat(seconds, 5_000, () =>
			time("developer logs in", () =>
				session.with(device).send("/auth/login", { email, password: PASSWORD }),
			),
		),
	]);
}

/** Files cases, of which the first names an account that others name too, reads them and attaches orders. */
export async function workAsClaimant(
	client: ServicePartner,
	contested: `0x${string}`,
	{ time }: Stopwatch,
	seconds: number,
): Promise<void> {
	const wallet = newWallet();
	const session = await withWallet(client, wallet);
	let caseId: string | undefined;
	const file = async (lostAccount?: `0x${string}`) => {
		const { path, body, order } = await signedCase(wallet, lostAccount && { lostAccount });
		const filed = await time("claimant files a case", () => session.send("/recovery-cases/new-case", body));
		if (filed === undefined) return;
		caseId = caseIdOf(filed.body);
		const signed = await order();
		await time("claimant attaches an order", () => session.send(`${path}/court-order`, signed, "PATCH"));
	};
	await file(contested);
	await Promise.all([
		repeat(seconds, Math.max(1_000, (seconds * 1_000) / CASES_OF_A_CLAIMANT), () => file()),
		repeat(seconds, 500, async () => {
			if (caseId) await time("claimant reads a case", () => session.send(`/recovery-cases/${caseId}`));
		}),
	]);
}

/** The owner of a contract wallet that a stranger's case names as lost: `key` owns the contract wallet at `address`; `path` is that of the case. */
export type Owner = { key: PrivateKeyAccount; address: Hex; path: string; contest: () => Promise<object> };

/** With the contest, less than the reserve of an account in a network, which is ten signatures an hour. */
const SIGN_INS = 8;

/** @param client of the stranger who files the case */
export async function newOwner(client: ServicePartner, { deployWallet }: SoakedService): Promise<Owner> {
	const [stranger, key] = [newWallet(), newWallet()];
	const address = await deployWallet(key.address);
	const { path, body, contest } = await signedCase(stranger, { lostAccount: address });
	await jsonOf((await withWallet(client, stranger)).send("/recovery-cases/new-case", body));
	return { key, address, path, contest: () => contest(key) };
}

/** Signs in again and again, and contests the case at last. */
export async function workAsOwner(
	client: ServicePartner,
	{ key, address, path, contest }: Owner,
	{ time }: Stopwatch,
	seconds: number,
): Promise<void> {
	const signIn = async () => {
		const { message } = await jsonOf<{ message: string }>(
			client.send("/auth/wallet/challenge", { address, chainId: CHAIN_ID }),
		);
		const signature = await key.signMessage({ message });
		await time("owner signs in", () => client.send("/auth/wallet/session", { message, signature }));
	};
	await Promise.all([
		repeat(seconds, (seconds * 1000) / SIGN_INS, signIn),
		wait(seconds * 900).then(async () => {
			const body = await contest();
			await time("owner contests", () => client.send(`${path}/contest`, body));
		}),
	]);
}
