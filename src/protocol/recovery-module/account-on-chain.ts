/** What an account is on its chain, as far as the recovery module is concerned. */
import type { ReadConfiguration } from "./module-calls.ts";

export type AccountOnChain =
	/** `delegated_key`: a key with a delegate (EIP-7702). `contract`: no Safe of known code. */
	{ kind: "key" | "delegated_key" | "contract" } | SafeOnChain;

export type SafeOnChain = {
	kind: "safe";
	owners: string[];
	/** How many owners must sign. */
	threshold: number;
	/** Whether the Safe has enabled the module. */
	isEnabled: boolean;
	/** Null if the module is not on the chain. Without a configuration its threshold is 0. */
	configuration: ReadConfiguration | null;
	/** A MultiSend library with its known code; null if the chain has none. */
	multiSend: string | null;
};
