/** Limits that a client should know before it calls. */
import type { Config } from "../config/config.ts";
import { MAX_ACTIVE_KEYS, MAX_EXPIRY_DAYS, MAX_LABEL_LENGTH } from "../developers/api-keys/key-limits.ts";
import { MAX_ORIGINS_PER_DEVELOPER } from "../developers/origins/origin-service.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../developers/passwords/password-rules.ts";
import { MAX_DOCUMENT_BYTES } from "../document-store/judge-document.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "../estates/erasure/erasure-schemas.ts";
import { MAX_LIVE_PRIVACY_CODES } from "../estates/privacy-code/privacy-code.ts";
import { MAX_LABEL_LENGTH as MAX_CODE_LABEL_LENGTH } from "../estates/privacy-code/privacy-code-schemas.ts";
import { BODY_LIMIT_BYTES, PUBLIC_BODY_LIMIT_BYTES } from "../http/body-limit.ts";
import { MAX_SIGNATURE_BYTES } from "../kernel/crypto/secp256k1/parse-signature.ts";
import { MAX_PAGE_SIZE } from "../kernel/paging/paging.ts";
import { MAX_EMAIL_LENGTH } from "../kernel/schemas/email.ts";
import { MAX_DOCUMENTS, MAX_TITLE_LENGTH } from "../protocol/case-documents.ts";
import { NAMED_PER_MINUTE } from "../quota/report-rate.ts";
import { COURT_ORDER_LENGTHS, MAX_REASON_LENGTH } from "../recovery/case/case-schemas.ts";
import { MAX_CALLDATA_BYTES, MAX_TRANSACTIONS } from "../recovery/intent/intent-schemas.ts";
import { MAX_DESCRIPTION_LENGTH } from "../webhooks/endpoint/endpoint-schemas.ts";
import { MAX_ENDPOINTS_PER_DEVELOPER } from "../webhooks/endpoint/endpoint-service.ts";
import { MAX_URL_LENGTH } from "../webhooks/endpoint/target-rules.ts";

export type Limits = ReturnType<typeof limitsOf>;

export function limitsOf(config: Config) {
	return {
		requests: {
			bodyBytes: BODY_LIMIT_BYTES,
			publicBodyBytes: PUBLIC_BODY_LIMIT_BYTES,
			fileBytes: MAX_DOCUMENT_BYTES,
			signatureBytes: MAX_SIGNATURE_BYTES,
			pageSize: MAX_PAGE_SIZE,
			publicPerMinute: config.ratesPerMinute.public,
			loginsPerMinute: config.ratesPerMinute.login,
			perCredentialPerMinute: config.ratesPerMinute.credential,
		},
		recoveryCases: {
			transactions: MAX_TRANSACTIONS,
			calldataBytes: MAX_CALLDATA_BYTES,
			emailLength: MAX_EMAIL_LENGTH,
			courtOrderTitleLength: COURT_ORDER_LENGTHS.title,
			fullCaseNumberLength: COURT_ORDER_LENGTHS.fullCaseNumber,
			courtIdLength: COURT_ORDER_LENGTHS.courtId,
			reasonLength: MAX_REASON_LENGTH,
			documents: MAX_DOCUMENTS,
			documentTitleLength: MAX_TITLE_LENGTH,
			reportedTransactions: NAMED_PER_MINUTE,
			openPerLostAccount: config.openCasesPerAccount,
			openPerOrigin: config.budgets.cases.amounts.origin,
		},
		estateProfiles: {
			privacyCodes: MAX_LIVE_PRIVACY_CODES,
			privacyCodeLabelLength: MAX_CODE_LABEL_LENGTH,
			willVersions: config.willVersionsPerEstate,
			newProfilesPerDay: config.budgets.profiles.amounts.developer,
			eraseDeadlineSeconds: MAX_ERASE_DEADLINE_SECONDS,
		},
		accounts: {
			passwordMinLength: MIN_PASSWORD_LENGTH,
			passwordMaxLength: MAX_PASSWORD_LENGTH,
			apiKeys: MAX_ACTIVE_KEYS,
			apiKeyLabelLength: MAX_LABEL_LENGTH,
			apiKeyDays: MAX_EXPIRY_DAYS,
			origins: MAX_ORIGINS_PER_DEVELOPER,
			webhookEndpoints: MAX_ENDPOINTS_PER_DEVELOPER,
			webhookUrlLength: MAX_URL_LENGTH,
			webhookDescriptionLength: MAX_DESCRIPTION_LENGTH,
		},
	};
}
