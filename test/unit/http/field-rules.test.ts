/** The rules of fields in error details (auth.md "Rules of fields"). */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { emailSchema } from "../../../src/developers/account/account-schemas.ts";
import { newPassword } from "../../../src/developers/passwords/password-schemas.ts";
import { codeTextSchema } from "../../../src/estates/privacy-code/privacy-code-schemas.ts";
import { parseRequest, validationError } from "../../../src/http/validation.ts";
import { FIELD_RULES } from "../../../src/kernel/schemas/field-rule.ts";
import {
	addressSchema,
	chainIdSchema,
	lineOfText,
	signatureSchema,
	wholeNumberText,
} from "../../../src/kernel/schemas/schemas.ts";
import { operations } from "../../../src/operations.ts";
import { reportExecution } from "../../../src/recovery/execution/operations.ts";
import { intentSchema } from "../../../src/recovery/intent/intent-schemas.ts";
import { newCaseRequest } from "../../../src/recovery/intent/message-requests.ts";
import { isRawText } from "../../support/contract/raw-text.ts";
import { vectorIntent } from "../../support/signing/vectors.ts";

const detailsOf = (schema: z.ZodType, value: unknown) =>
	validationError(parseRequest(schema, value).error?.issues ?? []).details ?? [];
const rulesOf = (schema: z.ZodType, value: unknown) =>
	Object.fromEntries(detailsOf(schema, value).map(({ field, rule }) => [field, rule]));
const inField = (schema: z.ZodType) => z.strictObject({ a: schema });

