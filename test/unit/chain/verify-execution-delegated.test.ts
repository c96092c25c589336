// An EIP-7702 account: a key with code, which others can call (recovery.md "When the chain is checked").
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import {
	CHAIN_ID,
	type ExecutionChain,
	lost,
	startExecutionChain,
	stranger,
	transferData,
	verifyAt,
} from "../../support/chain/execution-chain.ts";
import { executeData } from "../../support/chain/user-operation.ts";

let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
});
afterAll(() => chain?.stop());

test("proves a delegated account's calls by trace, and reports no mismatch without a trace", async () => {
	const call = { dest: chain.token, value: "0", data: transferData(1n) };
	const other = { to: chain.token, data: transferData(2n) };
	const claimOn = (hash: Hex) => ({ txs: [call], txHashes: [hash] });
	const before = await chain.send(lost, other);
	expect((await verifyAt(chain.untracedUrl, claimOn(before))).kind).toBe("mismatch");

	const delegate = await chain.deployAccount();
	// The account's transaction itself uses a nonce first.
	const nonce = (await chain.client.getTransactionCount({ address: lost.address })) + 1;
	const authorization = await lost.signAuthorization({ address: delegate, chainId: CHAIN_ID, nonce });
	const authorizationList = [authorization];
	const own = await chain.send(lost, { authorizationList, to: lost.address, data: executeData([call]) });
	expect(await verifyAt(chain.url, claimOn(own))).toMatchObject({
		kind: "final",
		execution: { proof: "trace", calls: [{ caller: lost.address.toLowerCase() }] },
	});
	expect((await verifyAt(chain.untracedUrl, claimOn(own))).kind).toBe("unproven");

	const byStranger = await chain.send(stranger, { to: lost.address, data: executeData([call]) });
	expect((await verifyAt(chain.url, claimOn(byStranger))).kind).toBe("final");
	expect((await verifyAt(chain.untracedUrl, claimOn(byStranger))).kind).toBe("unproven");

	// With code, even the account's own transaction may have made more calls than its calldata shows.
	const after = await chain.send(lost, other);
	expect((await verifyAt(chain.untracedUrl, claimOn(after))).kind).toBe("unproven");
	expect((await verifyAt(chain.url, claimOn(after))).kind).toBe("mismatch");
});
