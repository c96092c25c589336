/** Adding documents to a case, and the roles of callers who do (recovery.md "Documents"). */
import { describe, expect, it } from "vitest";
import { findSameDocument, MAX_DOCUMENTS } from "../../../src/protocol/case-documents.ts";
import { type Caller, type Filer, roleOf } from "../../../src/recovery/case/case-access.ts";
import { decide } from "../../../src/recovery/case/lifecycle.ts";
import { CREATE, caseIn, commands, DOCUMENT, NOW, withVerified } from "./fixtures.ts";

const { add_document: add } = commands;
const OTHER_HASH = `0x${"cd".repeat(32)}` as const;
const full = Array.from({ length: MAX_DOCUMENTS }, (_, at) => ({
	...DOCUMENT,
	title: `Exhibit ${at}`,
	addedAt: NOW,
}));

describe("adding a document", () => {
	it("appends it in the name of the caller, and changes nothing else in the case", () => {
		const first = { ...DOCUMENT, title: "Order", addedAt: NOW - 1 };
		const state = caseIn("pending", { ...withVerified, documents: [first] });
		for (const by of ["developer", "recovery_account"] as const) {
			const documents = [first, { ...DOCUMENT, addedAt: NOW }];
			expect(decide(state, { ...add, by }, NOW)).toEqual({
				kind: "moved",
				actor: by,
				event: null,
				state: { ...state, documents },
			});
		}
	});

	it("identifies a document by its bytes together with its title", () => {
		const state = caseIn("created", { documents: [{ ...DOCUMENT, addedAt: NOW }] });
		const again = { ...DOCUMENT, documentId: `doc_${"2".repeat(32)}` };
		expect(decide(state, { ...add, document: again }, NOW)).toEqual({ kind: "unchanged" });
		expect(findSameDocument(state, again)?.documentId).toBe(DOCUMENT.documentId);
		for (const other of [{ title: "death certificate" }, { sha256: OTHER_HASH }]) {
			const document = { ...again, ...other };
			expect(findSameDocument(state, document)).toBeUndefined();
			expect(decide(state, { ...add, document }, NOW).kind).toBe("moved");
		}
	});

	it(`rejects document number ${MAX_DOCUMENTS + 1}, unless the case already has it`, () => {
		const last = caseIn("created", { documents: full.slice(1) });
		expect(decide(last, add, NOW).kind).toBe("moved");
		const state = caseIn("created", { documents: full });
		expect(decide(state, add, NOW)).toEqual({ kind: "rejected", reason: "too_many_documents" });
		expect(decide(state, { ...add, document: { ...DOCUMENT, title: "Exhibit 3" } }, NOW).kind).toBe(
			"unchanged",
		);
	});
});

describe("the role in which a caller adds and reads documents", () => {
	const state = caseIn("created", { subject: "anon:1" });
	const { recoveryAccount, lostAccount, chainId } = CREATE.rec;
	const wallet = (address: string, on: number | null = null): Filer => ({
		kind: "wallet",
		subject: "anon:1",
		address: address.toLowerCase(),
		chainId: on,
	});

	it.each<[string, Caller, ReturnType<typeof roleOf>]>([
		["its developer", { kind: "developer", developerId: "dev_1" }, "developer"],
		["another developer", { kind: "developer", developerId: "dev_2" }, null],
		["the recovery account", wallet(recoveryAccount), "recovery_account"],
		["the recovery account's contract on this chain", wallet(recoveryAccount, chainId), "recovery_account"],
		["the same address on another chain", wallet(recoveryAccount, chainId + 1), null],
		["the lost account", wallet(lostAccount), null],
		["the session that has filed it", { kind: "anonymous", subject: "anon:1" }, null],
		["a page of its developer", { kind: "origin", origin: "https://a.example", developerId: "dev_1" }, null],
		["whoever brings a signature", { kind: "signer" }, null],
		["a reviewer", { kind: "reviewer" }, "reviewer"],
	])("%s: %o for %s", (_, caller, expected) => {
		expect(roleOf(state, caller)).toBe(expected);
	});
});
