/** Turns bindings into the services that handlers call. */

import { type AccountService, createAccountService } from "./accounts/account-service.ts";
import type { Archiver } from "./archives/archiver.ts";
import { wireArchiver } from "./archives/wire.ts";
import type { AuditService } from "./audit/audit-service.ts";
import { wireAudit } from "./audit/wire.ts";
import { createSignatureVerifier } from "./chain/signature-verifier.ts";
import { type Config, configOf } from "./config/config.ts";
import { requireGeneration } from "./db/build-check.ts";
import type { Authenticator } from "./developers/authenticator.ts";
import type { IdempotencyService } from "./developers/idempotency/idempotency-service.ts";
import type { PasskeyService } from "./developers/passkeys/passkey-service.ts";
import { type AccessServices, type DeveloperServices, wireDevelopers } from "./developers/wire.ts";
import { type EstateServices, wireEstates } from "./estates/wire.ts";
import { wireMetrics } from "./health/metrics/wire.ts";
import { type HealthReport, wireHealth } from "./health/wire.ts";
import { type HostedLinkServices, wireHostedLinks } from "./hosted-links/wire.ts";
import { lazy } from "./kernel/once.ts";
import type { MailService } from "./mail/mail-service.ts";
import { wireMail } from "./mail/wire.ts";
import { createNamedAccounts } from "./quota/named-accounts.d1.ts";
import { chargeSignatures } from "./quota/node-requests.ts";
import { wireBudgets } from "./quota/wire.ts";
import type { CaseFiles } from "./recovery/case/case-archive.ts";
import type { RecoveryService } from "./recovery/case/case-service.ts";
import type { ContestService } from "./recovery/case/contest-all/contest-service.ts";
import { findClaimIn } from "./recovery/case/find-claim.ts";
import type { DocumentService } from "./recovery/documents/document-service.ts";
import type { EvidenceLinkService } from "./recovery/evidence/links/evidence-link-service.ts";
import type { LiveService } from "./recovery/live/live-service.ts";
import type { ModuleService } from "./recovery/module/module-service.ts";
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
import { createTokenService, type TokenService } from "./tokens/token-service.ts";
import type { WatchedAccountService } from "./watchers/watched-account-service.ts";
import type { WatcherService } from "./watchers/watcher-service.ts";
import { wireWatchedAccounts, wireWatchers } from "./watchers/wire.ts";
import { type WebhookServices, wireWebhooks } from "./webhooks/wire.ts";

/** Every path contains the version (specification.md "Versioning"). */
export const BASE_PATH = "/api/v1";

export type Services = {
	config: Config;
	basePath: string;
	audit: AuditService;
	authenticator: Authenticator;
	developers: DeveloperServices;
	passkeys: PasskeyService;
	access: AccessServices;
	idempotency: IdempotencyService;
	recovery: RecoveryService;
	caseReview: ReturnType<typeof wireReview>;
	modules: ModuleService;
	contests: ContestService;
	caseDocuments: DocumentService;
	caseFiles: CaseFiles;
	archive: Archiver;
	evidenceLinks: EvidenceLinkService;
	liveCases: LiveService;
	webhooks: WebhookServices;
	estates: EstateServices;
	hostedLinks: HostedLinkServices;
	tokens: TokenService;
	accounts: AccountService;
	mail: MailService;
	watchers: WatcherService;
	watchedAccounts: WatchedAccountService;
	/** @throws AppError SERVICE_UNAVAILABLE if this build is too old for its data */
	requireGeneration: () => Promise<void>;
	checkHealth: () => Promise<HealthReport>;
	/** As OpenMetrics text. */
	collectMetrics: () => Promise<string>;
};

const servicesByEnv = new WeakMap<object, Services>();

/** @throws Misconfigured naming every invalid setting */
export function servicesOf(env: Env): Services {
	const known = servicesByEnv.get(env);
	if (known) return known;
	const config = configOf(env);
	const budgets = wireBudgets(env, config);
	const isNamed = createNamedAccounts(env.DB);
	const verifySignature = chargeSignatures(createSignatureVerifier(config.rpcUrls), budgets, isNamed);
	const mail = wireMail(env, config, budgets);
	const wired = wireDevelopers(env, config, { verifySignature, mail, budgets });
	const { developers, passkeys, access, idempotency, authenticator } = wired;
	// Wired at the first use, unlike the developer services, which every request needs.
	const recovery = lazy(() => wireRecovery(env, config, { budgets, verifySignature }));
	const modules = wireModules(config, budgets);
	const caseReview = lazy(() => wireReview(env, config, { passkeys, modules }));
	const contests = lazy(() => wireContests(env, { verifySignature, budgets, isNamed }));
	const caseDocuments = lazy(() => wireCaseDocuments(env, config, budgets));
	const caseFiles = lazy(() => wireCaseFiles(env, { recovery, documents: caseDocuments }));
	const archive = lazy(() => wireArchiver(config));
	const evidenceLinks = lazy(() => wireEvidenceLinks(env, config, { budgets, recovery }));
	const liveCases = lazy(() => wireLive(env, { recovery, developers }));
	const webhooks = lazy(() => wireWebhooks(env, config));
	const watchers = lazy(() => wireWatchers(env, config, { mail, budgets, findClaim: findClaimIn(recovery) }));
	const metrics = lazy(() => wireMetrics(env));
	const estates = lazy(() => wireEstates(env, config, { budgets, verifySignature }));
	const hostedLinks = lazy(() => wireHostedLinks(env, { budgets }));
	const services: Services = {
		config,
		basePath: BASE_PATH,
		audit: wireAudit(env, config),
		authenticator,
		developers,
		passkeys,
		access,
		idempotency,
		get recovery() {
			return recovery();
		},
		modules,
		get caseReview() {
			return caseReview();
		},
		get contests() {
			return contests();
		},
		get caseDocuments() {
			return caseDocuments();
		},
		get caseFiles() {
			return caseFiles();
		},
		get archive() {
			return archive();
		},
		get evidenceLinks() {
			return evidenceLinks();
		},
		get liveCases() {
			return liveCases();
		},
		get webhooks() {
			return webhooks();
		},
		get estates() {
			return estates();
		},
		get hostedLinks() {
			return hostedLinks();
		},
		mail,
		get watchers() {
			return watchers();
		},
		watchedAccounts: wireWatchedAccounts(env),
		tokens: createTokenService(config.rpcUrls, budgets),
		accounts: createAccountService(config, budgets),
		requireGeneration: () => requireGeneration(env),
		checkHealth: wireHealth(env, config),
		collectMetrics: () => metrics()(),
	};
	servicesByEnv.set(env, services);
	return services;
}
