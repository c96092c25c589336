/** docs/case-lifecycle.md "What follows from a history": its rules, applied without the code of the lifecycle. */
import { beforeAll, expect, it } from "vitest";
import { eventIdOf } from "../../../src/kernel/crypto/ids.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import type { EvidenceBundle } from "../../../src/protocol/evidence/evidence-form.ts";
import { STATE_RULES } from "../../../src/recovery/case/describe-lifecycle.ts";
import { readExampleBundle } from "../../support/signing/signing-document.ts";
import { bundleOf, newEvidenceKey, STORIES } from "./evidence-cases.ts";

type Entry = EvidenceBundle["history"][number];
type Kind = Entry["payload"]["kind"];

/** The newest entry of a move, with its payload. */
function newest<K extends Kind>(history: Entry[], kind: K) {
	const found = history.findLast(({ payload }) => payload.kind === kind);
	return found && { at: found.entry.at, ...(found.payload as Extract<Entry["payload"], { kind: K }>) };
}

const after = (at: string, seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();

function orderOf(history: Entry[]) {
	const attached = newest(history, "attach_order");
	if (!attached) return null;
	const { jrcHash: _, docketNumber, ...order } = attached.typedData.message;
	const since = history.slice(history.findLastIndex(({ payload }) => payload.kind === "attach_order"));
	const verified = newest(since, "verify_order");
	return {
		...order,
		docketNumber: Number(docketNumber),
		attachedAt: attached.at,
		verification: verified ? "verified" : "unverified",
		verifiedAt: verified?.at ?? null,
	};
}

function executionOf(history: Entry[]) {
	const last = history.at(-1);
	if (last?.payload.kind === "attest_execution" && last.entry.to === "executed") {
		const none = { calls: [], blockNumber: null, blockHash: null };
		const { txHash } = last.payload;
		return { txHashes: [txHash], state: "final", proof: "attested", ...none, confirmedAt: last.entry.at };
	}
	const proven = newest(history, "prove_execution");
	if (!proven) return null;
	const { blockTime: _, confirmedAt, ...execution } = proven.execution;
	return { ...execution, confirmedAt: new Date(confirmedAt).toISOString() };
}

function noteOf(history: Entry[]): string | null {
	const last = history.findLast(({ payload }) => "note" in payload || payload.kind === "attach_order");
	return last && "note" in last.payload ? last.payload.note : null;
}

/** Only of a case whose watch was lost last, and that still needs it. */
function notWatchedOf(history: Entry[]) {
	const position = history.findLastIndex(({ payload }, at) => {
		const cleared = payload.kind === "clear" && history[at - 1]?.entry.reason === "owner_not_watched";
		return cleared || payload.kind === "lose_watch" || payload.kind === "regain_watch";
	});
	const { payload } = history[position] ?? {};
	const hasEnded = history
		.slice(position)
		.some(({ entry }) => ["executed", "rejected"].includes(entry.to) || entry.reason === "expired");
	if (payload?.kind !== "lose_watch" || hasEnded) return null;
	const { since, because } = payload.notWatched;
	return { since: new Date(since).toISOString(), because };
}

function referenceOf(history: Entry[]) {
	const reference = newest(history, "create")?.reference;
	return reference === undefined ? {} : { reference };
}

function decimalsOf(history: Entry[]) {
	const tokenDecimals = newest(history, "create")?.tokenDecimals;
	return tokenDecimals === undefined ? {} : { tokenDecimals };
}

function stateOf(history: Entry[]) {
	const [first, last] = [history[0]?.entry, history.at(-1)?.entry];
	const creation = newest(history, "create");
	if (!first || !last || !creation) throw new Error("a history begins with the creation");
	const attached = newest(history, "attach_order");
	const execution = executionOf(history);
	return {
		status: last.to,
		statusReason: last.reason,
		statusNote: noteOf(history),
		source: creation.source,
		...referenceOf(history),
		...decimalsOf(history),
		courtOrder: orderOf(history),
		documents: history.flatMap(({ entry, payload }) =>
			payload.kind === "add_document" ? [{ ...payload.document, addedAt: entry.at }] : [],
		),
		executeAfter: attached ? after(attached.at, attached.challengePeriodSeconds) : null,
		expiresAt: attached ? null : after(first.at, creation.caseExpirySeconds),
		execution,
		notWatched: notWatchedOf(history),
		txHash: last.to === "executed" ? (execution?.txHashes.at(-1) ?? null) : null,
		signer: creation.proof,
		createdAt: first.at,
		updatedAt: last.at,
		version: history.length,
	};
}

function phaseOf({ courtOrder, executeAfter, updatedAt }: ReturnType<typeof stateOf>) {
	if (courtOrder?.verification !== "verified") return "order_attached";
	return updatedAt < String(executeAfter) ? "order_verified" : "executable";
}

function eventsOf({ caseId, jrcHash, history }: EvidenceBundle) {
	const emitting = history.flatMap(({ entry }, position) => {
		const before = history[position - 1]?.entry;
		const isSame = before?.to === entry.to && before?.reason === entry.reason;
		const isTold = entry.move === "verify_order" && entry.to === "pending";
		const isSilent = isSame && !isTold && entry.move !== "allow_execution";
		return isSilent ? [] : [{ entry, soFar: history.slice(0, position + 1) }];
	});
	return emitting.map(({ entry: { at: createdAt, to, reason, hash: historyHash }, soFar }, index) => {
		const [eventId, type, sequence] = [eventIdOf(caseId, index + 1), `recovery_case.${to}`, index + 1];
		const state = stateOf(soFar);
		const known = { caseId, jrcHash, status: to, txHash: state.txHash, statusReason: reason };
		const phase = to === "pending" ? { phase: phaseOf(state) } : {};
		const data = { ...known, sequence, historyHash, ...phase, ...referenceOf(history) };
		const body = JSON.stringify({ id: eventId, type, createdAt, data });
		return { eventId, sequence, type, createdAt, body };
	});
}

const bundles = new Map<string, EvidenceBundle>();
beforeAll(async () => {
	const { signer } = await newEvidenceKey("evidence-1");
	for (const [name, tell] of Object.entries(STORIES)) bundles.set(name, await bundleOf(await tell(), signer));
});
function bundleNamed(name: string): EvidenceBundle {
	const bundle = name === "docs" ? JSON.parse(readExampleBundle()) : bundles.get(name);
	if (!bundle) throw new Error(`no bundle ${name}`);
	return bundle;
}

it.each([...Object.keys(STORIES), "docs"])("state and events follow from the history: %s", (name) => {
	const bundle = bundleNamed(name);
	expect(canonicalJson(stateOf(bundle.history))).toBe(canonicalJson(bundle.state));
	expect(eventsOf(bundle)).toEqual(
		bundle.events.map(({ confirmedAt: _, deliveries: __, ...event }) => event),
	);
	const ids = bundle.history.flatMap(({ entry }) => entry.eventId ?? []);
	expect(ids).toEqual(bundle.events.map(({ eventId }) => eventId));
});

it("every member of a bundle's state has a rule, and no other", () => {
	const members = Object.keys(bundleNamed("created, with all that a filer may state").state);
	expect(Object.keys(STATE_RULES).sort()).toEqual(members.sort());
});
