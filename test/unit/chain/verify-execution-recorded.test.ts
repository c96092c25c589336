// recovery.md "When the chain is checked".
// Recorded responses of anvil, without fields that are not read, for contracts whose packages are too large to install:
// Safe 1.3.0 (@gnosis.pm/safe-contracts 1.3.0) and 1.4.1 (@safe-global/safe-contracts 1.4.1), deployed by their factories
// at their own addresses, and EntryPoint 0.7 and 0.8 (@account-abstraction/contracts).
import { expect, test } from "vitest";
import * as z from "zod";
import type { JsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import { claimOf } from "../../support/chain/execution-chain.ts";
import entryPoint07 from "../../support/chain/recordings/entry-point-0.7.json" with { type: "json" };
import entryPoint08 from "../../support/chain/recordings/entry-point-0.8.json" with { type: "json" };
import safe130 from "../../support/chain/recordings/safe-1.3.0.json" with { type: "json" };
import safe130Eip155 from "../../support/chain/recordings/safe-1.3.0-eip155.json" with { type: "json" };
import safe141 from "../../support/chain/recordings/safe-1.4.1.json" with { type: "json" };

const recordingForm = z.object({
	about: z.string(),
	claim: z.object({
		lostAccount: z.string(),
		txs: z.array(z.object({ dest: z.string(), value: z.string(), data: z.string() })),
		txHashes: z.array(z.custom<Hex>((hash) => typeof hash === "string")),
	}),
	responses: z.array(z.object({ method: z.string(), params: z.array(z.unknown()), result: z.unknown() })),
});
type Recording = z.infer<typeof recordingForm>;

const recordings = [safe130, safe130Eip155, safe141, entryPoint07, entryPoint08].map((json) =>
	recordingForm.parse(json),
);

/** Responds with the recorded results, and with an error to other requests. */
function replay({ responses }: Recording, without?: string): JsonRpc {
	return {
		async call(method, params) {
			const asked = JSON.stringify(params);
			const found = responses.find((one) => one.method === method && JSON.stringify(one.params) === asked);
			if (found === undefined || method === without)
				return { ok: false, kind: "rpc_error", code: -32_601, message: "not recorded" };
			return { ok: true, result: found.result };
		},
	};
}

test.each(recordings)("proves by trace and decoded: $about", async (recording) => {
	const claim = claimOf({ ...recording.claim, minProof: "decoded" });
	const traced = await verifyExecution(claim, replay(recording));
	const decoded = await verifyExecution(claim, replay(recording, "debug_traceTransaction"));
	if (traced.kind !== "final" || decoded.kind !== "final") throw new Error("not proven");
	expect([traced.execution.proof, decoded.execution.proof]).toEqual(["trace", "decoded"]);
	expect(traced.execution.calls).toEqual(decoded.execution.calls);
	expect(traced.execution.calls).toHaveLength(2);
});

test.each(recordings)("does not prove one more call than was made: $about", async (recording) => {
	const [first] = recording.claim.txs;
	const txs = first === undefined ? [] : [...recording.claim.txs, first];
	const claim = claimOf({ ...recording.claim, txs, minProof: "decoded" });
	expect((await verifyExecution(claim, replay(recording))).kind).toBe("mismatch");
	const decoded = await verifyExecution(claim, replay(recording, "debug_traceTransaction"));
	expect(["unproven", "unavailable"]).toContain(decoded.kind);
});
