import type { CaseRecord } from "../../protocol/case-record.ts";
import { isOpen } from "../../protocol/lifecycle.ts";
import type { Filer } from "./case-access.ts";
import type { RecoveryService } from "./case-service.ts";

/** Finds the open case that is recovered to the account of a wallet's session; null for anybody else's. */
export function findClaimIn(recovery: () => Pick<RecoveryService, "viewerOf" | "read">) {
	return async (wallet: Extract<Filer, { kind: "wallet" }>, caseId: string) => {
		if ((await recovery().viewerOf(wallet, caseId)) !== "recovery_account") return null;
		const json = await recovery().read(wallet, caseId);
		const record: CaseRecord | null = json === null ? null : JSON.parse(json);
		if (record === null || !isOpen(record.status)) return null;
		return { expiresAt: record.expiresAt === null ? null : Date.parse(record.expiresAt) };
	};
}
