/** Makes the ports of the recovery slice out of the Worker's bindings. */
import type { CaseQuota } from "../../developers/case-quota.ts";
import type { Config } from "../../env.ts";
import type { VerifySignature } from "../chain/signature-verifier.ts";
import { createRecoveryService, type RecoveryService } from "../service.ts";
import { createCaseIndex } from "./case-index.d1.ts";

export function wireRecovery(
	env: Env,
	config: Config,
	{ quota, verifySignature }: { quota: CaseQuota; verifySignature: VerifySignature },
): RecoveryService {
	return createRecoveryService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		index: createCaseIndex(env.DB),
		quota,
		verifySignature,
		settings: config,
	});
}
