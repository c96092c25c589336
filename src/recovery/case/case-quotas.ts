import type { Filer } from "./case-access.ts";

export type CaseQuota = { holder: string; lostAccount: string; limit: number };

/** Stands for all lost accounts together. */
const ANY_ACCOUNT = `0x${"0".repeat(40)}`;

/**
 * The quotas of a new case (recovery.md "Open-case quota"). An origin has a total, because its header can be forged.
 */
export function caseQuotasOf(
	caller: Filer,
	lostAccount: string,
	limits: { perAccount: number; perOrigin: number },
): CaseQuota[] {
	const forAccount = (holder: string): CaseQuota => ({ holder, lostAccount, limit: limits.perAccount });
	switch (caller.kind) {
		case "developer":
			return [forAccount(caller.developerId)];
		case "wallet":
			// Counts by origin, because anybody can sign in on the page with new wallets.
			if (caller.page) return caseQuotasOf({ kind: "origin", ...caller.page }, lostAccount, limits);
			return [forAccount(caller.subject)];
		case "anonymous":
			return [forAccount(`anonymous-cases:${lostAccount}`)];
		case "origin": {
			const { origin } = caller;
			const total = { holder: `origin-total:${origin}`, lostAccount: ANY_ACCOUNT, limit: limits.perOrigin };
			return [forAccount(`origin:${origin}`), total];
		}
	}
}
