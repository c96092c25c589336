// An owner signs an Agreement through a link for estates (hosted-links.md "For the pages").
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody } from "../../support/signing/estate-signing.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newOwner, pathOf, profileOf, sessionOf } from "../estates/support.ts";
import {
	fileThrough,
	linkOf,
	makeLink,
	newLinkPartner,
	pageCall,
	rowOf,
	startLink,
	walletSession,
} from "./support.ts";

type Owner = ReturnType<typeof newOwner>;

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
beforeAll(async () => {
	partner = await newLinkPartner();
});

async function estateLink(body: object = {}) {
	const link = await makeLink(partner, { kind: "estate", reference: "estate:1", ...body });
	return { ...link, secret: await startLink(link.token) };
}

async function signThrough(secret: string, owner: Owner, body?: object) {
	const headers = { ...(await sessionOf(owner)), "x-hosted-link": secret };
	return pageCall("POST", pathOf(owner, "/agreement"), {
		headers,
		body: body ?? (await agreementBody(owner)),
	});
}

const isAccepted = async (owner: Owner, headers: Record<string, string>) =>
	JSON.stringify((await profileOf(owner, headers)).agreement).includes("acceptedAt");

describe("an Agreement through a hosted link", () => {
	it("is recorded for the link's developer, and uses the link up", async () => {
		const owner = newOwner();
		const { linkId, secret } = await estateLink({ prefill: { ownerAddress: owner.address } });
		expect((await signThrough(secret, owner)).status).toBe(201);
		expect(await linkOf(partner, linkId)).toMatchObject({
			...{ kind: "estate", status: "used", ownerAddress: owner.address, caseId: null },
			usedAt: expect.any(String),
		});
		expect(await rowOf(linkId)).toMatchObject({ prefill: null });
		const profile = await profileOf(owner, partner.headers);
		expect(JSON.stringify(profile)).toContain("acceptedAt");
	});

	it("returns 200 for the same message, and 409 for another one", async () => {
		const owner = newOwner();
		const { secret } = await estateLink();
		const body = await agreementBody(owner);
		expect((await signThrough(secret, owner, body)).status).toBe(201);
		expect((await signThrough(secret, owner, body)).status).toBe(200);
		expect(await signThrough(secret, owner)).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
		const other = newOwner();
		expect(await signThrough(secret, other)).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
		expect(await isAccepted(other, partner.headers)).toBe(false);
	});

	it("accepts one of several owners that sign at once", async () => {
		const { secret } = await estateLink();
		const owners = Array.from({ length: 4 }, newOwner);
		const responses = await Promise.all(owners.map((owner) => signThrough(secret, owner)));
		expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
		const accepted = await Promise.all(owners.map((owner) => isAccepted(owner, partner.headers)));
		expect(accepted.filter(Boolean)).toHaveLength(1);
	});

	it("rejects another owner than the locked one, and leaves the link open", async () => {
		const [owner, other] = [newOwner(), newOwner()];
		const { secret } = await estateLink({
			prefill: { ownerAddress: owner.address },
			locked: ["ownerAddress"],
		});
		expect(await signThrough(secret, other)).toMatchObject({
			status: 400,
			details: [{ field: "ownerAddress" }],
		});
		expect((await signThrough(secret, owner)).status).toBe(201);
	});

	it("needs the owner's own session and signature", async () => {
		const [owner, other] = [newOwner(), newOwner()];
		const { linkId, secret } = await estateLink();
		const headers = { ...(await sessionOf(other)), "x-hosted-link": secret };
		const body = await agreementBody(owner);
		expect((await pageCall("POST", pathOf(owner, "/agreement"), { headers, body })).status).toBe(403);
		const forged = await agreementBody(other, { ownerAddress: owner.address });
		expect(await signThrough(secret, owner, forged)).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
		expect(await rowOf(linkId)).toMatchObject({ used_at: null });
	});

	it("forgets the owner when the estate is erased", async () => {
		const owner = newOwner();
		const { linkId, secret } = await estateLink();
		await signThrough(secret, owner);
		const headers = await sessionOf(owner);
		const erased = await call(pathOf(owner), { method: "DELETE", headers, body: await eraseBody(owner) });
		expect(erased.status).toBe(200);
		expect(await linkOf(partner, linkId)).toMatchObject({ status: "used", ownerAddress: null });
		expect(JSON.stringify(await rowOf(linkId)).toLowerCase()).not.toContain(owner.address.toLowerCase());
	});

	it("cannot be signed through a link for a recovery, and a case not through one for an estate", async () => {
		const owner = newOwner();
		const recovery = await makeLink(partner);
		const recoverySecret = await startLink(recovery.token);
		expect(await signThrough(recoverySecret, owner)).toMatchObject({ status: 409 });
		const { secret } = await estateLink();
		const filed = await fileThrough(
			secret,
			newIntent({ lostAccount: `0x${"e1".repeat(20)}` }),
			await walletSession(),
		);
		expect(filed).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
	});
});
