import type { Config } from "../config/config.ts";
import { currentAgreement } from "../estates/agreement/agreement.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { moduleAddress } from "../protocol/recovery-module/court-recovery-module.ts";
import { VERSION } from "../version.ts";
import { limitsOf } from "./limits.ts";

/**
 * The settings that a client needs (specification.md "Client configuration"). No secrets, and no node URLs, because
 * they may contain a key.
 */
export function publicSettingsOf(config: Config, basePath: string) {
	const { version, documentHash, path } = currentAgreement;
	return {
		version: VERSION,
		brand: config.brand,
		baseUrl: `${config.appOrigin}${basePath}`,
		appUrl: config.appOrigin,
		operator: config.operator,
		challengePeriods: {
			recoverySeconds: config.challengePeriodSeconds,
			releaseSeconds: config.releaseChallengeSeconds,
		},
		caseExpirySeconds: config.caseExpirySeconds,
		chainsWithNode: [...config.rpcUrls.keys()].sort((a, b) => a - b),
		recoveryModule: {
			address: moduleAddress,
			chains: [...config.moduleReviewers].map(([chainId, reviewers]) => ({
				chainId,
				reviewers: reviewers.map(toChecksumAddress),
			})),
		},
		terms: { version, documentHash, url: `${config.appOrigin}${path}` },
		limits: limitsOf(config),
	};
}
