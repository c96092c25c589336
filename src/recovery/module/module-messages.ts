/** What a case's object tells about approvals for the recovery module. */
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { Approval, CaseState } from "../../protocol/case-state.ts";
import type { Call } from "../../protocol/intent.ts";
import type { CaseStanding } from "../case/case-messages.ts";

export type ModuleCase = {
	standing: CaseStanding;
	jrcHash: Hex;
	/** Without the e-mail address. */
	rec: CaseState["rec"];
	txs: readonly Call[];
	executeAfter: number | null;
	/** Pending, with a verified order. */
	isExecutable: boolean;
	approvals: readonly Approval[];
};
