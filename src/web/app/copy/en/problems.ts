/** Words for rejections of the API. A page may have better ones of its own; these hold everywhere. */
import type { ErrorCode } from "../../../../kernel/errors/app-error.ts";
import type { FieldRule } from "../../../../kernel/schemas/field-rule.ts";

/** `plain` pages have words of their own for these statuses (core/errors.tsx). */
type OwnPage = "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT";

export type ProblemWords = {
	rules: Record<FieldRule, string>;
	codes: Record<Exclude<ErrorCode, OwnPage>, string>;
	/** For a rule or a code that this build does not know. */
	other: string;
	address: string;
	chain: string;
};

export const problems: ProblemWords = {
	other: "This was not accepted. Check what you entered.",
	address: "Enter an address: 0x and 40 characters from 0 to 9 and a to f.",
	chain: "Choose the network, or enter its number.",
	rules: {
		required: "Fill this in.",
		unknown_field: "This entry is not known here.",
		type: "This does not have the right form.",
		format: "This does not have the right form.",
		checksum: "One character of this address is wrong: its capital letters do not match. Copy it again.",
		one_of: "Choose one of the entries that are offered.",
		blank: "Fill this in.",
		characters: "This has a character that is not allowed here, such as a line break.",
		too_short: "This is too short.",
		too_long: "This is too long.",
		too_small: "This is too small.",
		too_large: "This is too large.",
		too_few: "There are too few of these.",
		too_many: "There are too many of these.",
		quota_full: "You have as many of these as you may have. Remove or close one first.",
		duplicate: "This is here twice.",
		must_equal: "This does not match the other entries.",
		must_differ: "This must differ from the other entry.",
		exactly_one: "Fill in exactly one of these.",
		expired: "The time of this has passed.",
		outdated: "This is out of date. Reload the page.",
		not_allowed: "This is not allowed here.",
		signer: "This is not signed by the account that must sign.",
		other_service:
			"This message was signed for another service. Start again, and sign the message of this one.",
		upper_case: "Add a capital letter.",
		lower_case: "Add a small letter.",
		digit: "Add a digit.",
		special_character: "Add a special character, such as ! or -.",
		no_contract: "There is no contract at this address on this network. Check the address and the network.",
		too_common: "Too many people use this password. Choose another one.",
		json: "This cannot be read.",
		too_complex: "This is too large to be read.",
		invalid: "This is not right. Check it.",
	},
	codes: {
		INPUT_VALIDATION_ERROR: "This was not accepted. Check what you entered.",
		NO_RECOVERY_CASE_TXS: "A case needs at least one transaction.",
		UNMATCHED_JRC_HASH: "The fingerprint does not belong to this recovery.",
		NO_FILE_UPLOADED: "Choose a file.",
		NO_FILE_BUFFER: "The file is empty. Choose another one.",
		UNAUTHORIZED: "You are not signed in any more. Sign in again.",
		INVALID_AUTH: "The credentials are wrong.",
		INVALID_TOKEN: "This is not valid any more. Start again.",
		EXPIRED_TOKEN: "The time of this has passed. Start again.",
		INVALID_PASSWORD: "The e-mail address or the password is wrong. Check both, and try again.",
		INVALID_SIGNER: "The signature is not by the account that must sign, or not of this message.",
		FORBIDDEN: "The account that you are signed in with may not do this. Nothing was changed.",
		RESOURCE_NOT_FOUND: "This does not exist, or it belongs to somebody else.",
		API_KEY_NOT_FOUND: "This key is not active any more.",
		USER_NOT_FOUND: "There is no account with this id. Compare it letter by letter.",
		RECOVERY_STATUS_ERROR:
			"The case does not allow this now. Its page says where it stands. Nothing was changed.",
		USER_FOUND: "There is an account with this e-mail address already. Log in.",
		EXCEEDED_API_KEY_AMOUNT:
			"The account has as many active keys as it may have. A rotated key counts until it ends. Wait, or revoke one.",
		CASE_ALREADY_EXISTS: "This recovery is on file already.",
		ORIGIN_ALREADY_ALLOWED: "This site is allowed for another account already.",
		EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: "Your account has as many endpoints as it may have. Delete one first.",
		WEBHOOK_ENDPOINT_DISABLED: "The endpoint is disabled, so nothing is sent to it. Enable it first.",
		AGREEMENT_REQUIRED: "Accept the terms first.",
		WILL_VERSION_CONFLICT: "Another version was lodged in the meantime. Look at the list of versions.",
		NONCE_ALREADY_USED: "This message was used before. Start again, and sign a new one.",
		EXCEEDED_PRIVACY_CODE_AMOUNT: "You have as many codes as an estate may have. Revoke one first.",
		EXCEEDED_DOCUMENT_AMOUNT: "There are as many documents as there may be. Nothing was added.",
		EXCEEDED_EVIDENCE_LINK_AMOUNT: "The case has as many links as it may have. Revoke one first.",
		RELEASE_STATUS_ERROR: "The request does not allow this now. Nothing was changed.",
		HOSTED_LINK_STATUS_ERROR: "The link does not allow this any more. Nothing was changed.",
		IDEMPOTENCY_KEY_REUSED:
			"This form was sent before with other entries. Reload the page, and fill it in again.",
		IDEMPOTENCY_KEY_IN_PROGRESS:
			"This form was sent a moment ago, and is still at work. Wait, then reload the page.",
		PAYLOAD_TOO_LARGE: "This is too large. Nothing was stored.",
		INVALID_FILE_FORMAT:
			"The file is not a PDF that can be kept. If it is a photo, scan the paper as a PDF, for example with Notes on an iPhone or Drive on Android.",
		UNSUPPORTED_MEDIA_TYPE: "This form cannot be read. Open the page again, and use its own form.",
		RATE_LIMITED: "Too many requests. Nothing was changed. Please wait a minute, then try again.",
	},
};
