/** The well-behaved callers: a developer's back-end, and a claimant with a wallet. They stay below every limit. */
import { PASSWORD } from "../../test/support/auth/credentials.ts";
import { formOf } from "../../test/support/signing/will-signing.ts";
import { pdfFile } from "../../test/support/storage/pdf-files.ts";
import { type Client, type Developer, type Headers, newWallet, withWallet } from "./client.ts";
import { repeat } from "./pace.ts";
import { signedCase } from "./signed-case.ts";
import type { Stopwatch } from "./times.ts";

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
	client: Client,
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
