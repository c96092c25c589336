// sdk.md "The recovery module".
// The SDK's calls are those of viem, and a chain reads them.
import { encodeFunctionData, type Hex, hashTypedData } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	type ModuleCall,
	moduleAbi,
	moduleAddress,
	recoveryModule,
} from "../../../sdk/src/recovery-module.ts";
import { jrcHash as jrcHashOf } from "../../../sdk/src/signing.ts";
import { heir } from "../../support/chain/execution-chain.ts";
import {
	addressesOf,
	DAY,
	enableData,
	type ModuleStage,
	moduleData,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";
import { messageOf } from "../../support/signing/eip712-types.ts";
import { vectorIntent } from "../../support/signing/vectors.ts";

const [a, b, c] = [
	"0x00000000000000000000000000000000000000aa",
	"0x00000000000000000000000000000000000000bb",
].concat("0x00000000000000000000000000000000000000cc") as [Hex, Hex, Hex];
const jrcHash = `0x${"5a".repeat(32)}` as const;
const intent = { rec: vectorIntent.rec, txs: [...vectorIntent.txs] } as never;
const configuration = { reviewers: [b, a], threshold: 2, delaySeconds: 86_400, expirySeconds: 172_800 };

describe("calls", () => {
	it("configure: enables the module and sorts the reviewers", () => {
		const argument = { reviewers: [a, b], threshold: 2n, vetoers: [c], delay: DAY, expiry: 2n * DAY };
		expect(recoveryModule.configure({ account: c, ...configuration, vetoers: [c] })).toMatchObject([
			{ to: c },
			{ to: moduleAddress, data: moduleData({ functionName: "configure", args: [argument] }) },
		]);
		expect(recoveryModule.configure({ account: c, ...configuration })[0].data).toBe(enableData);
	});

	it("schedule: sorts the approvals, of which each may have any length", () => {
		const signatures = [
			{ reviewer: a, data: `0x${"12".repeat(65)}` },
			{ reviewer: b, data: `0x${"34".repeat(300)}` },
		] as const;
		const approvals = [...signatures].reverse().map(({ reviewer, data }) => ({ reviewer, signature: data }));
		expect(recoveryModule.schedule({ intent, notBefore: 3, deadline: 4, approvals }).data).toBe(
			moduleData({ functionName: "schedule", args: [messageOf(vectorIntent), 3n, 4n, signatures] }),
		);
	});

	it("veto, vetoAll, execute, remove", () => {
		expect(recoveryModule.veto({ account: a, jrcHash }).data).toBe(
			encodeFunctionData({ abi: moduleAbi, functionName: "veto", args: [a, jrcHash] }),
		);
		expect(recoveryModule.vetoAll(a).data).toBe(moduleData({ functionName: "vetoAll", args: [a] }));
		expect(recoveryModule.execute(intent).data).toBe(
			moduleData({ functionName: "execute", args: [messageOf(vectorIntent)] }),
		);
		expect(recoveryModule.remove().data).toBe(moduleData({ functionName: "remove" }));
	});
});

describe("rejects", () => {
	const configured = (changes: object) => () =>
		recoveryModule.configure({ account: c, ...configuration, ...changes });

	it("what the module would reject, with the field's name", () => {
		expect(configured({ threshold: 3 })).toThrow("threshold must not exceed the number of reviewers");
		expect(configured({ reviewers: [a, a] })).toThrow(`${a} is there twice`);
		expect(configured({ delaySeconds: 60 })).toThrow("delaySeconds must be a whole number from 86400");
		expect(configured({ account: "0x12" })).toThrow("account must be an address");
		expect(() => recoveryModule.veto({ account: a, jrcHash: "0x12" })).toThrow("jrcHash must be");
		expect(() => recoveryModule.execute({} as never)).toThrow("the call lacks rec, txs");
	});

	it("results that are not of the module", () => {
		expect(() => recoveryModule.read(a).decode("0x")).toThrow("is it deployed at");
		expect(() => recoveryModule.readStatus({ account: a, jrcHash }).decode("0x")).toThrow(
			"is it deployed at",
		);
	});
});

describe("on a chain", () => {
	let stage: ModuleStage;
	beforeAll(async () => {
		stage = await startModuleStage();
	}, 60_000);
	afterAll(() => stage?.stop());
	const resultOf = async ({ to, data }: ModuleCall) => (await stage.client.call({ to, data })).data ?? "0x";

	it("carry a recovery from the configuration to the execution, and read it back", async () => {
		const reviewers = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()));
		const account = await stage.newSafe();
		const given = {
			reviewers: addressesOf(reviewers),
			threshold: 2,
			delaySeconds: 86_400,
			expirySeconds: 172_800,
		};
		const calls = recoveryModule.configure({ account, ...given });
		await stage.batch(
			account,
			calls.map(({ to, data }) => ({ dest: to, value: 0n, data })),
		);
		const { call, decode } = recoveryModule.read(account);
		expect(decode(await resultOf(call))).toEqual({ ...given, vetoers: [], generation: 1 });

		const rec = { ...vectorIntent.rec, lostAccount: account, chainId: stage.chainId };
		const recovery = { rec, txs: [{ dest: heir, value: "7", data: "0x" }] };
		const status = recoveryModule.readStatus({ account, jrcHash: jrcHashOf(recovery) });
		const stateOf = async () => (await resultOf(status.call).then(status.decode)).state;
		expect(await stateOf()).toBe("unknown");

		const times = { notBefore: 0, deadline: Number(await stage.now()) + 3_600 };
		const terms = { account, chainId: stage.chainId, jrcHash: jrcHashOf(recovery), ...times };
		const approve = async (reviewer: PrivateKeyAccount) => {
			const data = recoveryModule.approval({ reviewer: reviewer.address, ...terms, round: 0, generation: 1 });
			return { reviewer: reviewer.address, signature: await reviewer.signTypedData(data as never) };
		};
		const approvals = await Promise.all(reviewers.slice(1).map(approve));
		await stage.send(stage.deployer, recoveryModule.schedule({ intent: recovery, ...times, approvals }));
		expect(await stateOf()).toBe("waiting");
		await stage.pass(DAY);
		expect(await stateOf()).toBe("ready");
		await stage.send(stage.deployer, recoveryModule.execute(recovery));
		expect(await stateOf()).toBe("executed");
		expect(await stage.client.getBalance({ address: account })).toBe(993n);
	});

	it("typed data of an approval has the module's digest", async () => {
		const account = await stage.newSafe();
		const times = { notBefore: 12, deadline: 34 };
		const data = recoveryModule.approval({
			...{ reviewer: a, account, chainId: stage.chainId, jrcHash, ...times, round: 0, generation: 1 },
		});
		const digest = await stage.client.readContract({
			address: moduleAddress,
			abi: moduleAbi,
			functionName: "approvalDigest",
			args: [a, account, jrcHash, 12n, 34n],
		});
		// The account has no configuration, so its generation is 0.
		const message = { ...data.message, generation: 0 };
		expect(hashTypedData({ ...data, message } as never)).toBe(digest);
	});
});
