/**
 * recovery.md "Contests of all cases".
 *
 * A tampered evidence bundle fails verification at the right place: each field in turn, then forgers' attempts.
 *
 * Over 300 lines, because the possible forgeries are one list.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/kernel/crypto/sha256.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { MOVES } from "../../../src/protocol/enumerations.ts";
import type { EvidenceBundle } from "../../../src/protocol/evidence/evidence-form.ts";
import { verifyEvidence } from "../../support/recovery/verify-evidence.ts";
import {
	bundleOf,
	clear,
	close,
	contestAll,
	createdCase,
	moved,
	newEvidenceKey,
	order,
	STORIES,
	verify,
	withNewHead,
} from "./evidence-cases.ts";
import { isAtTampering, type Tampering, tamperings } from "./evidence-tampering.ts";
import { DAY_MS, NOW } from "./fixtures.ts";

const key = await newEvidenceKey("evidence-1");
const jwks = { keys: [key.publicJwk] };

/** Together they contain every move and every part of a bundle. */
const TAMPERED_STORIES = [
	"created, with documents",
	"pending, with a reference",
	"pending, order by a contract",
	"pending, corrected order",
	"pending, order compared and verified",
	"pending, executable",
	"pending, approved and scheduled",
	"contested",
	"contested, by a standing contest",
	"expired",
	"lost_account_active",
	"execution_mismatch",
	"owner_not_watched",
	"executed, not watched",
	"executed, judged again",
	"executed, attested",
	"withdrawn_by_claimant",
	"rejected_by_reviewer",
];
const bundles = new Map<string, EvidenceBundle>();
/** The tamperings of each bundle, without those that an earlier one has of the same field of the same kind of move. */
const changes = new Map<string, Tampering[]>();
beforeAll(async () => {
	const tried = new Set<string>();
	for (const name of TAMPERED_STORIES) {
		const story = await STORIES[name]?.();
		// As a reader parses it, without shared objects.
		if (!story) continue;
		const bundle: EvidenceBundle = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
		bundles.set(name, bundle);
		const kinds = bundle.history.map(({ entry }) => entry.move);
		const fieldOf = (path: string) =>
			path.replace(/(?<=history)\[(\d+)\]/, (_, place) => `.${kinds[place]}`).replace(/\[\d+\]/g, "[]");
		const fresh = tamperings(bundle).filter(({ path, act }) => {
			const [before, { size }] = [tried.size, tried.add(`${act} at ${fieldOf(path)}`)];
			return size > before;
		});
		changes.set(name, fresh);
	}
	expect(tried.size).toBeGreaterThan(2_000);
});
function bundleNamed(name: string): EvidenceBundle {
	const bundle = bundles.get(name);
	if (!bundle) throw new Error(`no story ${name}`);
	return structuredClone(bundle);
}

/** The faults of a verdict on a tampered bundle. */
async function problemOf(value: unknown, tampering: Tampering): Promise<string[]> {
	const verdict = await verifyEvidence(value, { jwks });
	if (verdict.ok) return [`${tampering.name}: verifies`];
	if (verdict.failures.some(({ where }) => isAtTampering(where, tampering))) return [];
	return [`${tampering.name}: is reported at ${verdict.failures.map(({ where }) => where).join(", ")}`];
}

const failuresOf = async (bundle: unknown, seenHistoryHashes: string[] = []) => {
	const verdict = await verifyEvidence(bundle, { jwks, seenHistoryHashes });
	return verdict.ok ? [] : verdict.failures;
};
const placesOf = async (bundle: unknown) => (await failuresOf(bundle)).map(({ where }) => where);

