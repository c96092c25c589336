/** auth.md "Granting roles". */
import { AppError } from "../../kernel/errors/app-error.ts";
import type { Developer } from "../account/developer.ts";
import type { DeveloperRows } from "../account/developers.d1.ts";
import { accountNotFound } from "../errors.ts";

/** `isChanged`: false for a repetition. */
type ResolverResult = { user: Developer; isChanged: boolean };

export function createResolverService(rows: Pick<DeveloperRows, "findById" | "changeRole">) {
	type Change = { from: Developer["role"]; to: Developer["role"]; isRepeatable: boolean };

	async function change(
		found: Developer | undefined,
		{ from, to, isRepeatable }: Change,
	): Promise<ResolverResult> {
		if (!found) throw accountNotFound();
		const { developerId } = found;
		const user = { ...found, role: to };
		if (await rows.changeRole({ developerId, from, to })) return { user, isChanged: true };
		const current = await rows.findById(developerId);
		if (!current) throw accountNotFound();
		const isDone = current.role === to && (isRepeatable || found.role === from);
		if (isDone) return { user, isChanged: false };
		throw new AppError({
			code: "FORBIDDEN",
			message: `The role of this account is ${current.role}. Only a developer can become a resolver, and only a resolver can become a developer again.`,
		});
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
