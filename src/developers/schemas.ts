/** What comes in about developers, their sessions and keys (specification "Developer user and credentials"). */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { lineOfText, overlapSeconds } from "../kernel/schemas.ts";
import { canonicalEmail, emailProblem, MAX_EMAIL_LENGTH } from "./account/email.ts";
import {
	MAX_PASSWORD_LENGTH,
	MAX_TYPED_LENGTH,
	MIN_PASSWORD_LENGTH,
	passwordProblems,
	preparePassword,
} from "./passwords/password-rules.ts";

const MAX_LABEL_LENGTH = 64;
const MAX_EXPIRY_DAYS = 3650;
/** Above any token; what has not the form of one is answered like an unknown one. */
const MAX_RESET_TOKEN_LENGTH = 128;

export const emailSchema = lazy(() =>
	z
		.string("must be a string")
		.superRefine((text, context) => {
			const problem = emailProblem(text);
			if (problem) context.addIssue({ code: "custom", message: problem });
		})
		.meta({
			description: "ASCII only, case-insensitive.",
			format: "email",
			maxLength: MAX_EMAIL_LENGTH,
			example: "dev@example.com",
		})
		.transform(canonicalEmail),
);

const newPassword = lazy(() =>
	z
		.string("must be a string")
		.overwrite(preparePassword)
		.superRefine((text, context) => {
			for (const message of passwordProblems(text)) context.addIssue({ code: "custom", message });
		})
		.meta({
			description:
				"At least one uppercase letter, lowercase letter, number and special character. Common passwords are rejected.",
			format: "password",
			minLength: MIN_PASSWORD_LENGTH,
			maxLength: MAX_PASSWORD_LENGTH,
			example: "correct Horse 7 battery",
		}),
);

const password = lazy(() =>
	z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_TYPED_LENGTH, `must have at most ${MAX_TYPED_LENGTH} characters`)
		.overwrite(preparePassword)
		.meta({ format: "password", example: "correct Horse 7 battery" }),
);

/** Shown once more by somebody who has a session. */
const ownPassword = lazy(() => password().meta({ format: "password", example: "my present Password 9" }));

export const registerBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: newPassword() })
		.meta({ id: "Registration", description: "The account to create." }),
);

export const loginBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: password() })
		.meta({ id: "Login", description: "E-mail address and password of an account." }),
);

export const changePasswordBody = lazy(() =>
	z
		.strictObject({ currentPassword: ownPassword(), newPassword: newPassword() })
		.meta({ id: "PasswordChange" }),
);

export const resetPasswordBody = lazy(() =>
	z
		.strictObject({
			token: z
				.string("must be a string")
				.min(1, "must not be empty")
				.max(MAX_RESET_TOKEN_LENGTH, `must have at most ${MAX_RESET_TOKEN_LENGTH} characters`)
				.meta({
					description: "The token of the one-time link that the operator of the service sent.",
					example: "Zm9yLXRoZS1leGFtcGxlLW9ubHktMzItYnl0ZXMtbG8",
				}),
			newPassword: newPassword(),
		})
		.meta({ id: "PasswordReset" }),
);

export const deleteAccountBody = lazy(() =>
	z
		.strictObject({ password: ownPassword() })
		.meta({ id: "AccountDeletion", description: "The password again, because deletion cannot be undone." }),
);

export const issueApiKeyBody = lazy(() =>
	z
		.strictObject({
			label: lineOfText(MAX_LABEL_LENGTH).meta({
				description: "What the key is for; shown in lists.",
				example: "production backend",
			}),
			expiresInDays: z
				.int("must be a whole number")
				.min(1, "must be at least 1")
				.max(MAX_EXPIRY_DAYS, `must be at most ${MAX_EXPIRY_DAYS}`)
				.optional()
				.meta({ description: "If omitted, the key is valid until it is revoked.", example: 90 }),
		})
		.meta({ id: "ApiKeyRequest" }),
);

const keyId = lazy(() =>
	z
		.uuid("must be the id of a key, a UUID")
		.toLowerCase()
		.meta({ example: "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10" }),
);

export const apiKeyParams = lazy(() => z.strictObject({ keyId: keyId() }));

export const rotateApiKeyBody = lazy(() =>
	z
		.strictObject({
			overlapSeconds: overlapSeconds("How long the old key stays valid; one day if omitted."),
		})
		.meta({ id: "ApiKeyRotationRequest" }),
);

export const revokeApiKeyBody = lazy(() =>
	z.strictObject({ keyId: keyId() }).meta({ id: "ApiKeyRevocationRequest" }),
);
