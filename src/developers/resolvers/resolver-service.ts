/** Who may resolve privacy codes that others have created (auth.md "Principals"): a reviewer's grant, taken back likewise. */
import type { Developer, DeveloperRows } from "../ports.ts";

export type ResolverAnswer =
	| { kind: "changed"; user: Developer }
	/** It was so before, or another call has done it meanwhile. */
	| { kind: "unchanged"; user: Developer }
	| { kind: "no_such_account" }
	/** The account's role is not one that this grant starts from or that this revocation ends. */
	| { kind: "other_role"; role: Developer["role"] };

export type ResolverService = ReturnType<typeof createResolverService>;

export function createResolverService(rows: Pick<DeveloperRows, "findByEmail" | "findById" | "changeRole">) {
	type Change = { from: Developer["role"]; to: Developer["role"]; isRepeatable: boolean };

	async function change(
		found: Developer | undefined,
		{ from, to, isRepeatable }: Change,
	): Promise<ResolverAnswer> {
		if (!found) return { kind: "no_such_account" };
		const { developerId, email, createdAt } = found;
		const user = { developerId, email, role: to, createdAt };
		if (await rows.changeRole({ developerId, from, to })) return { kind: "changed", user };
		const standing = await rows.findById(developerId);
		if (!standing) return { kind: "no_such_account" };
		const isDone = standing.role === to && (isRepeatable || found.role === from);
		return isDone ? { kind: "unchanged", user } : { kind: "other_role", role: standing.role };
	}

	return {
		/** Granting it again changes nothing. @param email canonical */
		grant: async (email: string) =>
			change(await rows.findByEmail(email), { from: "developer", to: "resolver", isRepeatable: true }),
		/** An account that is no resolver has nothing to lose, and is not shown to whoever asks. */
		revoke: async (developerId: string) =>
			change(await rows.findById(developerId), { from: "resolver", to: "developer", isRepeatable: false }),
	};
}
