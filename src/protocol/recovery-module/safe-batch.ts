/**
 * How a Safe makes several calls in one transaction (safe-global/safe-smart-account, `MultiSendCallOnly`). Values have their right form already.
 */
import { uintDigits } from "../../kernel/crypto/eip712-words.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { type AbiParameter, encodeArguments } from "./abi-encoder.ts";
import type { ModuleCall } from "./module-calls.ts";

/** multiSend(bytes) */
const MULTI_SEND_SELECTOR = "0x8d80ff0a";

const of = (type: string, ...names: string[]): AbiParameter[] => names.map((name) => ({ name, type }));
/** The data of `multiSend`, to which a Safe makes a delegate call. */
export function multiSendData(calls: readonly ModuleCall[]): Hex {
	const entries = calls.map(({ to, data }) => {
		const size = uintDigits(String((data.length - 2) / 2));
		return `00${to.slice(2).toLowerCase()}${uintDigits("0")}${size}${data.slice(2)}`;
	});
	return `${MULTI_SEND_SELECTOR}${encodeArguments(of("bytes", "transactions"), [`0x${entries.join("")}`])}`;
}
