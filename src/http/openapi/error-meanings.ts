/** What each error code and each rule of fields means, for the OpenAPI document and its pages. */
import type { ErrorCode } from "../../kernel/errors/app-error.ts";
import type { FieldRule } from "../../kernel/schemas/field-rule.ts";

export const meaningOfCode: Record<ErrorCode, string> = {
	INPUT_VALIDATION_ERROR: "The request has invalid fields; `details` names each one.",
	NO_RECOVERY_CASE_TXS: "The recovery has no transactions.",
	UNMATCHED_JRC_HASH: "The jrcHash sent is not the hash of this intent.",
	UNAUTHORIZED: "This operation needs a credential.",
	INVALID_AUTH:
		"The API key pair is wrong, has expired, was rotated or was revoked, or half of it is missing.",
	INVALID_TOKEN: "The access token is invalid.",
	EXPIRED_TOKEN: "The session has ended.",
	INVALID_PASSWORD: "The e-mail address or the password is wrong.",
	INVALID_SIGNER:
		"The signature is not by the account that must sign this message; `details` has what was compared.",
	FORBIDDEN: "The credential does not allow this operation, or not from this page.",
	RESOURCE_NOT_FOUND: "The resource does not exist, or the caller may not see it.",
	API_KEY_NOT_FOUND: "The account has no active API key with this id.",
	USER_NOT_FOUND:
		"The account of this credential no longer exists, or a reviewer named an account that does not exist.",
	METHOD_NOT_ALLOWED: "The path does not serve this method; `Allow` lists those it serves.",
	REQUEST_TIMEOUT: "The body did not arrive in time: it paused or took too long. Nothing was stored.",
	RECOVERY_STATUS_ERROR: "The status of the case does not allow this.",
	USER_FOUND: "An account with this e-mail address already exists.",
	EXCEEDED_API_KEY_AMOUNT:
		"The account already has five active API keys, the maximum. A replaced key counts until its overlap ends.",
	CASE_ALREADY_EXISTS: "A case for this recovery already exists.",
	ORIGIN_ALREADY_ALLOWED: "This origin is already allowed for another developer.",
	EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: "The account has the maximum number of webhook endpoints.",
	WEBHOOK_ENDPOINT_DISABLED: "The endpoint is disabled and receives nothing. Enable it first.",
	AGREEMENT_REQUIRED: "The owner has not accepted the current terms. Send the agreement first.",
	WILL_VERSION_CONFLICT: "The version is not the next one, or a concurrent upload has used it.",
	NONCE_ALREADY_USED: "This nonce was used before. Sign a message with a new nonce.",
	EXCEEDED_PRIVACY_CODE_AMOUNT: "The estate has the maximum number of live privacy codes. Revoke one first.",
	EXCEEDED_DOCUMENT_AMOUNT:
		"The case has the maximum number of documents, or the will of versions. Documents of a case cannot be removed.",
	EXCEEDED_EVIDENCE_LINK_AMOUNT:
		"The caller has the maximum number of live links to the evidence of this case. Revoke one first.",
	HOSTED_LINK_STATUS_ERROR: "The status of the hosted link does not allow this.",
	RELEASE_STATUS_ERROR: "The status of the release request does not allow this.",
	NO_FILE_UPLOADED: "The request has no `file`.",
	NO_FILE_BUFFER: "The file is empty.",
	INVALID_FILE_FORMAT: "The file is neither a PDF nor UTF-8 text, or contradicts its declared type.",
	PAYLOAD_TOO_LARGE: "The body is larger than the limit. A file of more than 0.75 MiB needs a form.",
	UNSUPPORTED_MEDIA_TYPE:
		"The `Content-Type` is not `application/json`; uploads also accept `multipart/form-data`.",
	RATE_LIMITED:
		"A rate limit or a quota is exceeded; try again after `Retry-After`. Without it, waiting does not help: end one of what the quota counts.",
	INTERNAL_SERVER_ERROR: "An unexpected error occurred in the service.",
	IDEMPOTENCY_KEY_REUSED:
		"This `Idempotency-Key` came with another request of this operation within the last day.",
	IDEMPOTENCY_KEY_IN_PROGRESS:
		"The first request with this `Idempotency-Key` is still in progress; repeat it after `Retry-After`.",
	SERVICE_UNAVAILABLE: "A part of the service does not respond; try again after `Retry-After`.",
};

/** auth.md "Rules of fields". */
export const meaningOfRule: Record<FieldRule, string> = {
	required: "the field is missing",
	unknown_field: "the operation does not know the field",
	type: "another JSON type is expected, such as a number instead of text",
	format: "the text does not have the form of the field, such as an address, a time or an id",
	checksum: "the form is right, but the checksum is not: a character was changed or mistyped",
	one_of: "the value is none of the allowed ones",
	blank: "the text has no visible character",
	characters: "the text has a character that is not allowed there",
	too_short: "the text has too few characters",
	too_long: "the text has too many characters, or too many bytes",
	too_small: "the number is too small",
	too_large: "the number or time is too large",
	too_few: "the list has too few entries",
	too_many: "the list has too many entries",
	quota_full: "as many exist as the quota allows: waiting does not help, but removing or closing one does",
	duplicate: "the list names an entry twice, or the query a parameter that takes one value",
	must_equal: "the value contradicts another field, or the file",
	must_differ: "the value is the same as that of another field",
	exactly_one: "of two fields exactly one must be present",
	expired: "the time has passed",
	outdated: "the value belongs to an earlier version, such as that of the terms",
	not_allowed: "the form is right, but the service does not accept the value",
	signer: "the expected account did not make the signature",
	other_service: "the message was signed for another service",
	upper_case: "the password has no upper-case letter",
	lower_case: "the password has no lower-case letter",
	digit: "the password has no digit",
	special_character: "the password has no special character",
	no_contract: "the chain has no contract at the address",
	too_common: "the password is a common one",
	json: "the body is not JSON",
	too_complex: "the body has too many values, or is too deep",
	invalid: "another rule, which `message` says",
};
