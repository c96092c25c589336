/** The object that the wallet gets. Pages describe the message from this object alone. */
import type { Call } from "../../../protocol/intent.ts";
import { type ApiFailure, callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { walletAddress } from "../core/wallet.ts";
import { type Draft, intentOf } from "./draft.ts";

export type Prepared = {
	typedData: {
		domain: { chainId: number };
		message: {
			intent: {
				lostAccount: string;
				recoveryAccount: string;
				chainId: string;
				reasonForRecovery: string;
				txs: Call[];
			};
			email: string;
		};
	};
	jrcHash: string;
	caseId: string;
};

type Duplicate = { caseExists: boolean; caseId: string | null };

export async function prepare(
	c: PageContext,
	draft: Draft,
): Promise<{ ok: true; prepared: Prepared } | ApiFailure> {
	const body = { message: "NewCase", ...intentOf(draft, walletAddress(c)) };
	const result = await callApi<Prepared>(c, { method: "POST", path: "/typed-data", as: "none", body });
	return result.ok ? { ok: true, prepared: result.body } : result;
}

/** The case that has this intent already, from any filer. @throws SessionNeeded */
export async function caseOnFile(c: PageContext, draft: Draft): Promise<string | null> {
	const { case: rec, transactions: txs } = intentOf(draft, walletAddress(c));
	const body = { rec, txs };
	const result = await callApi<Duplicate>(c, {
		method: "POST",
		path: "/recovery-cases/exists",
		as: "wallet",
		body,
	});
	return result.ok ? result.body.caseId : null;
}
