/** `resolver`: a court, notary or law firm, granted by a reviewer. `reviewer`: granted by the operator. */
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
