/**
 * The warnings before the signature. They are derived from the transactions that the wallet gets, not from typed text.
 */
import { type Act, decodeAct } from "../../../protocol/decode-act.ts";
import type { Call } from "../../../protocol/intent.ts";
import { toChecksumAddress } from "../core/addresses.ts";

type Kind =
	/** Somebody other than the recovery account receives, may spend, or gets to decide. */
	| "somebody_else"
	| "unlimited"
	/** The owners of a Safe change, or how many of them must sign: other owners may then decide alone. */
	| "safe_rules"
	/** Data that says nothing readable: who receives cannot be told. */
	| "unreadable"
	/** Data for one of the case's own accounts, which may be a contract. */
	| "data_to_account"
	/** Data for an account that is no contract, where they have no effect. */
	| "data_without_contract"
	/** The lost account is no contract, so nothing can be sent from it without its key. */
	| "lost_without_code"
	/** The lost account pays itself. */
	| "to_lost_account";

export type Warning = {
	kind: Kind;
	/** Of the transaction; 0 if the warning is about none. */
	index: number;
	/** EIP-55. */
	address: string;
	/** True if the claimant must tick it before signing. */
	isTicked: boolean;
};

type Accounts = { lostAccount: string; recoveryAccount: string };

/** Undefined if no node knows. */
type HasContract = (address: string) => boolean | undefined;

export function warningsOf(
	txs: readonly Call[],
	accounts: Accounts,
	hasContract: HasContract = () => undefined,
): Warning[] {
	const { lostAccount } = accounts;
	const ofCalls = txs.flatMap((call, index) =>
		warningsOfCall(call, accounts, hasContract).map((warning) => ({ ...warning, index })),
	);
	if (hasContract(lostAccount) !== false) return ofCalls;
	return [{ kind: "lost_without_code", index: 0, address: lostAccount, isTicked: false }, ...ofCalls];
}

function warningsOfCall(
	call: Call,
	{ lostAccount, recoveryAccount }: Accounts,
	hasContract: HasContract,
): Omit<Warning, "index">[] {
	const act = decodeAct(call.data, toChecksumAddress);
	const found: Omit<Warning, "index">[] = [];
	const target = toChecksumAddress(call.dest);
	const parties = new Set([...partiesOf(act), ...(BigInt(call.value) > 0n ? [target] : [])]);
	for (const address of parties) {
		if (isSame(address, recoveryAccount)) continue;
		const kind = isSame(address, lostAccount) ? "to_lost_account" : "somebody_else";
		found.push({ kind, address, isTicked: true });
	}
	if (act.kind === "approve" && act.isUnlimited) {
		found.push({ kind: "unlimited", address: act.spender, isTicked: true });
	}
	if (SAFE_RULES.has(act.kind)) found.push({ kind: "safe_rules", address: target, isTicked: true });
	if (act.kind === "unknown_call") found.push({ kind: "unreadable", address: target, isTicked: true });
	const isOwn = isSame(target, lostAccount) || isSame(target, recoveryAccount);
	const isContract = act.kind === "plain_value" || hasContract(target);
	if (isContract === false) found.push({ kind: "data_without_contract", address: target, isTicked: false });
	else if (isContract === undefined && isOwn) {
		found.push({ kind: "data_to_account", address: target, isTicked: false });
	}
	return found;
}

/** Accounts outside the case that would receive something, may spend, or get to decide. */
export function outsidersIn(txs: readonly Call[], accounts: Accounts): string[] {
	const found = warningsOf(txs, accounts).filter(({ kind }) => kind === "somebody_else");
	return [...new Set(found.map(({ address }) => address))];
}

/** Calls that set how many owners of a Safe must sign. */
const SAFE_RULES: ReadonlySet<Act["kind"]> = new Set([
	"safe_add_owner",
	"safe_remove_owner",
	"safe_change_threshold",
]);

/** Who receives, may spend, or decides from then on. */
function partiesOf(act: Act): string[] {
	switch (act.kind) {
		case "transfer":
		case "transfer_from":
		case "transfer_nft":
		case "transfer_multi":
			return [act.to];
		case "approve":
			return [act.spender];
		case "approve_all":
			return act.approved ? [act.operator] : [];
		case "safe_add_owner":
			return [act.owner];
		case "safe_swap_owner":
			return [act.newOwner];
		default:
			return [];
	}
}

/** The value of the tick, so that a tick for one recipient never counts for another. */
export function tickOf({ kind, index, address }: Warning): string {
	return `${kind}:${index}:${address}`;
}

/** The warnings that were not ticked. */
export function unticked(warnings: readonly Warning[], ticks: readonly string[]): Warning[] {
	// A form may have thousands of ticks, and a draft has up to 1,500 warnings.
	const ticked = new Set(ticks);
	return warnings.filter((warning) => warning.isTicked && !ticked.has(tickOf(warning)));
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
