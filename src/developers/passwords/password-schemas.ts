import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	MAX_PASSWORD_LENGTH,
	MAX_TYPED_LENGTH,
	MIN_PASSWORD_LENGTH,
	passwordProblems,
	preparePassword,
} from "./password-rules.ts";

/** Longer than any code. Other text is rejected like an unknown code. */
const MAX_TOKEN_LENGTH = 128;

export const newPassword = lazy(() =>
	z
		.string("must be a string")
		.overwrite(preparePassword)
		.superRefine((text, context) => {
			for (const { rule, message } of passwordProblems(text)) {
				context.addIssue({ code: "custom", ...breaks(rule, message) });
			}
		})
		.meta({
			description: doc(
				"At least one uppercase letter, lowercase letter, number and special character. A password that has leaked elsewhere, such as `Password1!`, is rejected although it has all of these.",
			),
			format: "password",
			minLength: MIN_PASSWORD_LENGTH,
			maxLength: MAX_PASSWORD_LENGTH,
			example: doc("correct Horse 7 battery"),
		}),
);

/** A password to check, which need not satisfy the rules. */
export const typedPassword = lazy(() =>
	z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_TYPED_LENGTH, `must have at most ${MAX_TYPED_LENGTH} characters`)
		.overwrite(preparePassword)
		.meta({ format: "password", example: doc("correct Horse 7 battery") }),
);

/** Confirms an action of a session. */
export const currentPassword = lazy(() =>
	typedPassword().meta({ format: "password", example: doc("my present Password 9") }),
);

export const resetPasswordBody = lazyObject("PasswordReset", () => ({
	token: z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_TOKEN_LENGTH, `must have at most ${MAX_TOKEN_LENGTH} characters`)
		.meta({
			description: doc(
				"The one-time code from the operator of the service: 25 letters and digits. Case, spaces and dashes do not matter.",
			),
			example: doc("7K3QX-M9DZ2-4TBWN-0F8HC-RV5JE"),
		}),
	newPassword: newPassword(),
}));
