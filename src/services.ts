/** Turns bindings into the services that handlers call. */

import { createAccountService } from "./accounts/account-service.ts";
import { wireArchiver } from "./archives/wire.ts";
import { wireAudit } from "./audit/wire.ts";
import { createSignatureVerifier } from "./chain/signature-verifier.ts";
import { configOf } from "./config/config.ts";
import { requireGeneration } from "./db/build-check.ts";
import { wireDevelopers } from "./developers/wire.ts";
import { wireEstates } from "./estates/wire.ts";
import { wireMetrics } from "./health/metrics/wire.ts";
import { wireHealth } from "./health/wire.ts";
import { wireHostedLinks } from "./hosted-links/wire.ts";
import { lazy, withLazy } from "./kernel/once.ts";
import { wireMail } from "./mail/wire.ts";
import { createNamedAccounts } from "./quota/named-accounts.d1.ts";
import { chargeSignatures } from "./quota/node-requests.ts";
import { wireBudgets } from "./quota/wire.ts";
import { findClaimIn } from "./recovery/case/find-claim.ts";
import {
	wireCaseDocuments,
	wireCaseFiles,
	wireContests,
	wireEvidenceLinks,
	wireLive,
	wireModules,
	wireRecovery,
	wireReview,
} from "./recovery/wire.ts";
import { createTokenService } from "./tokens/token-service.ts";
import { wireWatchedAccounts, wireWatchers } from "./watchers/wire.ts";
import { wireWebhooks } from "./webhooks/wire.ts";

/** Every path contains the version (specification.md "Versioning"). */
export const BASE_PATH = "/api/v1";

export type Services = ReturnType<typeof wireServices>;

const servicesByEnv = new WeakMap<object, Services>();

/** @throws Misconfigured naming every invalid setting */
export function servicesOf(env: Env): Services {
	const services = servicesByEnv.get(env) ?? wireServices(env);
	servicesByEnv.set(env, services);
	return services;
}

function wireServices(env: Env) {
	const config = configOf(env);
	const budgets = wireBudgets(env, config);
	const isNamed = createNamedAccounts(env.DB);
	const verifySignature = chargeSignatures(createSignatureVerifier(config.rpcUrls), budgets, isNamed);
	const mail = wireMail(env, config, budgets);
	// Every request needs them.
	const wired = wireDevelopers(env, config, { verifySignature, mail, budgets });
	const { developers, passkeys } = wired;
	const modules = wireModules(config, budgets);
	const recovery = lazy(() => wireRecovery(env, config, { budgets, verifySignature }));
	const caseDocuments = lazy(() => wireCaseDocuments(env, config, budgets));
	const metrics = lazy(() => wireMetrics(env));
	const eager = {
		...{ config, basePath: BASE_PATH, ...wired, modules, mail },
		audit: wireAudit(env, config),
		watchedAccounts: wireWatchedAccounts(env),
		tokens: createTokenService(config.rpcUrls, budgets),
		accounts: createAccountService(config, budgets),
		/** @throws AppError SERVICE_UNAVAILABLE if this build is too old for its data */
		requireGeneration: () => requireGeneration(env),
		checkHealth: wireHealth(env, config),
		/** As OpenMetrics text. */
		collectMetrics: () => metrics()(),
	};
	return withLazy(eager, {
		recovery,
		caseDocuments,
		caseReview: () => wireReview(env, config, { passkeys, modules }),
		contests: () => wireContests(env, { verifySignature, budgets, isNamed }),
		caseFiles: () => wireCaseFiles(env, { recovery, documents: caseDocuments }),
		archive: () => wireArchiver(config),
		evidenceLinks: () => wireEvidenceLinks(env, config, { budgets, recovery }),
		liveCases: () => wireLive(env, { recovery, developers }),
		webhooks: () => wireWebhooks(env, config),
		watchers: () => wireWatchers(env, config, { mail, budgets, findClaim: findClaimIn(recovery) }),
		estates: () => wireEstates(env, config, { budgets, verifySignature }),
		hostedLinks: () => wireHostedLinks(env, { budgets }),
	});
}
