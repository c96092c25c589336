/**
 * Rules that a field of a request can break (auth.md "Rules of fields"). Pages and integrators word errors from code, field
 * and rule, so a rule is never renamed.
 */
export const FIELD_RULES = [
	"required",
	"unknown_field",
	"type",
	"format",
	"checksum",
	"one_of",
	"blank",
	"characters",
	"too_short",
	"too_long",
	"too_small",
	"too_large",
	"too_few",
	"too_many",
	"quota_full",
	"duplicate",
	"must_equal",
	"must_differ",
	"exactly_one",
	"expired",
	"outdated",
	"not_allowed",
	"signer",
	"other_service",
	"upper_case",
	"lower_case",
	"digit",
	"special_character",
	"no_contract",
	"too_common",
	"json",
	"too_complex",
	"invalid",
] as const;

export type FieldRule = (typeof FIELD_RULES)[number];

/** The message and the rule of a refinement. Without it, its rule is `invalid`. */
export const breaks = (rule: FieldRule, message: string) => ({ message, params: { rule } });
