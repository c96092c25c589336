import * as z from "zod";
import { operatorSchema } from "../config/operator-schema.ts";
import { lazy } from "../kernel/once.ts";
import { chainIdSchema, hash32Schema } from "../kernel/schemas.ts";
import type { Limits } from "./limits.ts";

const count = (description: string) => z.int().min(0).meta({ description });

const counts = <Group extends keyof Limits>(descriptions: Record<keyof Limits[Group], string>) =>
	z.strictObject(
		Object.fromEntries(
			Object.entries<string>(descriptions).map(([name, description]) => [name, count(description)]),
		),
	);

const limitsSchema = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			requests: counts<"requests">({
				bodyBytes: "Most bytes of a JSON body.",
				fileBytes: "Most bytes of an uploaded file.",
				signatureBytes: "Most bytes of a wallet's signature.",
				pageSize: "Greatest `limit` of a list.",
				publicPerMinute: "Calls without a credential from one address.",
				loginsPerMinute: "Registrations, logins and password resets from one address.",
				perCredentialPerMinute: "Calls with one API key or session.",
			}),
			recoveryCases: counts<"recoveryCases">({
				transactions: "Most transactions of an intent.",
				calldataBytes: "Most bytes of a transaction's `data`.",
				emailLength: "Most characters of the claimant's e-mail address.",
				courtOrderTitleLength: "Most characters of `courtInfo.title`.",
				fullCaseNumberLength: "Most characters of `courtInfo.fullCaseNumber`.",
				courtIdLength: "Most characters of `courtInfo.courtId`.",
				reasonLength: "Most characters of the reason of a contest, a withdrawal or a decision.",
				documents: "Most documents of a case.",
				documentTitleLength: "Most characters of a document's title.",
				reportedTransactions: "Most transactions that a report of an execution names.",
				openPerLostAccount: "Open cases of one caller on one lost account.",
				openPerOrigin: "Open cases that the pages of one origin may have filed.",
			}),
			estateProfiles: counts<"estateProfiles">({
				privacyCodes: "Most live privacy codes of an estate.",
				privacyCodeLabelLength: "Most characters of a privacy code's label.",
				willVersions: "Most versions of a will.",
				newProfilesPerDay: "Most profiles that a caller reads for the first time in a day.",
				eraseDeadlineSeconds: "How far ahead the deadline of an Erase message may be.",
			}),
			accounts: counts<"accounts">({
				passwordMinLength: "Fewest characters of a password.",
				passwordMaxLength: "Most characters of a password.",
				apiKeys: "Most active API keys of an account.",
				apiKeyLabelLength: "Most characters of an API key's label.",
				apiKeyDays: "Longest life of an API key that expires, in days.",
				origins: "Most browser origins of an account.",
				webhookEndpoints: "Most webhook endpoints of an account.",
				webhookUrlLength: "Most characters of an endpoint's URL.",
				webhookDescriptionLength: "Most characters of an endpoint's description.",
			}),
		})
		.meta({ id: "Limits", description: "More limits may be added." }),
);

export const clientConfigResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			version: z.string().meta({ description: "Version of the service's code.", example: "1.0.0" }),
			brand: z.string().meta({
				description: "The word that begins the names of webhook headers.",
				example: "Replevin",
			}),
			baseUrl: z.url().meta({ description: "Every path of this document is below it." }),
			appUrl: z.url().meta({ description: "Where people open the pages of this service." }),
			operator: operatorSchema(),
			challengePeriods: z.strictObject({
				recoverySeconds: count("From the court order of a recovery case to its earliest execution."),
				releaseSeconds: count("In which an owner can object to the release of the will."),
			}),
			caseExpirySeconds: count("How long a case waits for its court order before somebody must act."),
			chainsWithNode: z.array(chainIdSchema()).meta({
				description:
					"Chains that the service can ask, in ascending order. Contract wallets, proofs of execution and the watch over lost accounts need one; signatures by keys work on every chain.",
				example: [1, 8453],
			}),
			terms: z
				.strictObject({
					version: z.string().meta({ example: "2026-11-01" }),
					documentHash: hash32Schema().meta({ description: "SHA-256 of the bytes at `url`." }),
					url: z.url(),
				})
				.meta({ description: "The terms that owners accept." }),
			limits: limitsSchema(),
		})
		.meta({ id: "ClientConfig" }),
);
