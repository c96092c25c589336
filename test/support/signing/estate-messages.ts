import { flatMessage } from "../../../src/kernel/crypto/eip712.ts";
import { createEstateMessages } from "../../../src/protocol/estate-messages.ts";

export const estateMessages = createEstateMessages({ flatMessage });
