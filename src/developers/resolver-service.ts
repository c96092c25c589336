/** Who may resolve privacy codes that others have created (auth.md "Principals"): a reviewer's grant, taken back likewise. */
import type { Developer, DeveloperRows } from "./ports.ts";

export type ResolverAnswer =
	| { kind: "changed"; user: Developer }
	| { kind: "no_such_account" }
	/** The account's role is not one that this grant starts from or that this revocation ends. */
	| { kind: "other_role"; role: Developer["role"] };

export type ResolverService = ReturnType<typeof createResolverService>;

export function createResolverService(rows: Pick<DeveloperRows, "findByEmail" | "findById" | "changeRole">) {
	async function change(
		found: Developer | undefined,
		from: Developer["role"],
		to: Developer["role"],
	): Promise<ResolverAnswer> {
		if (!found) return { kind: "no_such_account" };
		const { developerId, email, createdAt } = found;
		const isChanged = await rows.changeRole({ developerId, from, to });
		if (!isChanged && found.role !== to) return { kind: "other_role", role: found.role };
		return { kind: "changed", user: { developerId, email, role: to, createdAt } };
	}

	return {
		/** Granting it again changes nothing. @param email canonical */
		grant: async (email: string) => change(await rows.findByEmail(email), "developer", "resolver"),
		revoke: async (developerId: string) => change(await rows.findById(developerId), "resolver", "developer"),
	};
}
