import * as z from "zod";
import type { Config } from "../config/config.ts";
import { operatorSchema } from "../config/operator-schema.ts";
import { currentAgreement } from "../estates/agreement/agreement.ts";
import { defineOperation } from "../http/operation.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { addressSchema, chainIdSchema, hash32Schema } from "../kernel/schemas/schemas.ts";
import { moduleAddress } from "../protocol/recovery-module/court-recovery-module.ts";
import { VERSION } from "../version.ts";
import { type Limits, limitsOf } from "./limits.ts";

const count = (description: string) => z.int().min(0).meta({ description });

const counts = <Group extends keyof Limits>(descriptions: Record<keyof Limits[Group], string>) =>
	z.strictObject(
		Object.fromEntries(
			Object.entries<string>(descriptions).map(([name, description]) => [name, count(description)]),
		),
	);

const limitsSchema = lazyObject({ id: "Limits", description: doc("More limits may be added.") }, () => ({
	requests: counts<"requests">({
		bodyBytes: "Maximum size of a JSON body, in bytes, also of one with a file.",
		publicBodyBytes:
			"Maximum size of a JSON body of an operation that takes no credential, in bytes. `POST /typed-data` takes `bodyBytes`.",
		fileBytes: "Maximum size of an uploaded file, in bytes.",
		signatureBytes: "Maximum size of a wallet's signature, in bytes.",
		pageSize: "Maximum `limit` of a list.",
		publicPerMinute: "Maximum number of calls a minute without a credential from one address.",
		loginsPerMinute: "Maximum number of registrations, logins and password resets a minute from one address.",
		perCredentialPerMinute: "Maximum number of calls a minute with one API key or session.",
	}),
	recoveryCases: counts<"recoveryCases">({
		transactions: "Maximum number of transactions of an intent.",
		calldataBytes: "Maximum size of a transaction's `data`, in bytes.",
		emailLength: "Maximum length of the claimant's e-mail address, in characters.",
		courtOrderTitleLength: "Maximum length of `courtInfo.title`, in characters.",
		fullCaseNumberLength: "Maximum length of `courtInfo.fullCaseNumber`, in characters.",
		courtIdLength: "Maximum length of `courtInfo.courtId`, in characters.",
		reasonLength: "Maximum length of the reason of a contest, a withdrawal or a decision, in characters.",
		documents: "Maximum number of documents of a case.",
		documentTitleLength: "Maximum length of a document's title, in characters.",
		reportedTransactions: "Maximum number of transactions in a report of an execution.",
		openPerLostAccount: "Maximum number of open cases of one caller for one lost account.",
		openPerOrigin:
			"Maximum number of cases that the pages of one origin may file in a day, whether they are open or not.",
	}),
	estateProfiles: counts<"estateProfiles">({
		privacyCodes: "Maximum number of live privacy codes of an estate.",
		privacyCodeLabelLength: "Maximum length of a privacy code's label, in characters.",
		willVersions: "Maximum number of versions of a will.",
		newProfilesPerDay: "Maximum number of profiles that a caller may read for the first time in a day.",
		eraseDeadlineSeconds: "Maximum seconds from now to the deadline of an Erase message.",
	}),
	accounts: counts<"accounts">({
		passwordMinLength: "Minimum length of a password, in characters.",
		passwordMaxLength: "Maximum length of a password, in characters.",
		apiKeys: "Maximum number of active API keys of an account.",
		apiKeyLabelLength: "Maximum length of an API key's label, in characters.",
		apiKeyDays: "Maximum `expiresInDays` of an API key.",
		origins: "Maximum number of browser origins of an account.",
		webhookEndpoints: "Maximum number of webhook endpoints of an account.",
		webhookUrlLength: "Maximum length of an endpoint's URL, in characters.",
		webhookDescriptionLength: "Maximum length of an endpoint's description, in characters.",
	}),
}));

export const publicSettingsResponse = lazyObject("ClientConfig", () => ({
	version: z.string().meta({ description: doc("Version of the service's code."), example: doc("1.0.0") }),
	brand: z.string().meta({
		description: doc("The word that begins the names of webhook headers."),
		example: doc("Replevin"),
	}),
	baseUrl: z.url().describe(doc("Every path of this document is below it.")),
	appUrl: z.url().describe(doc("The address of the pages of this service.")),
	operator: operatorSchema(),
	challengePeriods: z.strictObject({
		recoverySeconds: count("Seconds from the court order of a recovery case to its earliest execution."),
		releaseSeconds: count("Seconds in which an owner can object to the release of the will."),
	}),
	caseExpirySeconds: count("Seconds that a case waits for its court order before somebody must act."),
	chainsWithNode: z.array(chainIdSchema()).meta({
		description: doc(
			"Chains for which the service has a node, in ascending order. Contract wallets, proofs of execution and the checks of lost accounts' activity work on these chains only; signatures by keys work on every chain.",
		),
		example: [1, 8453],
	}),
	recoveryModule: z
		.strictObject({
			address: addressSchema(),
			chains: z.array(z.strictObject({ chainId: chainIdSchema(), reviewers: z.array(addressSchema()) })),
		})
		.describe(
			doc(
				"The contract CourtRecoveryModule, which is not audited, and the addresses with which this service's reviewers approve recoveries, on the chains for which it takes approvals.",
			),
		),
	terms: z
		.strictObject({
			version: z.string().meta({ example: doc("2026-11-01") }),
			documentHash: hash32Schema().describe(doc("SHA-256 of the bytes at `url`.")),
			url: z.url(),
		})
		.describe(doc("The terms that owners accept.")),
	limits: limitsSchema(),
}));

/** specification.md "Client configuration". */
export const getClientConfig = defineOperation({
	operationId: "getClientConfig",
	method: "GET",
	path: "/config",
	tag: "Service",
	summary: doc("Read what a client needs to know about this service"),
	description: doc(
		"Returns the operator, the challenge periods, the chains for which the service has a node, the current terms and the limits. Needs no credential, and pages of every origin may call it. Keep the response for five minutes, then ask again with `If-None-Match`.",
	),
	policy: "public",
	cors: "public",
	rateLimited: true,
	readOnly: true,
	cacheSeconds: 300,
	responses: { 200: { description: doc("The configuration."), schema: publicSettingsResponse } },
	handler: ({ services }) => ({
		status: 200,
		body: publicSettingsOf(services.config, services.basePath),
	}),
});

/**
 * The settings that a client needs (specification.md "Client configuration"). No secrets, and no node URLs, because
 * they may contain a key.
 */
function publicSettingsOf(config: Config, basePath: string) {
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
