// The recovery module on a local chain, with real Safes that it may recover, and reviewers who approve.
import handlerArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json" with {
	type: "json",
};
import {
	type Abi,
	type Address,
	BaseError,
	concatHex,
	ContractFunctionRevertedError,
	type ContractFunctionArgs,
	type ContractFunctionName,
	decodeErrorResult,
	encodeDeployData,
	encodeFunctionData,
	getAddress,
	hashStruct,
	hashTypedData,
	type PrivateKeyAccount,
	zeroAddress,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { FACTORY } from "../../../scripts/chain/anvil.ts";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { compile } from "../../../scripts/contracts/compile.ts";
import {
	creationCode,
	moduleAbi,
	moduleAddress,
	moduleSalt,
} from "../../../sdk/src/recovery-module/court-recovery-module.ts";
import type { Hex } from "../../../src/kernel/hex.ts";
import { newCaseTypes } from "../signing/eip712-types.ts";
import { CHAIN_ID, heir, lost, startPaymentChain } from "./execution-chain.ts";
import { deploySafes, execTransaction, multiSendData } from "./safe.ts";