describe("one change to a bundle", () => {
	it("is tried for every move", () => {
		const moves = [...bundles.values()].flatMap(({ history }) => history.map(({ entry }) => entry.move));
		expect(new Set(moves)).toEqual(new Set(MOVES));
	});

	/** The case's record does not repeat these (verify-evidence.ts). */
	const BY_THE_HEAD_ALONE =
		/^\$\.(?:head|issuer|issuedAt|events\[\d+\]\.(?:confirmedAt|deliveries(?:\[.*)?))$/;

	it.each(TAMPERED_STORIES)("fails verification at its path, also under a new head: %s", async (name) => {
		const all = changes.get(name) ?? [];
		expect(all.length).toBeGreaterThan(0);
		const problems: string[] = [];
		for (const tampering of all) {
			const value = tampering.value();
			const isByTheHead = value === null || BY_THE_HEAD_ALONE.test(tampering.path);
			const given = isByTheHead ? value : await withNewHead(value as EvidenceBundle, key.signer);
			problems.push(...(await problemOf(given, tampering)));
		}
		expect(problems).toEqual([]);
	});

	it("fails verification by the digest in the head, whatever it is", async () => {
		const sample = [...changes.values()].flat().filter((_, place) => place % 20 === 0);
		const problems: string[] = [];
		for (const tampering of sample) problems.push(...(await problemOf(tampering.value(), tampering)));
		expect(problems).toEqual([]);
	});
});

/** A forgery with the right evidence key: renumbers, rehashes and signs the history, and its events with it. */
async function forged(bundle: EvidenceBundle): Promise<EvidenceBundle> {
	let previousHash: Hex = bundle.jrcHash;
	for (const [place, part] of bundle.history.entries()) {
		const payloadHash = sha256Hex(canonicalJson(part.payload));
		const { hash: _, ...unhashed } = { ...part.entry, sequence: place + 1, payloadHash };
		previousHash = sha256Hex(canonicalJson({ ...unhashed, previousHash }));
		part.entry = { ...unhashed, hash: previousHash };
	}
	for (const event of bundle.events) {
		const { hash } = bundle.history.find(({ entry }) => entry.eventId === event.eventId)?.entry ?? {};
		if (hash) event.body = event.body.replace(/(?<="historyHash":")0x[0-9a-f]+/, hash);
	}
	return withNewHead(bundle, key.signer);
}

async function withdrawnCase(): Promise<EvidenceBundle> {
	const attached = await moved(await moved(await createdCase(), order()), verify);
	return JSON.parse(canonicalJson(await bundleOf(await moved(attached, close("withdraw")), key.signer)));
}

describe("a rehashed and newly signed history", () => {
	const payloadAt = (bundle: EvidenceBundle, place: number) => {
		const payload = bundle.history[place]?.payload;
		if (!payload) throw new Error(`no entry ${place}`);
		return payload;
	};

	it("verifies without changes", async () => {
		expect(await failuresOf(await forged(await withdrawnCase()))).toEqual([]);
	});

	it("is rejected with the signatures of two moves swapped", async () => {
		const bundle = await withdrawnCase();
		const [attach, withdraw] = [payloadAt(bundle, 1), payloadAt(bundle, 3)];
		if (!("signature" in attach && "signature" in withdraw)) throw new Error("both are signed");
		[attach.signature, withdraw.signature] = [withdraw.signature, attach.signature];
		expect(await placesOf(await forged(bundle))).toEqual([
			"$.history[1].payload.signature",
			"$.history[3].payload.signature",
		]);
	});

	it("is rejected with another order than the signed one", async () => {
		const bundle = await withdrawnCase();
		const attach = payloadAt(bundle, 1);
		if (attach.kind !== "attach_order" || !bundle.state.courtOrder) throw new Error("it attaches an order");
		attach.typedData.message.title = "In re Estate of Roe";
		bundle.state.courtOrder.title = "In re Estate of Roe";
		expect(await placesOf(await forged(bundle))).toEqual(["$.history[1].payload.signature"]);
	});

	it("is rejected with another e-mail address than the signed one", async () => {
		const bundle = await withdrawnCase();
		const creation = payloadAt(bundle, 0);
		if (creation.kind !== "create") throw new Error("it creates the case");
		creation.rec.emailHash = bundle.jrcHash;
		bundle.intent.rec.emailHash = bundle.jrcHash;
		expect(await placesOf(await forged(bundle))).toEqual(["$.history[0].payload.signature"]);
	});

	it("is rejected with another intent", async () => {
		const bundle = await withdrawnCase();
		const creation = payloadAt(bundle, 0);
		if (creation.kind !== "create") throw new Error("it creates the case");
		creation.txs.reverse();
		bundle.intent.txs.reverse();
		expect(await placesOf(await forged(bundle))).toEqual(["$.jrcHash"]);
	});

	it("is rejected with a move signed by the other party", async () => {
		const story = await moved(await createdCase(), close("contest"));
		const bundle: EvidenceBundle = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
		const stolen = payloadAt(await withdrawnCase(), 3);
		const contest = payloadAt(bundle, 1);
		if (!("signature" in contest && "signature" in stolen)) throw new Error("both are signed");
		contest.signature = stolen.signature;
		expect(await placesOf(await forged(bundle))).toEqual(["$.history[1].payload.signature"]);
	});

	it("is rejected with a standing contest that claims to be accepted after its deadline", async () => {
		const story = await moved(await createdCase(), contestAll(NOW - DAY_MS));
		const bundle: EvidenceBundle = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
		const contest = payloadAt(bundle, 1);
		if (contest.kind !== "contest_all") throw new Error("it contests all cases");
		contest.acceptedAt = NOW + 1;
		expect(await failuresOf(await forged(bundle))).toEqual([
			{ where: "$.history[1]", what: "changes nothing, so it is not a move" },
		]);
	});

	it("is rejected with the digest of another contest of all cases", async () => {
		const story = await moved(await createdCase(), contestAll(NOW + 1));
		const bundle: EvidenceBundle = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
		const contest = payloadAt(bundle, 1);
		if (contest.kind !== "contest_all") throw new Error("it contests all cases");
		contest.digest = bundle.jrcHash;
		expect(await placesOf(await forged(bundle))).toEqual(["$.history[1].payload.digest"]);
	});

	it("reports signatures that it claims of contracts as recorded only", async () => {
		const bundle = await withdrawnCase();
		const attach = payloadAt(bundle, 1);
		if (attach.kind !== "attach_order") throw new Error("it attaches an order");
		attach.proof = { kind: "contract", blockNumber: 1, codeHash: bundle.jrcHash };
		const verdict = await verifyEvidence(await forged(bundle), { jwks });
		const proofs = verdict.ok && verdict.report.signatures.map(({ move, proof }) => [move, proof]);
		expect(proofs).toEqual([
			["create", "recovered"],
			["attach_order", "as_recorded"],
			["withdraw", "recovered"],
		]);
	});

	it("is rejected without a move that a later one needs", async () => {
		const bundle = bundleNamed("executed, attested");
		const verified = bundle.history.findIndex(({ entry }) => entry.move === "verify_order");
		bundle.history.splice(verified, 1);
		bundle.state.version -= 1;
		expect(await failuresOf(await forged(bundle))).toEqual([
			{ where: `$.history[${verified}]`, what: "is rejected by the lifecycle: order_not_verified" },
		]);
	});

	it("is rejected with a signed message that moves the case twice", async () => {
		const story = await moved(
			await moved(await createdCase({ reasonForRecovery: "other" }), order()),
			close("contest"),
		);
		const cleared = await moved(story, clear);
		const forgotten = cleared.moves.map((one) => ({ ...one, state: { ...one.state, spentMessages: [] } }));
		const repeated = await moved({ ...cleared, moves: forgotten }, close("contest"));
		const bundle = await bundleOf(repeated, key.signer);
		expect(await verifyEvidence(bundle, { jwks })).toEqual({
			ok: false,
			failures: [{ where: "$.history[4]", what: "is rejected by the lifecycle: message_spent" }],
		});
	});

	it("is rejected with a move that changes nothing, or a second creation", async () => {
		const bundle = bundleNamed("pending, corrected order");
		const [creation, corrected] = [bundle.history.at(0), bundle.history.at(-1)];
		for (const [again, what] of [
			[corrected, "changes nothing, so it is not a move"],
			[creation, "creates the case a second time"],
		] as const) {
			const longer = JSON.parse(JSON.stringify({ ...bundle, history: [...bundle.history, again] }));
			expect(await failuresOf(await forged(longer))).toEqual([{ where: "$.history[4]", what }]);
		}
	});

	describe("with documents", () => {
		/** A created case with documents of the developer and the recovery account. */
		const changed = async (change: (bundle: EvidenceBundle) => void) => {
			const bundle = bundleNamed("created, with documents");
			change(bundle);
			return placesOf(await forged(bundle));
		};
		const added = (bundle: EvidenceBundle, place: number) => {
			const payload = payloadAt(bundle, place);
			if (payload.kind !== "add_document") throw new Error("it adds a document");
			return payload;
		};

		it.each<[string, (document: { sha256: Hex; size: number; title: string }) => void, string]>([
			["other bytes", (document) => Object.assign(document, { sha256: `0x${"ee".repeat(32)}` }), "sha256"],
			["another size", (document) => Object.assign(document, { size: document.size + 1 }), "size"],
			["another title", (document) => Object.assign(document, { title: "Birth certificate" }), "title"],
		])("is rejected with %s than the record has", async (_, change, field) => {
			const places = await changed((bundle) => change(added(bundle, 1).document));
			expect(places).toEqual([`$.state.documents[0].${field}`]);
		});

		it("is rejected with one dropped, added by another party, or exchanged", async () => {
			const dropped = changed((bundle) => {
				bundle.history.splice(2, 1);
				bundle.state.version -= 1;
				bundle.state.updatedAt = bundle.history[1]?.entry.at ?? "";
			});
			expect(await dropped).toEqual(["$.state.documents"]);
			const byAnotherParty = changed((bundle) => {
				added(bundle, 1).by = "recovery_account";
			});
			expect(await byAnotherParty).toEqual(["$.history[1].entry.actor"]);
			const exchanged = changed((bundle) => {
				const [first, second] = [added(bundle, 1), added(bundle, 2)];
				[first.document, second.document] = [second.document, first.document];
			});
			expect(
				new Set((await exchanged).map((place) => place.slice(0, "$.state.documents[0]".length))),
			).toEqual(new Set(["$.state.documents[0]", "$.state.documents[1]"]));
		});

		it("is rejected with too many, or one that the case has already", async () => {
			const bundle = bundleNamed("created, with documents");
			const last = JSON.stringify(bundle.history[2]);
			for (let at = 0; at < 19; at++)
				bundle.history.push(JSON.parse(last.replace("Letters", `Letters ${at}`)));
			expect(await failuresOf(await forged(bundle))).toEqual([
				{ where: "$.history[21]", what: "is rejected by the lifecycle: too_many_documents" },
			]);
			bundle.history.splice(3, 19, JSON.parse(last));
			expect(await failuresOf(await forged(bundle))).toEqual([
				{ where: "$.history[3]", what: "changes nothing, so it is not a move" },
			]);
		});
	});

	it("is detected by the history hashes of webhooks", async () => {
		const bundle = await withdrawnCase();
		const seen = bundle.history.map(({ entry }) => entry.hash);
		expect(await failuresOf(bundle, seen)).toEqual([]);
		const review = payloadAt(bundle, 2);
		if (review.kind !== "verify_order") throw new Error("a reviewer verifies the order");
		review.note = "never seen";
		bundle.state.statusNote = "never seen";
		const rewritten = await forged(bundle);
		expect(await failuresOf(rewritten)).toEqual([]);
		expect(await failuresOf(rewritten, seen)).toEqual([
			{ where: "$.history", what: `has no entry with the hash ${seen[2]}, which a webhook carried` },
			{ where: "$.history", what: `has no entry with the hash ${seen[3]}, which a webhook carried` },
		]);
	});
});
