/** The estate of the owner of the published test vectors: terms, code, will, its release, and the erasure. */
import { agreementBody, eraseBody, privacyCodeBody } from "../../../test/support/signing/estate-signing.ts";
import { courtOrder } from "../../../test/support/signing/vectors.ts";
import { willFields } from "../../../test/support/signing/will-signing.ts";
import { BASE_URL } from "../example-service.ts";
import { willText } from "./cases.ts";
import { type Account, inJson, once, owner, pdf, type Stage, walletSession } from "./people.ts";

const ownerAddress = owner.address;
const params = { ownerAddress };
const chainId = 1;
const service = BASE_URL;
const nonce = (byte: string) => `0x${byte.repeat(32)}` as const;

/** @returns the code */
export async function openEstate(stage: Stage, { key }: Account): Promise<string> {
	const { record } = stage;
	const body = await agreementBody(owner, { service, chainId, nonce: nonce("cd") });
	await record("acceptEstateAgreement", { as: key, params, body });
	await record("acceptEstateAgreement", { as: key, params, body });
	const codeFields = { service, chainId, expiresAt: 0, nonce: nonce("ab") };
	const created = await record("createPrivacyCode", {
		as: key,
		params,
		body: await privacyCodeBody(owner, codeFields),
	});
	const { bytes, type: mimeType } = willText;
	const fields = await willFields(owner, { service, bytes, mimeType, chainId });
	await record("lodgeWill", { as: key, params, body: { file: inJson(willText), ...fields } });
	const file = pdf("will.pdf", "My last will: all to Jane Doe.");
	const second = await willFields(owner, { service, bytes: file.bytes, version: 2, chainId });
	await record("lodgeWill", { as: key, params, form: { file, fields: second } });
	const wallet = await walletSession(stage, owner);
	await record("readWill", { as: wallet, params });
	await record("readWill", { as: wallet, params, query: { version: 1 } });
	const challenge = { address: ownerAddress, chainId, purpose: "download" };
	const message = (await stage.call("issueWalletChallenge", { body: challenge })).text("message");
	const sign = async (asked: Record<string, unknown>) => ({
		...asked,
		signature: await owner.signMessage({ message: String(asked.message) }),
	});
	await record("downloadEstate", { as: wallet, params, body: await sign({ message }), sign });
	return created.text("code");
}

export async function resolveCode(stage: Stage, developer: Account, code: string): Promise<void> {
	const { record, call } = stage;
	await record("resolvePrivacyCode", { as: developer.key, body: { code } });
	await record("getEstateProfile", { as: developer.key, params });
	const wallet = await walletSession(stage, owner);
	const body = await privacyCodeBody(owner, { service, chainId, expiresAt: 0, nonce: nonce("ce") });
	const spare = await call("createPrivacyCode", { as: developer.key, params, body });
	await record("revokePrivacyCode", { as: wallet, params: { ownerAddress, codeId: spare.text("codeId") } });
}

/** @param reviewers two accounts */
export async function releaseWill(stage: Stage, court: Account, reviewers: Account[], code: string) {
	const { record, call } = stage;
	const [first, second] = reviewers;
	if (!first || !second) throw new Error("The story needs two reviewers.");
	const order = pdf("order.pdf", "Order of the probate court");
	const applicant = "Probate court of Example County, on behalf of the executor";
	const fields = { code, courtInfo: courtOrder, applicant };
	const file = inJson(order);
	const ask = { as: once(court.session, "order-of-case-42"), params, body: { file, ...fields } };
	const asked = await record("requestRelease", ask);
	await record("requestRelease", ask);
	const requestId = asked.text("requestId");
	await record("listReleaseRequests", { as: court.session, params });
	await record("reviewReleaseRequests", { as: first.session });
	await record("reviewReleaseRequest", { as: first.session, params: { requestId } });
	await record("readReleaseOrder", { as: first.session, params: { requestId } });
	const approve = { params: { requestId }, body: { decision: "approve" } };
	await record("decideReleaseRequest", { as: first.session, ...approve });
	await call("decideReleaseRequest", { as: second.session, ...approve });
	await record("downloadReleasedWill", { as: court.session, params: { ownerAddress, requestId } });
	const wallet = await walletSession(stage, owner);
	await record("objectToRelease", { as: wallet, params: { ownerAddress, requestId } });
	await record("requestRelease", { as: court.session, params, form: { file: order, fields } });
	await record("listEstateHistory", { as: wallet, params, query: { limit: 2 } });
}

export async function eraseEstate({ record }: Stage, { key }: Account): Promise<void> {
	const sign = async ({ deadline }: Record<string, unknown>) =>
		await eraseBody(owner, { service, chainId, nonce: nonce("ef"), deadline: Number(deadline) });
	const deadline = Math.floor(Date.now() / 1000) + 600;
	await record("eraseEstateProfile", { as: key, params, body: await sign({ deadline }), sign });
}
