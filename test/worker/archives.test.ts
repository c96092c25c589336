/** archives.md "The archive": who downloads a case or an estate whole, by which proof, and what the archive proves. */
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyArchive } from "../../sdk/src/archive.ts";
import { filesOf, textIn } from "../support/archives.ts";
import { newReviewer } from "../support/auth/accounts.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { sendUnchecked } from "../support/contract/openapi-client.ts";
import { call } from "../support/contract/worker-client.ts";
import { claimant, owner as lostAccount, newIntent } from "../support/signing/signing.ts";
import { newWallet, newWalletSession } from "./access/support.ts";
import { registerDeveloper } from "./developers/support.ts";
import { auditOf, historyOf, newEstate, pathOf, sessionOf } from "./estates/support.ts";
import { lodge } from "./estates/will-calls.ts";
import { added, type Headers } from "./recovery/document-support.ts";
import { newPartner, type Partner } from "./recovery/support.ts";
import { browserOf } from "./web/review-support.ts";
import { signedIn } from "./web/wallet-pages.ts";

const challenge = async (wallet: { address: string }, more: object = { purpose: "download" }) => {
	const body = { address: wallet.address, chainId: 1, ...more };
	return ((await (await call("/auth/wallet/challenge", { body })).json()) as { message: string }).message;
};
const signed = async (wallet: PrivateKeyAccount, message?: string) => {
	const text = message ?? (await challenge(wallet));
	return { message: text, signature: await wallet.signMessage({ message: text }) };
};
const keys = async () =>
	(await exports.default.fetch(`${env.BASE_URL}/.well-known/evidence-jwks.json`)).json();
