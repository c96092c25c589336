// recovery.md "Who sees a case".
/** A NewCase body that another developer has seen and files first: the claimant, who signed it, keeps the case. */
import { beforeAll, describe, expect, it } from "vitest";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous, newOrigin, newPageSession, newWallet, newWalletSession } from "../access/support.ts";
import { added } from "./document-support.ts";
import { close, newPartner, type Partner, recordOf } from "./support.ts";

const wallet = newWallet();
const intent = newIntent({ recoveryAccount: wallet.address, lostAccount: `0x${"c7".repeat(20)}` });
const jrcHash = hashRecoveryIntent(intent);
let body: Awaited<ReturnType<typeof newCaseBody>>;
let thief: Partner;
let partner: Partner;
let caseId: string;
let session: Record<string, string>;

beforeAll(async () => {
	body = await newCaseBody(intent, wallet);
	[thief, partner] = [await newPartner(), await newPartner()];
	({ caseId } = await recordOf(await thief.send("/recovery-cases/new-case", body)));
	session = await newWalletSession(wallet);
});

const listed = async (headers: Record<string, string>, query = "") =>
	caseListResponse()
		.parse(await (await call(`/recovery-cases${query}`, { headers })).json())
		.data.map((row) => row.caseId);

describe("a case that another developer filed first", () => {
	it("tells the second developer to ask the claimant, and nothing about the first", async () => {
		const response = await partner.send("/recovery-cases/new-case", body);
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
		expect(error.message).toContain("Ask the claimant");
		expect(JSON.stringify(error)).not.toContain(thief.developerId);
		expect(JSON.stringify(error)).not.toContain(caseId);
	});

	it("is told to the claimant by its id, since the claimant's session may read it", async () => {
		const response = await call("/recovery-cases/new-case", { body, headers: session });
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
		expect(error.message).toContain(`GET /recovery-cases/${caseId}`);
	});

	it("is listed and read by the session of the wallet that signed it", async () => {
		expect(await listed(session)).toEqual([caseId]);
		expect(await listed(session, `?chainId=${intent.rec.chainId}`)).toEqual([caseId]);
		expect(await listed(session, "?chainId=1")).toEqual([]);
		const record = await recordOf(await call(`/recovery-cases/${caseId}`, { headers: session }));
		expect(record.case.email).toBe(intent.rec.email);
	});

	it("takes the claimant's order and documents, shows evidence and events, and is withdrawn", async () => {
		const { documentId } = await added(intent, session);
		const order = await courtOrderBody(intent, wallet);
		const path = `/recovery-cases/${jrcHash}/court-order`;
		const attached = await call(path, { body: order, headers: session, method: "PATCH" });
		expect((await recordOf(attached)).status).toBe("pending");
		for (const part of [`documents/${documentId}`, "evidence", "events"]) {
			const read = await call(`/recovery-cases/${caseId}/${part}`, { headers: session });
			expect(read.status, part).toBe(200);
		}
		expect((await close(intent, "withdraw", wallet)).status).toBe(200);
	});

	it("stays unknown to the second developer, its page and other wallets", async () => {
		const token = { authorization: `Bearer ${partner.token}` };
		const { origin } = await newOrigin({ headers: token }, "https://second.example", "allow");
		const strangers = [
			partner.headers,
			token,
			await newAnonymous(),
			await newWalletSession(newWallet()),
			await newPageSession(wallet, origin),
		];
		for (const headers of strangers) {
			const read = await call(`/recovery-cases/${caseId}`, { headers });
			expect(await errorOf(read)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		}
		expect(await listed(await newPageSession(wallet, origin))).toEqual([]);
	});
});