describe("the rule of a field", () => {
	const own = "must be a colour";
	it.each<[string, z.ZodType, unknown, string]>([
		["an absent text", z.string(), undefined, "required"],
		["an absent text whose schema has words of its own", z.string(own), undefined, "required"],
		["an absent number", chainIdSchema(), undefined, "required"],
		["an absent value of a list", z.enum(["b", "c"]), undefined, "required"],
		["an absent value of a union", z.union([z.string(), z.int()]), undefined, "required"],
		["a number instead of text", z.string(own), 1, "type"],
		["null", z.string(), null, "type"],
		["text instead of a number", chainIdSchema(), "8453", "type"],
		["a broken number", z.int(), 1.5, "type"],
		["an object instead of a list", z.array(z.string()), {}, "type"],
		["another value than the allowed ones", z.enum(["b", "c"]), "d", "one_of"],
		["another literal", z.literal("b"), "d", "one_of"],
		["no form of a union", z.union([z.string(), z.int()]), true, "one_of"],
		["text of another form", z.string().regex(/^b$/, own), "c", "format"],
		["text that is no UUID", z.uuid(), "c", "format"],
		["a name for an address", addressSchema(), "vitalik.eth", "format"],
		[
			"an address with a changed letter",
			addressSchema(),
			`0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2a`,
			"checksum",
		],
		["text that is too long", z.string().max(1, own), "ab", "too_long"],
		["text that is too short", z.string().min(2), "a", "too_short"],
		["a list with too many entries", z.array(z.int()).max(1), [1, 2], "too_many"],
		["a list with too few entries", z.array(z.int()).min(1, own), [], "too_few"],
		["a number that is too large", z.int().max(5), 6, "too_large"],
		["a number that is too small", chainIdSchema(), 0, "too_small"],
		["a number in a query that is too small", wholeNumberText(1, 9), "0", "too_small"],
		["a number in a query that is too large", wholeNumberText(1, 9), "10", "too_large"],
		["no number in a query", wholeNumberText(1, 9), "1e1", "format"],
		["white space", lineOfText(9), " ", "blank"],
		["a line break", lineOfText(9), "a\nb", "characters"],
		["half a surrogate pair", lineOfText(9), "\ud800", "characters"],
		["a line that is too long", lineOfText(1), "ab", "too_long"],
		["a signature that is no hex", signatureSchema(), "signed", "format"],
		["half a byte", signatureSchema(), "0x1", "format"],
		["a signature that is too long", signatureSchema(), `0x${"00".repeat(16 * 1024 + 1)}`, "too_long"],
		["an e-mail address with an umlaut", emailSchema(), "jörg@example.com", "characters"],
		["text that is no e-mail address", emailSchema(), "jane", "format"],
		["an e-mail address that is too long", emailSchema(), `${"a".repeat(250)}@b.de`, "too_long"],
		["the zero address", addressSchema(), `0x${"0".repeat(40)}`, "not_allowed"],
		["a mistyped privacy code", codeTextSchema(), "RPL-00000-00000-00000-00000-00000-01", "checksum"],
		["a refinement that names no rule", z.string().refine(() => false), "a", "invalid"],
	])("is told for %s", (_, schema, value, rule) => {
		const given = value === undefined ? {} : { a: value };
		expect(rulesOf(inField(schema), given)).toEqual({ a: rule });
	});

	it("is told for unknown fields, and by the path of each field", () => {
		const { rec, txs } = vectorIntent;
		const bad = { rec: { ...rec, chainId: 0, note: 1 }, txs: [...txs, { ...txs[0], data: "0x1" }], memo: "" };
		expect(rulesOf(intentSchema(), bad)).toEqual({
			"rec.chainId": "too_small",
			"rec.note": "unknown_field",
			[`txs.${txs.length}.data`]: "format",
			memo: "unknown_field",
		});
	});

	it("is told for fields that contradict each other", () => {
		const { rec, txs } = vectorIntent;
		const same = { rec: { ...rec, recoveryAccount: rec.lostAccount }, txs };
		expect(rulesOf(intentSchema(), same)).toEqual({ "rec.recoveryAccount": "must_differ" });
		const value = { rec, txs: [{ ...txs[0], value: String(2n ** 256n) }] };
		expect(rulesOf(intentSchema(), value)).toEqual({ "txs.0.value": "too_large" });
		const other = { message: "NewCase", case: rec, transactions: txs, chainId: rec.chainId + 1 };
		expect(rulesOf(newCaseRequest(), other)).toEqual({ chainId: "must_equal" });
		const execution = reportExecution.body?.() ?? z.never();
		expect(rulesOf(execution, {})).toEqual({ txHashes: "exactly_one" });
	});

	it("is told for each rule that a password breaks", () => {
		const rules = (password: string) => detailsOf(newPassword(), password).map(({ rule }) => rule);
		expect(rules("")).toEqual(["too_short", "upper_case", "lower_case", "digit", "special_character"]);
		expect(rules(`Lorem-7${"a".repeat(26)}`)).toEqual(["too_long"]);
		expect(rules("Lorem-7\u0000ab")).toEqual(["characters"]);
	});
});

describe("the list of rules", () => {
	const TEXTS = ["", " ", "x", "0x", "1e3", "\n"];
	const VALUES = [undefined, null, ...TEXTS, -1, 0, 1.5, 2 ** 53, true, [], [null], {}, { a: 1 }];
	const schemas = operations.flatMap(({ operationId, params, query, body }) =>
		[params, query, body].flatMap((schema) => (schema ? [[operationId, schema] as const] : [])),
	);
	it.each(schemas)("has the rule of every problem with the request of %s, in words of ours", (_, schema) => {
		const built = schema();
		const fields = built instanceof z.ZodObject ? Object.keys(built.shape) : [];
		const inputs = [...VALUES, ...fields.flatMap((field) => VALUES.map((value) => ({ [field]: value })))];
		const details = inputs.flatMap((input) => detailsOf(built, input));
		const rules = new Set(details.map(({ rule }) => rule));
		expect(rules.size).toBeGreaterThan(0);
		// A refinement without a rule would be `invalid`: name it with `breaks`.
		for (const rule of rules) expect(FIELD_RULES.filter((known) => known !== "invalid")).toContain(rule);
		expect(details.map(({ message }) => message).filter(isRawText)).toEqual([]);
	});
});
