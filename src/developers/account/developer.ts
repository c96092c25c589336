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
};

export type DeveloperWithHash = Developer & { passwordHash: string };
