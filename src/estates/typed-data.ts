/** The messages that owners sign (signing.md "The messages"), by the service's WebAssembly. */
import { flatMessage } from "../kernel/eip712.ts";
import { createEstateMessages } from "../rules/estate-messages.ts";

const { agreement, privacyCode, will, erase } = createEstateMessages({ flatMessage });

export const agreementDigest = agreement.digest;
export const agreementTypedData = agreement.typedData;
export const agreementType = agreement.struct;
export const signableAgreement = agreement.signable;

export const privacyCodeDigest = privacyCode.digest;
export const privacyCodeTypedData = privacyCode.typedData;
export const privacyCodeType = privacyCode.struct;
export const signablePrivacyCode = privacyCode.signable;

export const willDigest = will.digest;
export const willTypedData = will.typedData;
export const willType = will.struct;
export const signableWill = will.signable;

export const eraseDigest = erase.digest;
export const eraseTypedData = erase.typedData;
export const eraseType = erase.struct;
export const signableErase = erase.signable;
