/**
 * Describes a transaction for reviewers, owners and courts. Each sentence states its assumption, because calldata
 * does not tell how a contract interprets it.
 */
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { type Act, decodeAct } from "../../protocol/decode-act.ts";
import type { Call } from "../../protocol/intent.ts";

export type CallDescription = Act & {
	/** EIP-55. */
	readonly target: string;
	readonly value: string;
	/** Complete sentences in English. */
	readonly sentence: string;
};

const COIN_DECIMALS = 18;
/** For a readable sentence; the items list all. */
const LISTED_ITEMS = 10;

export function describeCall({ dest, value, data }: Call): CallDescription {
	const act = decodeAct(data, toChecksumAddress);
	const wei = BigInt(value);
	const target = toChecksumAddress(dest);
	const sentence =
		act.kind === "plain_value" ? describePlain(target, wei) : describeAct(act, target) + describeValue(wei);
	return { ...act, target, value: wei.toString(), sentence };
}

function describePlain(target: string, wei: bigint): string {
	if (wei === 0n) return `Calls ${target} with no value and no calldata.`;
	return `Sends ${coins(wei)} to ${target}, with no calldata.`;
}

function describeValue(wei: bigint): string {
	return wei === 0n ? "" : ` Sends ${coins(wei)} along with the call.`;
}

function coins(wei: bigint): string {
	const digits = wei.toString().padStart(COIN_DECIMALS + 1, "0");
	const fraction = digits.slice(-COIN_DECIMALS).replace(/0+$/, "");
	const whole = digits.slice(0, -COIN_DECIMALS);
	return `${wei} wei (${whole}${fraction && `.${fraction}`} of the chain's own coin)`;
}

function describeAct(act: Exclude<Act, { kind: "plain_value" }>, target: string): string {
	switch (act.kind) {
		case "transfer":
			return `Calls transfer on ${target}: if that is an ERC-20 token, the calling account sends ${units(act.amount)} to ${act.to}.`;
		case "transfer_from":
			return `Calls transferFrom on ${target}, a function of both ERC-20 and ERC-721; the calldata does not tell which. An ERC-20 token moves ${units(act.amountOrId)}, an ERC-721 contract moves the token with id ${act.amountOrId}, from ${act.from} to ${act.to}.`;
		case "approve":
			return describeApproval(act, target);
		case "approve_all":
			return `Calls setApprovalForAll on ${target}: if that is an ERC-721 or ERC-1155 token, ${act.operator} may ${act.approved ? "from then on" : "no longer"} move every token of the calling account there.`;
		case "transfer_nft":
			return `Calls safeTransferFrom on ${target}: if that is an ERC-721 contract, the token with id ${act.tokenId} moves from ${act.from} to ${act.to}.${describeData(act.data)}`;
		case "transfer_multi":
			return describeItems(act, target);
		case "safe_add_owner":
			return `Calls addOwnerWithThreshold on ${target}: if that is a Safe, ${act.owner} becomes one of its owners, and from then on ${owners(act.threshold)} must sign.`;
		case "safe_remove_owner":
			return `Calls removeOwner on ${target}: if that is a Safe, ${act.owner} is no longer one of its owners, and from then on ${owners(act.threshold)} must sign.`;
		case "safe_swap_owner":
			return `Calls swapOwner on ${target}: if that is a Safe, ${act.newOwner} becomes one of its owners in place of ${act.oldOwner}.`;
		case "safe_change_threshold":
			return `Calls changeThreshold on ${target}: if that is a Safe, from then on ${owners(act.threshold)} must sign.`;
		case "unknown_call":
			return describeUnknown(act, target);
	}
}

function describeApproval(
	{ spender, amountOrId, isUnlimited }: Extract<Act, { kind: "approve" }>,
	target: string,
): string {
	const amount = isUnlimited
		? `an unlimited amount (${amountOrId})`
		: amountOrId === "0"
			? "nothing"
			: `up to ${units(amountOrId)}`;
	return `Calls approve on ${target}, a function of both ERC-20 and ERC-721; the calldata does not tell which. For an ERC-20 token, ${spender} may then spend ${amount} from the calling account. For an ERC-721 contract, ${spender} may then move the token with id ${amountOrId}.`;
}

function describeItems(
	{ from, to, items, data }: Extract<Act, { kind: "transfer_multi" }>,
	target: string,
): string {
	const listed = items.slice(0, LISTED_ITEMS).map(({ tokenId, amount }) => `${amount} of id ${tokenId}`);
	if (items.length > LISTED_ITEMS) listed.push(`${items.length - LISTED_ITEMS} more`);
	const what = listed.length === 0 ? "nothing" : listed.join(", ");
	return `Calls a safe transfer on ${target}: if that is an ERC-1155 contract, ${from} sends ${what} to ${to}.${describeData(data)}`;
}

/** The token passes this data to the recipient. */
function describeData(data: string | null): string {
	const bytes = data === null ? 0 : data.length / 2 - 1;
	return bytes === 0
		? ""
		: ` The recipient receives ${count(bytes, "byte")} of data, which are not described here.`;
}

function describeUnknown(
	{ selector, dataBytes }: Extract<Act, { kind: "unknown_call" }>,
	target: string,
): string {
	const what = selector === null ? "too short for a function selector" : `function ${selector}`;
	return `Calls ${target} with ${count(dataBytes, "byte")} of calldata (${what}). The effect of this call is unknown.`;
}

/** The calldata has no decimals. */
function units(amount: string): string {
	return count(amount, "smallest unit");
}

function owners(threshold: string): string {
	return count(threshold, "owner");
}

function count(number: string | number, noun: string): string {
	return `${number} ${noun}${String(number) === "1" ? "" : "s"}`;
}
