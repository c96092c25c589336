import { createHmac } from "node:crypto";
import { type NetworkBits, wideNetworkOf } from "../kernel/client-network.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";

/** A keyed hash, so that budgets store no client address. */
export function networkNames(peppers: Peppers, bits: NetworkBits): (clientAddress: string) => string {
	const key = peppers.keyFor("origin-network", peppers.currentVersion);
	if (!key) throw new Error("the current pepper is not configured");
	return (clientAddress) =>
		createHmac("sha256", key).update(wideNetworkOf(clientAddress, bits)).digest("hex");
}
