import type { Language } from "../../kernel/languages.ts";

/** Reviewers grant `resolver`, the operator grants `reviewer`. */
export const ROLES = ["developer", "resolver", "reviewer"] as const;
export type Role = (typeof ROLES)[number];

export type Developer = {
	developerId: string;
	/** ASCII, lower case. */
	email: string;
	role: Role;
	/** Unix milliseconds. */
	createdAt: number;
	/** Unix milliseconds; null until the address is confirmed. */
	emailConfirmedAt: number | null;
	/** Of mail to the address. */
	language: Language;
	/** The role gives no powers before. Unix milliseconds; 0 if nothing holds it back. */
	roleHeldUntil: number;
};

/** False while the role is held back. @param now unix milliseconds */
export const isReviewerNow = ({ role, roleHeldUntil }: Developer, now: number): boolean =>
	role === "reviewer" && roleHeldUntil <= now;

/** Of an account that has just been registered. */
export const UNCONFIRMED = { emailConfirmedAt: null, language: "en", roleHeldUntil: 0 } as const;

const DAY_MS = 24 * 3600 * 1000;

/** After a change by which somebody else may have got in (auth.md "Held-back roles"). */
export const holdingRole = (now: number): number => now + DAY_MS;

export type DeveloperWithHash = Developer & { passwordHash: string };
