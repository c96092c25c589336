import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/pepper.ts";

/** A keyed hash, so that quotas store no client address. */
export function networkName(peppers: Peppers, clientAddress: string): string {
	const key = peppers.keyFor("origin-network", peppers.currentVersion);
	if (!key) throw new Error("the current pepper is not configured");
	return createHmac("sha256", key).update(clientAddress).digest("hex");
}
