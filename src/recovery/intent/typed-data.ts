/** The messages that wallets sign about a case (signing.md "The messages"), by the service's WebAssembly. */
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { eip712 } from "../../kernel/crypto/eip712.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import { hashCallArray } from "../../kernel/crypto/keccak/keccak.ts";
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
