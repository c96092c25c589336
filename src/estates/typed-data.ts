/** The messages that owners sign (signing.md "The messages"), by the service's WebAssembly. */
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { flatMessage } from "../kernel/crypto/eip712.ts";
import { createEstateMessages } from "../protocol/estate-messages.ts";
import { createEstatePreparer } from "../protocol/prepare-messages.ts";

const messages = createEstateMessages({ flatMessage });
const { agreement, privacyCode, will, erase } = messages;

export const prepare = createEstatePreparer({ messages, toChecksumAddress });

export const agreementDigest = agreement.digest;
export const agreementType = agreement.struct;

export const privacyCodeDigest = privacyCode.digest;
export const privacyCodeType = privacyCode.struct;

export const willDigest = will.digest;
export const willType = will.struct;

export const eraseDigest = erase.digest;
export const eraseType = erase.struct;
