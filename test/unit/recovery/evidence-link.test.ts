// recovery.md "Evidence links".
import { describe, expect, it } from "vitest";
import { VIEWER_ROLES, type ViewerRole } from "../../../src/recovery/case/case-access.ts";
import {
	canRevoke,
	hashOfToken,
	LINK_TOKEN_FORM,
	linkUrl,
} from "../../../src/recovery/evidence/links/evidence-link.ts";

const link = (madeBy: ViewerRole, maker = "dev_maker") => ({
	evidenceLinkId: "evl_1",
	caseId: "rc_1",
	madeBy,
	maker,
	createdAt: 0,
	expiresAt: 1,
});
const revocableBy = (role: ViewerRole, id = "dev_other") =>
	VIEWER_ROLES.filter((madeBy) => canRevoke(link(madeBy), { id, role }));

describe("who may revoke an evidence link", () => {
	it.each(VIEWER_ROLES)("its maker, who reads the case as %s", (role) => {
		expect(revocableBy(role, "dev_maker")).toEqual([...VIEWER_ROLES]);
	});

	it("reviewers, whoever made it", () => {
		expect(revocableBy("reviewer")).toEqual([...VIEWER_ROLES]);
	});

	it.each(["developer", "recovery_account"] as const)("the %s, if the claimant's side made it", (role) => {
		expect(revocableBy(role)).toEqual(["developer", "recovery_account", "filer"]);
	});

	it.each(["lost_account", "filer"] as const)("never another %s", (role) => {
		expect(revocableBy(role)).toEqual([]);
	});
});

describe("the token of an evidence link", () => {
	const token = Buffer.from(new Uint8Array(32).fill(0xfb)).toString("base64url");

	it("is 32 bytes in base64url, in one spelling", () => {
		expect(token).toMatch(LINK_TOKEN_FORM);
		// The last two bits of the text carry nothing, so another letter would name the same bytes.
		expect(`${token.slice(0, -1)}t`).not.toMatch(LINK_TOKEN_FORM);
		for (const other of ["", token.slice(1), `${token}A`, `${token}\n`, `+${token.slice(1)}`]) {
			expect(other).not.toMatch(LINK_TOKEN_FORM);
		}
	});

	it("is in the fragment of the url, and stored as a SHA-256", () => {
		const url = new URL(linkUrl("https://app.example", token));
		expect([url.pathname, url.search, url.hash]).toEqual(["/verify", "", `#${token}`]);
		expect(hashOfToken(token)).toMatch(/^0x[0-9a-f]{64}$/);
		expect(hashOfToken(token)).not.toContain(token);
	});
});
