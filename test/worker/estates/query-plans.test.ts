/** No statement about estates scans a whole table (estates.md "The history"). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createSweepStates } from "../../../src/document-store/sweep-states.d1.ts";
import { createAgreementRows } from "../../../src/estates/agreement/agreements.d1.ts";
import { createErasureRows } from "../../../src/estates/erasure/erasure.d1.ts";
import { contextOfDocument, createEstateDocumentRows } from "../../../src/estates/estate-documents.d1.ts";
import { createEstateMacs } from "../../../src/estates/estate-macs.ts";
import { createPrivacyCodeRows } from "../../../src/estates/privacy-code/privacy-codes.d1.ts";
import { createEstateRows } from "../../../src/estates/profile/estates.d1.ts";
import { createProfileViewRows } from "../../../src/estates/profile/profile-views.d1.ts";
import { requestRelease } from "../../../src/estates/release/release.ts";
import { createReleaseRows } from "../../../src/estates/release/releases.d1.ts";
import { createSignedMessageRows } from "../../../src/estates/signed-messages.d1.ts";
import { createWillRows } from "../../../src/estates/will/wills.d1.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { resealJobsIn } from "../../../src/operator-jobs/reseal-jobs.d1.ts";
import { createNamedAccounts } from "../../../src/quota/named-accounts.d1.ts";
import { createCaseDocumentRows } from "../../../src/recovery/documents/case-documents.d1.ts";
import { plansOf } from "../../support/storage/query-plans.ts";

const key = new Uint8Array(32);
const macs = createEstateMacs(
	createPeppers({
		currentVersion: 2,
		byVersion: new Map([
			[1, key],
			[2, key],
		]),
	}),
);
const stamp = { at: 1, actor: null, requestId: "r", ipHash: "0" };
const signed = { signature: "0x", proof: { kind: "key" }, chainId: 1, service: "https://x.example" } as const;
const [estateId, developerId, now] = ["est_1", "dev_1", 1];
let owners = 0;
const newOwnerKey = () => ({ ownerAddress: `0x${String(++owners).padStart(40, "0")}`, chainId: 0 });
const nonce = macs.nonceMacs(newOwnerKey(), "0x00", 1);
const reader = (of: string | null) => {
	const estateKey = newOwnerKey();
	return { estateKey, developerId: of, bare: macs.bareProfileMacs(of, estateKey) };
};
const code = {
	...{ codeId: "pc_1", estateId, label: "a", hint: "b", mac: "c", developerId },
	...{ createdAt: now, expiresAt: null, signed },
};

const queries: [string, (database: D1Database) => Promise<unknown>][] = [
	["creating a profile for a will", (db) => createEstateRows(db, macs).ensureForWill(newOwnerKey(), 1, now)],
	["the wills that an owner has signed", (db) => createSignedMessageRows(db).wills(estateId)],
	["the agreements that an owner has signed", (db) => createSignedMessageRows(db).agreements(estateId)],
	["a tombstone", (db) => createEstateRows(db, macs).erasedWillVersion(newOwnerKey())],
	["counting the wills of an estate", (db) => createWillRows(db).count(estateId)],
	["a profile", (db) => createEstateRows(db, macs).find(newOwnerKey())],
	["a profile's status for its owner", (db) => createEstateRows(db, macs).readStatus(estateId, now)],
	[
		"a profile's status for a developer",
		(db) => createEstateRows(db, macs).readStatus(estateId, now, developerId),
	],
	["a profile as its owner sees it", (db) => createProfileViewRows(db).find(reader(null))],
	["a profile as a developer sees it", (db) => createProfileViewRows(db).find(reader(developerId))],
	["an owner's first read", (db) => createProfileViewRows(db).initialise(reader(null), now)],
	["a developer's first read", (db) => createProfileViewRows(db).initialise(reader(developerId), now)],
	["noting that a profile was read", (db) => createProfileViewRows(db).noteRead(reader(developerId), now)],
	["the sweep of unread profiles", (db) => createProfileViewRows(db).removeUnread(now, 1000)],
	["the history of an estate", (db) => createEstateRows(db, macs).listHistory(estateId, undefined, 26)],
	["the next page of the history", (db) => createEstateRows(db, macs).listHistory(estateId, 9, 26)],
	[
		"accepting an agreement",
		(db) =>
			createAgreementRows(db).accept(
				{ estateKey: newOwnerKey(), developerId, version: "1", documentHash: "0x", nonce: "0x", signed },
				{ owner: nonce, nonce, ownersBare: nonce, sendersBare: nonce },
				now,
			),
	],
	[
		"a repeated agreement",
		(db) =>
			createAgreementRows(db).findRepeated({
				...{ estateKey: newOwnerKey(), developerId, signed },
				...{ version: "1", documentHash: "0x", nonce: "0x" },
			}),
	],
	[
		"creating a code",
		(db) => createPrivacyCodeRows(db).create(code, { nonce, bare: nonce, agreementVersion: "1", limit: 20 }),
	],
	["revoking a code", (db) => createPrivacyCodeRows(db).revoke(estateId, "pc_1", now, undefined)],
	["revoking a code on a page", (db) => createPrivacyCodeRows(db).revoke(estateId, "pc_1", now, "dev_1")],
	[
		"resolving a code",
		(db) =>
			createPrivacyCodeRows(db).resolve({
				macs: nonce.all,
				developerId,
				asResolver: true,
				agreementVersion: "1",
				stamp,
				now,
			}),
	],
	[
		"resolving a code of an address",
		(db) =>
			createPrivacyCodeRows(db).resolve({
				...{
					macs: nonce.all,
					ownerAddress: "0x",
					developerId,
					asResolver: true,
					agreementVersion: "1",
					stamp,
					now,
				},
			}),
	],
	[
		"an erasure",
		(db) => {
			const estate = { estateKey: newOwnerKey(), owner: nonce, nonce, now };
			return createErasureRows(db).erase(estate);
		},
	],
	["using up a nonce", (db) => createErasureRows(db).useNonce(nonce, now)],
];

const status = { sha256: "0x", mimeType: "text/plain", size: 1, uploadedAt: now } as const;
const request = {
	...{ requestId: "rel_1", estateId, codeId: "pc_1", ownerAddress: "0x", chainId: 0 },
	...{
		applicant: "a",
		revision: 1,
		order: { objectKey: "documents/doc_1", sha256: "0x" as const, size: 1, keyVersion: 1 },
	},
	courtInfo: { title: "a", fullCaseNumber: "1", courtId: "b", docketNumber: 1 },
	state: requestRelease({ applicantId: developerId, challengeSeconds: 1 }, now).state,
} as const;

const resealing = { jobId: "job_1", position: "documents/doc_0", done: 0, failed: 0, keyVersion: 2 };

const documentQueries: typeof queries = [
	[
		"lodging a will",
		(db) =>
			createWillRows(db).insert({
				...{ estateId, developerId, bare: nonce, signed, version: 1, ...status },
				...{ objectKey: "documents/doc_2", keyVersion: 1 },
			}),
	],
	["the newest will", (db) => createWillRows(db).find(estateId)],
	["a version of a will", (db) => createWillRows(db).find(estateId, 1)],
	["recording that a will was read", (db) => createWillRows(db).recordRead(estateId, 1, now)],
	[
		"the references to estate documents",
		(db) => createEstateDocumentRows(db).findReferenced(["documents/doc_1"]),
	],
	["the state of a sweep", (db) => createSweepStates(db).load("orphans:documents/")],
	[
		"the references to case documents",
		(db) => createCaseDocumentRows(db).findReferenced(["case-documents/doc_1"]),
	],
	["the context of a document", (db) => contextOfDocument(db, "documents/doc_1")],
	["documents to reseal", (db) => resealJobsIn(db, 2).idsAfter(resealing, 10)],
	[
		"the number of documents left to reseal",
		(db) => resealJobsIn(db, 2).left?.(resealing) ?? Promise.resolve(),
	],
	["updating a document's key version", (db) => resealJobsIn(db, 2).note("documents/doc_1", 2)],
	["updating an endpoint's key version", (db) => resealJobsIn(db, 2).note("we_1", 2)],
	[
		"the start of a rotation",
		async (db) => {
			await env.DB.prepare(
				"INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES ('job_1', 'reseal', 1)",
			).run();
			await resealJobsIn(db, 2).next();
			await env.DB.prepare("DELETE FROM maintenance_jobs").run();
		},
	],
	["inserting a release request", (db) => createReleaseRows(db).insert(request, now)],
	[
		"whether a case or release names an account",
		(db) => createNamedAccounts(db)({ chainId: 1, address: `0x${"1".repeat(40)}` }),
	],
	["finding a release request", (db) => createReleaseRows(db).find("rel_1")],
	["release requests for a will", (db) => createReleaseRows(db).listByEstate(estateId, undefined, 26)],
	[
		"the next page of release requests for a will",
		(db) => createReleaseRows(db).listByEstate(estateId, { at: now, id: "rel_1" }, 26),
	],
	[
		"release requests of an account",
		(db) => {
			const applicant = { applicantId: developerId, ownerAddress: "0x" };
			return createReleaseRows(db).listByApplicant(applicant, { at: now, id: "rel_1" }, 26);
		},
	],
	["release requests for reviewers", (db) => createReleaseRows(db).listByStatus("open", undefined, 26)],
	[
		"the next page of release requests for reviewers",
		(db) => createReleaseRows(db).listByStatus("open", { at: now, id: "rel_1" }, 26),
	],
	[
		"moving a release request",
		(db) => createReleaseRows(db).move({ ...request, revision: 2 }, { kind: "object" }, now),
	],
	[
		"approving a release request",
		(db) => {
			const approvals = [{ reviewerId: "dev_2", approvedAt: now }];
			const moved = { ...request, state: { ...request.state, approvals }, revision: 2 };
			return createReleaseRows(db).move(moved, { kind: "approve", reviewerId: "dev_2" }, now);
		},
	],
	["the role of a resolver", (db) => createReleaseRows(db).isResolver(developerId, 1)],
];

/** Constant rows, subqueries of them and JSON lists are not tables. */
const TABLE_SCAN = /\bSCAN (?!CONSTANT ROW|json_each|\(subquery-\d+\))/;

it.each([...queries, ...documentQueries])("uses an index for %s", async (_, run) => {
	const steps = (await plansOf(run)).flatMap((plan) => plan.split("\n"));
	expect(steps.filter((step) => TABLE_SCAN.test(step))).toEqual([]);
	expect(steps.some((step) => step.startsWith("SEARCH"))).toBe(true);
});