const codeOf = async (response: Response) =>
	`${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;
const opened = async (response: Response) => {
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
	return new Uint8Array(await response.arrayBuffer());
};

let partner: Partner;
let session: Headers;
beforeAll(async () => {
	const developer = await registerDeveloper();
	partner = await newPartner(developer as never);
	session = developer.headers;
});

// The other client reads every response as text.
const post = (path: string, headers: Headers, body: object) => sendUnchecked("POST", path, { body, headers });
const download = (caseId: string, headers: Headers, body: object) =>
	post(`/recovery-cases/${caseId}/download`, headers, body);

describe("the archive of a case", () => {
	it("is complete for its developer, its claimant and a reviewer, and has no documents for the lost account", async () => {
		const intent = newIntent({ lostAccount: lostAccount.address });
		const { caseId } = await partner.file(intent);
		const { documentId } = await added(intent, partner.headers);
		const reviewer = await newReviewer();
		const [bySigner, byOwner] = [await newWalletSession(claimant), await newWalletSession(lostAccount)];
		const readers: [Headers, object, number][] = [
			[session, { password: PASSWORD }, 1],
			[bySigner, await signed(claimant), 1],
			[byOwner, await signed(lostAccount), 0],
			[reviewer.headers, { password: PASSWORD }, 1],
		];
		for (const [headers, body, present] of readers) {
			const files = filesOf(await opened(await download(caseId, headers, body)));
			expect(await verifyArchive(files, await keys())).toMatchObject({
				ok: true,
				report: {
					...{ kind: "case", subject: caseId, issuer: env.BASE_URL },
					evidence: { caseId, moves: 2 },
					documents: { present, known: 1 },
				},
			});
			expect(files.paths.includes(`documents/${documentId}.pdf`)).toBe(present === 1);
			const { email } = JSON.parse(await textIn(files, "case.json")).case;
			expect(email === null).toBe(headers === byOwner);
		}
		expect(await auditOf("recovery_case.downloaded")).toHaveLength(4);
	});

	it("fails its verification if a file is changed, missing or added, or the list is of another issuer", async () => {
		const { caseId } = await partner.file(newIntent({ lostAccount: newWallet().address }));
		const zip = await opened(await download(caseId, session, { password: PASSWORD }));
		const kindsOf = async (changes: Record<string, string | undefined>, by?: unknown) => {
			const verdict = await verifyArchive(filesOf(zip, changes), by ?? (await keys()));
			return verdict.ok ? "ok" : verdict.faults.map(({ kind, path }) => `${kind} ${path}`);
		};
		const manifest = JSON.parse(await textIn(filesOf(zip), "manifest.json"));
		const shorter = { ...manifest, files: manifest.files.slice(1) };
		expect(await kindsOf({})).toBe("ok");
		expect(await kindsOf({ "case.json": "{}" })).toEqual(["file_changed case.json"]);
		expect(await kindsOf({ "evidence.json": undefined })).toEqual(["file_missing evidence.json"]);
		expect(await kindsOf({ "more.txt": "x" })).toEqual(["file_unlisted more.txt"]);
		expect(await kindsOf({ "manifest.json": undefined })).toEqual(["manifest_missing manifest.json"]);
		const unsigned = ["manifest_not_signed manifest.json"];
		expect(await kindsOf({ "manifest.json": JSON.stringify(shorter) })).toEqual(unsigned);
		expect(await kindsOf({}, { keys: [] })).toEqual(unsigned);
	});

	it("needs a fresh proof of the session's holder, and is never for an API key", async () => {
		const { caseId } = await partner.file(newIntent({ lostAccount: newWallet().address }));
		const wallet = await newWalletSession(claimant);
		const rejected = async (headers: Headers, body: object) => codeOf(await download(caseId, headers, body));
		expect(await rejected(partner.headers, { password: PASSWORD })).toBe("403 FORBIDDEN");
		expect(await rejected(session, {})).toBe("400 INPUT_VALIDATION_ERROR");
		expect(await rejected(session, { password: "Wrong-password-1" })).toBe("401 INVALID_PASSWORD");
		expect(await rejected(wallet, { password: PASSWORD })).toBe("400 INPUT_VALIDATION_ERROR");
		// A message to sign in, a stranger's signature, another wallet's message, and one that was used before.
		expect(await rejected(wallet, await signed(claimant, await challenge(claimant, {})))).toBe(
			"403 FORBIDDEN",
		);
		const forStranger = await challenge(claimant);
		const signature = await newWallet().signMessage({ message: forStranger });
		expect(await rejected(wallet, { message: forStranger, signature })).toBe("403 INVALID_SIGNER");
		expect(await rejected(wallet, await signed(newWallet()))).toBe("403 FORBIDDEN");
		const once = await signed(claimant);
		expect((await download(caseId, wallet, once)).status).toBe(200);
		expect(await rejected(wallet, once)).toBe("403 FORBIDDEN");
		// A download's message opens no session.
		expect(await codeOf(await call("/auth/wallet/session", { body: await signed(claimant) }))).toBe(
			"401 INVALID_TOKEN",
		);
		const stranger = newWallet();
		const byStranger = await newWalletSession(stranger);
		expect(await rejected(byStranger, await signed(stranger))).toBe("404 RESOURCE_NOT_FOUND");
	});

	it("breaks off if a document cannot be opened", async () => {
		const intent = newIntent({ lostAccount: newWallet().address });
		const { caseId } = await partner.file(intent);
		const { documentId } = await added(intent, partner.headers);
		await env.DOCUMENTS.delete(`case-documents/${documentId}`);
		const response = await download(caseId, session, { password: PASSWORD });
		await expect(response.arrayBuffer()).rejects.toThrow();
	});
});

describe("the archive of an estate", () => {
	it("has every will as its owner lodged it, with verified signatures, for the owner alone", async () => {
		const { owner, partner: sender, session: ofOwner } = await newEstate();
		for (const version of [1, 2]) {
			const lodged = await lodge(owner, sender.headers, { signed: { version } });
			expect(lodged.status).toBe(201);
		}
		const send = (headers: Headers, body: object) => post(pathOf(owner, "/download"), headers, body);
		const files = filesOf(await opened(await send(ofOwner, await signed(owner))));
		expect(await verifyArchive(files, await keys())).toMatchObject({
			ok: true,
			report: { kind: "estate", subject: owner.address, signatures: { verified: 3, known: 3 } },
		});
		expect(files.paths.filter((path) => path.startsWith("wills/"))).toHaveLength(2);
		expect(JSON.parse(await textIn(files, "profile.json"))).toMatchObject({ will: { version: 2 } });
		const read = (await historyOf(owner, ofOwner)).data.filter(({ action }) => action === "will.read");
		expect(read.map(({ target }) => target)).toEqual(["2", "1"]);
		const stranger = newWallet();
		expect(await codeOf(await send(await sessionOf(stranger), await signed(stranger)))).toBe("403 FORBIDDEN");
		expect(await codeOf(await send(sender.session, await signed(owner)))).toBe("403 FORBIDDEN");
	});
});

describe("the pages of a download", () => {
	it.each([
		["en", "Download everything"],
		["es", "Descargar todo"],
	])("give the archive for a new signature, in %s", async (language, title) => {
		const { owner } = await newEstate();
		const browser = await signedIn(owner);
		expect((await browser.get("/estate", language)).html).toContain(`href="/estate/download">${title}<`);
		const { html } = await browser.get("/estate/download", language);
		const message = /name="message" value="([^"]+)"/.exec(html)?.[1] ?? "";
		const again = await browser.post("/estate/download", { message, signature: "0x00" }, language);
		expect([again.status, again.html.includes('role="alert"')]).toEqual([400, true]);
		const next = /name="message" value="([^"]+)"/.exec(again.html)?.[1] ?? "";
		const signature = await owner.signMessage({ message: next });
		const done = await browser.post("/estate/download", { message: next, signature }, language);
		expect([done.status, done.headers.get("content-disposition")]).toEqual([
			200,
			`attachment; filename="estate-${owner.address}.zip"`,
		]);
	});

	it("are reached from the case of a wallet, of a developer and of a reviewer", async () => {
		const { caseId } = await partner.file(newIntent({ lostAccount: newWallet().address }));
		const browser = await signedIn(claimant);
		const path = `/cases/${caseId}/download`;
		expect((await browser.get(`/cases/${caseId}`)).html).toContain(`href="${path}"`);
		expect((await browser.get(path)).status).toBe(200);
		const reviewer = await newReviewer();
		const readers = [
			[`/developers/cases/${caseId}`, partner],
			[`/review/cases/${caseId}`, reviewer],
		] as const;
		for (const [page, account] of readers) {
			const desk = browserOf(account);
			expect((await desk.open(page)).html).toContain(`href="${page}/download"`);
			const wrong = await desk.post(`${page}/download`, { password: "Wrong-password-1" });
			expect([wrong.status, wrong.html.includes("password-error")]).toEqual([401, true]);
			const done = await desk.post(`${page}/download`, { password: PASSWORD });
			expect([done.status, done.headers.get("content-type")]).toEqual([200, "application/zip"]);
		}
	});
});
