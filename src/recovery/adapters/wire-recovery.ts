/** Makes the ports of the recovery slice out of the Worker's bindings. */
import type { CaseQuota } from "../../developers/case-quota.ts";
import type { Config } from "../../env.ts";
import { once } from "../../kernel/once.ts";
import { createReceiptReader } from "../../webhooks/adapters/delivery-receipts.ts";
import { createEndpointRows } from "../../webhooks/adapters/endpoints.d1.ts";
import type { EndpointOf } from "../../webhooks/ports.ts";
import type { VerifySignature } from "../chain/signature-verifier.ts";
import { createEvidenceSigner } from "../core/evidence-signer.ts";
import type { EvidencePorts } from "../evidence-issuer.ts";
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
		evidence: wireEvidence(env, config),
		settings: config,
	});
}

function wireEvidence(env: Env, config: Config): Omit<EvidencePorts, "sourceOf"> {
	const endpointOf: EndpointOf = (endpointId) => env.WEBHOOK_ENDPOINTS.getByName(endpointId);
	return {
		issuer: config.appOrigin,
		signer: once(() => createEvidenceSigner(config.evidenceSigningKeys.signingKey)),
		receiptsOf: createReceiptReader(createEndpointRows(env.DB), endpointOf),
	};
}
