/**
 * How a Safe makes several calls in one transaction (safe-global/safe-smart-account, `MultiSendCallOnly` and
 * `Safe.execTransaction`). Values have their right form already.
 */
import { uintDigits } from "../../kernel/crypto/eip712-words.ts";
import { type AbiParameter, encodeArguments } from "../../kernel/encoding/abi-encoder.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { ModuleCall } from "./module-calls.ts";

/** multiSend(bytes) */
const MULTI_SEND_SELECTOR = "0x8d80ff0a";
/** execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes) */
const EXEC_TRANSACTION_SELECTOR = "0x6a761202";
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

const of = (type: string, ...names: string[]): AbiParameter[] => names.map((name) => ({ name, type }));
/** A number of fewer bits is encoded as a `uint256`. */
const EXEC_TRANSACTION = [
	...of("address", "to"),
	...of("uint256", "value"),
	...of("bytes", "data"),
	...of("uint256", "operation", "safeTxGas", "baseGas", "gasPrice"),
	...of("address", "gasToken", "refundReceiver"),
	...of("bytes", "signatures"),
];

/** The data of `multiSend`, to which a Safe makes a delegate call. */
export function multiSendData(calls: readonly ModuleCall[]): Hex {
	const entries = calls.map(({ to, data }) => {
		const size = uintDigits(String((data.length - 2) / 2));
		return `00${to.slice(2).toLowerCase()}${uintDigits("0")}${size}${data.slice(2)}`;
	});
	return `${MULTI_SEND_SELECTOR}${encodeArguments(of("bytes", "transactions"), [`0x${entries.join("")}`])}`;
}

/** What a Safe makes: 1 is a delegate call. */
export type SafeCall = ModuleCall & { operation: 0 | 1 };

/** One call as it is, and several by `multiSend`, the library's address. */
export function safeCallOf(calls: readonly ModuleCall[], multiSend: string): SafeCall {
	const [first, ...more] = calls;
	if (first !== undefined && more.length === 0) return { ...first, operation: 0 };
	return { to: multiSend as Hex, data: multiSendData(calls), operation: 1 };
}

/** The transaction by which a Safe's owner has it make a call, where one owner is enough: sending it is the signature. */
export function byOwner(
	{ to, data, operation }: SafeCall,
	{ safe, owner }: { safe: string; owner: string },
): ModuleCall {
	const bySender = `0x${owner.slice(2).padStart(64, "0")}${uintDigits("0")}01`;
	const values = [to, 0, data, operation, 0, 0, 0, ZERO_ADDRESS, ZERO_ADDRESS, bySender];
	return {
		to: safe as Hex,
		data: `${EXEC_TRANSACTION_SELECTOR}${encodeArguments(EXEC_TRANSACTION, values)}`,
	};
}
