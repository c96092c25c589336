// recovery-module.md "Address and build".
// What the SDK carries is on the chain under the address that it names, and signs as it says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCreate2Address, hashTypedData, keccak256 } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FACTORY } from "../../../scripts/chain/anvil.ts";
import {
	creationCode,
	creationCodeHash,
	deployerAddress,
	moduleAbi,
	moduleAddress,
	moduleSalt,
} from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { heir } from "../../support/chain/execution-chain.ts";
import {
	addressesOf,
	approvalDomain,
	approvalTypes,
	DAY,
	jrcHashOf,
	type ModuleStage,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WARNED = [
	...["contracts/CourtRecoveryModule.sol", "contracts/README.md", "docs/design/recovery-module.md"],
	...["sdk/README.md", "sdk/src/recovery-module.ts", "src/protocol/recovery-module/court-recovery-module.ts"],
];

let stage: ModuleStage;
beforeAll(async () => {
	stage = await startModuleStage();
}, 60_000);
afterAll(() => stage?.stop());

test.each(WARNED)("%s says that nobody has audited the contract", (file) => {
	expect(readFileSync(join(ROOT, file), "utf8")).toMatch(/not\s+audited/i);
});

test("the common deployer puts the module at the address that the SDK names", async () => {
	expect(deployerAddress).toBe(FACTORY);
	expect(keccak256(creationCode)).toBe(creationCodeHash);
	expect(getCreate2Address({ from: FACTORY, salt: moduleSalt, bytecode: creationCode })).toBe(moduleAddress);
	expect(await stage.client.getCode({ address: moduleAddress })).toBeDefined();
});

test("the module names its own domain", async () => {
	const domain = await stage.client.getEip712Domain({ address: moduleAddress });
	expect(domain.domain).toMatchObject(approvalDomain(stage.chainId));
});

test("the module's digest of an approval is viem's, also in later rounds and generations", async () => {
	const reviewers = stage.newReviewers(1);
	const configuration = {
		reviewers: addressesOf(reviewers),
		threshold: 1n,
		vetoers: [],
		delay: DAY,
		expiry: DAY,
	};
	const account = await stage.newAccount(configuration);
	const intent = stage.intentOf(account);
	const jrcHash = jrcHashOf(intent);
	await stage.call({ functionName: "configure", args: [configuration] }, account);
	await stage.call({ functionName: "veto", args: [account, jrcHash] }, account);
	const digestOf = (notBefore: bigint, deadline: bigint) =>
		stage.client.readContract({
			address: moduleAddress,
			abi: moduleAbi,
			functionName: "approvalDigest",
			args: [heir, account, jrcHash, notBefore, deadline],
		});
	const byViem = (notBefore: bigint, deadline: bigint, round: bigint) =>
		hashTypedData({
			domain: approvalDomain(stage.chainId),
			types: approvalTypes,
			primaryType: "Approval",
			message: { reviewer: heir, account, jrcHash, notBefore, deadline, round, generation: 2n },
		});
	expect(await digestOf(123n, 456n)).toBe(byViem(123n, 456n, 1n));
	await stage.call(await stage.scheduleOf(intent, reviewers, { round: 1n, generation: 2n }));
	await stage.pass(DAY * 2n);
	expect(await digestOf(123n, 456n)).toBe(byViem(123n, 456n, 2n));
});
