// An account of EIP-7702: a key with code, which others can make act.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/hex.ts";
import {
	CHAIN_ID,
	type ExecutionChain,
	look,
	lost,
	startExecutionChain,
	stranger,
	transferData,
} from "../../support/chain/execution-chain.ts";
import { executeData } from "../../support/chain/user-operation.ts";

let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
});
afterAll(() => chain?.stop());

test("what it does through its delegate is proven by trace, and without one never called a mismatch", async () => {
	const call = { dest: chain.token, value: "0", data: transferData(1n) };
	const other = { to: chain.token, data: transferData(2n) };
	const claimOn = (hash: Hex) => ({ txs: [call], txHashes: [hash] });
	const before = await chain.send(lost, other);
	expect((await look(chain.untracedUrl, claimOn(before))).kind).toBe("mismatch");

	const delegate = await chain.deployAccount();
	// Its own transaction comes first and takes a nonce.
	const nonce = (await chain.client.getTransactionCount({ address: lost.address })) + 1;
	const authorization = await lost.signAuthorization({ address: delegate, chainId: CHAIN_ID, nonce });
	const authorizationList = [authorization];
	const own = await chain.send(lost, { authorizationList, to: lost.address, data: executeData([call]) });
	expect(await look(chain.url, claimOn(own))).toMatchObject({
		kind: "final",
		execution: { proof: "trace", calls: [{ caller: lost.address.toLowerCase() }] },
	});
	expect((await look(chain.untracedUrl, claimOn(own))).kind).toBe("unproven");

	const byStranger = await chain.send(stranger, { to: lost.address, data: executeData([call]) });
	expect((await look(chain.url, claimOn(byStranger))).kind).toBe("final");
	expect((await look(chain.untracedUrl, claimOn(byStranger))).kind).toBe("unproven");

	// With code, even its own transaction may have done more than it shows.
	const after = await chain.send(lost, other);
	expect((await look(chain.untracedUrl, claimOn(after))).kind).toBe("unproven");
	expect((await look(chain.url, claimOn(after))).kind).toBe("mismatch");
});
