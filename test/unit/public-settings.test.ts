// specification.md "Client configuration".
// The limits that clients are told are the limits of the OpenAPI document.
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { parseConfig } from "../../src/config/config.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { operations } from "../../src/operations.ts";
import { limitsOf } from "../../src/public-settings/limits.ts";
import { testSecrets } from "../support/service/secrets.ts";

const { vars } = unstable_readConfig({ config: "wrangler.toml" });
const parsed = parseConfig({ ...vars, ...testSecrets, BASE_URL: "https://replevin.test" });
if (!parsed.ok) throw new Error(parsed.problems.join("; "));
const limits = limitsOf(parsed.config);
const document: unknown = openApiDocument(operations, "/api/v1");

/** A value of the document by its path: `Call.properties.data.maxLength`. */
const inSchemas = (path: string) =>
	["components", "schemas", ...path.split(".")].reduce<unknown>((part, key) => Object(part)[key], document);
/** The most bytes of hex text that has at most so many characters. */
const bytesIn = (length: unknown) => (Number(length) - 2) / 2;

const { requests, recoveryCases, estateProfiles, accounts } = limits;

it.each([
	[requests.signatureBytes, bytesIn(inSchemas("CloseCaseBody.properties.signature.maxLength"))],
	[recoveryCases.transactions, inSchemas("RecoveryIntent.properties.txs.maxItems")],
	[recoveryCases.calldataBytes, bytesIn(inSchemas("Call.properties.data.maxLength"))],
	[recoveryCases.emailLength, inSchemas("Recovery.properties.email.maxLength")],
	[recoveryCases.courtOrderTitleLength, inSchemas("CourtInfo.properties.title.maxLength")],
	[recoveryCases.fullCaseNumberLength, inSchemas("CourtInfo.properties.fullCaseNumber.maxLength")],
	[recoveryCases.courtIdLength, inSchemas("CourtInfo.properties.courtId.maxLength")],
	[recoveryCases.reasonLength, inSchemas("CloseCaseBody.properties.reason.maxLength")],
	[recoveryCases.reasonLength, inSchemas("DecisionReason.maxLength")],
	[recoveryCases.reportedTransactions, inSchemas("ExecutionBody.properties.txHashes.maxItems")],
	[estateProfiles.privacyCodeLabelLength, inSchemas("PrivacyCodeBody.properties.label.maxLength")],
	[accounts.apiKeyLabelLength, inSchemas("ApiKeyRequest.properties.label.maxLength")],
	[accounts.apiKeyDays, inSchemas("ApiKeyRequest.properties.expiresInDays.maximum")],
	[accounts.webhookUrlLength, inSchemas("WebhookEndpointRequest.properties.url.maxLength")],
	[accounts.webhookDescriptionLength, inSchemas("WebhookEndpointRequest.properties.description.maxLength")],
])("a limit of the configuration is that of the document (%i)", (limit, documented) => {
	expect(limit).toBe(documented);
});

it("the limits that no schema shows are those that the design promises", () => {
	expect(limits).toMatchObject({
		requests: { bodyBytes: 1_048_576, publicBodyBytes: 131_072, fileBytes: 10_485_760, pageSize: 100 },
		recoveryCases: { documents: 20, documentTitleLength: 200 },
		estateProfiles: { privacyCodes: 20, eraseDeadlineSeconds: 3600 },
		accounts: { passwordMinLength: 8, passwordMaxLength: 32, apiKeys: 5, origins: 20, webhookEndpoints: 10 },
	});
});
