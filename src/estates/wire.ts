import type { Config } from "../config/config.ts";
import { wireDocuments } from "../document-store/wire.ts";
import { createPeppers, type Peppers } from "../kernel/crypto/pepper.ts";
import type { Budgets } from "../quota/budgets.ts";
import { createLoginGuard } from "../quota/login-guard.ts";
import type { VerifySignature } from "../quota/node-requests.ts";
import { createProfileBudget } from "../quota/profile-budget.ts";
import { createStorageBudget } from "../quota/storage-budget.ts";
import { createAgreementService } from "./agreement/agreement-service.ts";
import { createAgreementRows } from "./agreement/agreements.d1.ts";
import { createErasureRows } from "./erasure/erasure.d1.ts";
import { createErasureService } from "./erasure/erasure-service.ts";
import { createEstateArchives } from "./estate-archive.ts";
import { ESTATE_DOCUMENTS } from "./estate-documents.d1.ts";
import { createEstateMacs, type EstateMacs } from "./estate-macs.ts";
import { forThisService } from "./other-service.ts";
import { createOwnerProof } from "./owner-proof.ts";
import { createPrivacyCodeService } from "./privacy-code/privacy-code-service.ts";
import { createPrivacyCodeRows } from "./privacy-code/privacy-codes.d1.ts";
import { createEstateRows } from "./profile/estates.d1.ts";
import { createProfileService } from "./profile/profile-service.ts";
import { createProfileViewRows } from "./profile/profile-views.d1.ts";
import { createReleaseService } from "./release/release-service.ts";
import { createReleaseRows } from "./release/releases.d1.ts";
import { createSignedMessageRows } from "./signed-messages.d1.ts";
import { createWillService } from "./will/will-service.ts";
import { createWillRows } from "./will/wills.d1.ts";

const keysByConfig = new WeakMap<Config, { peppers: Peppers; macs: EstateMacs }>();

export function wireEstates(
	env: Env,
	config: Config,
	{ budgets, verifySignature }: { budgets: Budgets; verifySignature: VerifySignature },
) {
	const withinBudget = createStorageBudget(budgets);
	const { peppers, macs } = keysOf(config);
	const estates = createEstateRows(env.DB, macs);
	const proveOwner = createOwnerProof(verifySignature, config);
	const documents = wireDocuments(env, config, ESTATE_DOCUMENTS);
	const wills = createWillRows(env.DB);
	const codes = createPrivacyCodeRows(env.DB);
	const requests = createReleaseRows(env.DB);
	// Separate from the guard of logins, so that guesses do not block logins.
	const guard = createLoginGuard({
		peppers,
		guardOf: (name) => env.LOGIN_GUARDS.getByName(`privacy-code:${name}`),
	});
	const agreements = createAgreementService({
		rows: createAgreementRows(env.DB),
		macs,
		proveOwner,
		withinBudget,
	});
	const codeService = createPrivacyCodeService({ estates, codes, macs, proveOwner, withinBudget, guard });
	const erasure = createErasureService({
		erasure: createErasureRows(env.DB),
		macs,
		proveOwner,
		withinBudget,
		removeDocuments: documents.remove,
	});
	const willService = createWillService({
		estates,
		wills,
		documents,
		macs,
		proveOwner,
		withinBudget,
		maxVersions: config.willVersionsPerEstate,
	});
	const profiles = createProfileService({
		estates,
		views: createProfileViewRows(env.DB),
		macs,
		withinProfileBudget: createProfileBudget(budgets),
	});
	const releases = createReleaseService({
		estates,
		wills,
		requests,
		documents,
		resolveCode: codeService.resolve,
		challengeSeconds: config.releaseChallengeSeconds,
	});
	return {
		profiles,
		agreements: { accept: forThisService(config, agreements.accept) },
		codes: { ...codeService, create: forThisService(config, codeService.create) },
		erasure: { erase: forThisService(config, erasure.erase) },
		wills: { ...willService, lodge: forThisService(config, willService.lodge) },
		releases,
		archives: createEstateArchives({
			...{ estates, profiles, releases, wills: willService },
			signed: createSignedMessageRows(env.DB),
		}),
	};
}

function keysOf(config: Config): { peppers: Peppers; macs: EstateMacs } {
	const known = keysByConfig.get(config);
	if (known) return known;
	const peppers = createPeppers(config.peppers);
	const keys = { peppers, macs: createEstateMacs(peppers) };
	keysByConfig.set(config, keys);
	return keys;
}
