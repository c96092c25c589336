/** auth.md "Granting roles". */
import type { Developer } from "../account/developer.ts";
import type { DeveloperRows } from "../account/developers.d1.ts";

export type ResolverResult =
	| { kind: "changed"; user: Developer }
	| { kind: "unchanged"; user: Developer }
	| { kind: "account_not_found" }
	| { kind: "other_role"; role: Developer["role"] };

export type ResolverService = ReturnType<typeof createResolverService>;

export function createResolverService(rows: Pick<DeveloperRows, "findById" | "changeRole">) {
	type Change = { from: Developer["role"]; to: Developer["role"]; isRepeatable: boolean };

	async function change(
		found: Developer | undefined,
		{ from, to, isRepeatable }: Change,
	): Promise<ResolverResult> {
		if (!found) return { kind: "account_not_found" };
		const { developerId, email, createdAt } = found;
		const user = { developerId, email, role: to, createdAt };
		if (await rows.changeRole({ developerId, from, to })) return { kind: "changed", user };
		const current = await rows.findById(developerId);
		if (!current) return { kind: "account_not_found" };
		const isDone = current.role === to && (isRepeatable || found.role === from);
		return isDone ? { kind: "unchanged", user } : { kind: "other_role", role: current.role };
	}

	return {
		/** Idempotent. */
		grant: async (developerId: string) =>
			change(await rows.findById(developerId), { from: "developer", to: "resolver", isRepeatable: true }),
		/** Only for resolvers, because only the operator revokes the role of a reviewer. */
		revoke: async (developerId: string) =>
			change(await rows.findById(developerId), { from: "resolver", to: "developer", isRepeatable: false }),
	};
}
