/** The messages that wallets sign about a case (signing.md "The messages"), by the service's WebAssembly. */
import { toChecksumAddress } from "../../kernel/address.ts";
import { eip712 } from "../../kernel/eip712.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import { hashCallArray } from "../../kernel/keccak/keccak.ts";
import { createCasePreparer } from "../../protocol/prepare-messages.ts";
import { createSignedMessages } from "../../protocol/signed-messages.ts";

export const signedMessages = createSignedMessages({ eip712, hashCallArray, toChecksumAddress });

export const {
	closeCaseDigest,
	closeCaseType,
	closeCaseTypedData,
	contestAllDigest,
	contestAllType,
	contestAllTypedData,
	courtOrderDigest,
	courtOrderType,
	courtOrderTypedData,
	hashRecoveryIntent,
	newCaseDigest,
	newCaseTypedData,
} = signedMessages;

export const prepare = createCasePreparer({ messages: signedMessages, toChecksumAddress, caseIdOf });
