// recovery.md "Contests of all cases".
import { keccak256, toBytes } from "viem";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import {
	ACTION_REASONS,
	CASE_STATUSES,
	MOVES,
	REJECTION_REASONS,
} from "../../../src/protocol/enumerations.ts";
import { createEvidenceVerifier } from "../../../src/protocol/evidence/verify-evidence.ts";
import { recoverAddress } from "../../../src/protocol/noble/recover-address.ts";
import { verifyEvidence, verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { claimant } from "../../support/signing/signing.ts";
import {
	bundleOf,
	CONTRACT_PROOF,
	createdCase,
	evidenceDigest,
	ISSUER,
	newEvidenceKey,
	STORIES,
	type Story,
} from "./evidence-cases.ts";

const key = await newEvidenceKey("evidence-1");
const retired = await newEvidenceKey("evidence-0");
const jwks = { keys: [key.publicJwk, retired.publicJwk] };

const stories = new Map<string, Story>();
beforeAll(async () => {
	for (const [name, tell] of Object.entries(STORIES)) stories.set(name, await tell());
});
function story(name: string): Story {
	const told = stories.get(name);
	if (!told) throw new Error(`no story ${name}`);
	return told;
}
const wholeOf = async (name: string) => bundleOf(story(name), key.signer);

describe("the evidence of a case", () => {
	it.each(Object.keys(STORIES))("is built and verifies: %s", async (name) => {
		const bundle = await wholeOf(name);
		const verdict = await verifyEvidence(JSON.parse(canonicalJson(bundle)), { jwks });
		expect(verdict).toMatchObject({ ok: true });
		const { status, statusReason } = bundle.state;
		expect(name).toMatch(new RegExp(`^${statusReason ?? status}(?:\\b|$)`));
		expect(await verifyEvidenceText(canonicalJson(bundle), { jwks })).toEqual(verdict);
	});

	it("is hashed in slices: a page does other work between the transactions of a large intent", async () => {
		const txs = Array.from(
			{ length: 500 },
			() => ({ dest: claimant.address, value: "1", data: "0xab" }) as const,
		);
		const bundle = await bundleOf(await createdCase({}, undefined, {}, txs), key.signer);
		let clock = 0;
		const pauses: number[] = [];
		vi.spyOn(performance, "now").mockImplementation(() => clock);
		const setReal = setTimeout;
		vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void) => {
			pauses.push(clock);
			return setReal(run);
		}) as typeof setTimeout);
		const slow = createEvidenceVerifier({
			keccak256: (bytes) => {
				clock++;
				return keccak256(bytes, "bytes");
			},
			recover: recoverAddress,
		});
		const verdict = await slow.verifyEvidence(bundle, { jwks });
		vi.restoreAllMocks();
		expect(verdict).toMatchObject({ ok: true });
		expect(clock).toBeGreaterThan(1_000);
		const slices = [...pauses, clock].map((end, place) => end - (pauses[place - 1] ?? 0));
		expect(Math.max(...slices)).toBeLessThan(50);
	});

	it("is tested for every status, reason and move", () => {
		const all = [...stories.values()].flatMap(({ moves }) => moves);
		expect(new Set(all.map(({ state }) => state.status))).toEqual(new Set(CASE_STATUSES));
		const reasons = new Set(all.map(({ state }) => state.statusReason));
		expect(reasons).toEqual(new Set([null, ...ACTION_REASONS, ...REJECTION_REASONS]));
		expect(new Set(all.map(({ entry }) => entry.move))).toEqual(new Set(MOVES));
	});

	it("verifies with a report", async () => {
		const bundle = await wholeOf("executed, proven");
		const { head: _, ...unsigned } = bundle;
		const newest = bundle.history.at(-1)?.entry;
		expect(await verifyEvidence(bundle, { jwks })).toEqual({
			ok: true,
			report: {
				caseId: bundle.caseId,
				jrcHash: bundle.jrcHash,
				status: "executed",
				statusReason: null,
				issuer: ISSUER,
				issuedAt: "2026-11-23T09:33:00.000Z",
				kid: "evidence-1",
				digest: await evidenceDigest(unsigned),
				historyHash: newest?.hash,
				moves: 4,
				events: 4,
				decisions: [],
				signatures: [
					expect.objectContaining({
						where: "$.history[0].payload",
						move: "create",
						signer: claimant.address,
						proof: "recovered",
					}),
					expect.objectContaining({
						where: "$.history[1].payload",
						move: "attach_order",
						proof: "recovered",
					}),
				],
			},
		});
	});

	it("reports signatures of contracts as recorded", async () => {
		const verdict = await verifyEvidence(await wholeOf("pending, order by a contract"), { jwks });
		const { blockNumber, codeHash } = CONTRACT_PROOF as Extract<typeof CONTRACT_PROOF, { kind: "contract" }>;
		expect(verdict).toMatchObject({
			report: {
				signatures: [
					{ move: "create", proof: "as_recorded", blockNumber, codeHash },
					{ move: "attach_order", proof: "as_recorded", blockNumber, codeHash },
				],
			},
		});
	});

	it("contains only the Keccak-256 of the e-mail address, and not the developer", async () => {
		const bundle = await wholeOf("created");
		const text = canonicalJson(bundle);
		expect(text).not.toContain("claimant@example.com");
		expect(text).not.toContain("dev_1");
		expect(bundle.intent.rec.emailHash).toBe(keccak256(toBytes("claimant@example.com")));
	});

	it("verifies for the largest case that can be filed, and its change is found", async () => {
		const call = { dest: claimant.address, value: "0", data: `0x${"ab".repeat(980)}` } as const;
		const told = await createdCase({}, undefined, undefined, Array(500).fill(call));
		const bundle = await bundleOf(told, key.signer);
		const text = canonicalJson(bundle);
		expect(text.length).toBeGreaterThan(2_000_000);
		expect(await verifyEvidenceText(text, { jwks })).toMatchObject({ ok: true });
		const creation = bundle.history[0]?.payload;
		if (creation?.kind === "create") creation.caseExpirySeconds += 1;
		const verdict = await verifyEvidenceText(canonicalJson(bundle), { jwks });
		const places = verdict.ok ? [] : verdict.failures.map(({ where }) => where);
		expect(places).toEqual(["$", "$.history[0].payload", "$.state.expiresAt"]);
	});

	it("contains the exact bodies of webhooks", async () => {
		const bundle = await wholeOf("executed, judged again");
		const bodies = story("executed, judged again").moves.flatMap(({ event }) => event?.body ?? []);
		expect(bundle.events.map(({ body }) => body)).toEqual(bodies);
		expect(bundle.events.map(({ type }) => type)).toEqual([
			"recovery_case.created",
			"recovery_case.pending",
			"recovery_case.action_required",
			"recovery_case.pending",
			"recovery_case.executed",
		]);
	});

	it("verifies under a retired key that is still published", async () => {
		const bundle = await bundleOf(story("created"), retired.signer);
		expect(await verifyEvidence(bundle, { jwks })).toMatchObject({ report: { kid: "evidence-0" } });
	});

	it("is not built without the creation, or with a payload that does not match its entry", async () => {
		const told = story("pending");
		await expect(() => bundleOf({ ...told, moves: told.moves.slice(1) }, key.signer)).rejects.toThrow(
			"a history must begin with the creation of the case",
		);
		const [first] = told.moves;
		const odd = first && { ...first, payload: canonicalJson({ kind: "create" }) };
		await expect(() => bundleOf({ ...told, moves: odd ? [odd] : [] }, key.signer)).rejects.toThrow(
			"the payload of history entry 1 does not match its payloadHash",
		);
	});
});
