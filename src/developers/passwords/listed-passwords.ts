/** The passwords that leaked most often (auth.md "Passwords"). */
import { holds } from "./filter.ts";
import { formsOf } from "./password-forms.ts";

/** Base64 of the filter, which scripts/pages/leaked-passwords.ts makes. */
declare const LISTED_PASSWORDS: string;

const filter = Buffer.from(LISTED_PASSWORDS, "base64");

/** @param password prepared */
export const isListed = (password: string): boolean => formsOf(password).some((form) => holds(filter, form));
