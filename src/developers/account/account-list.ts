/** Lists the accounts with a role, for reviewers (auth.md "Principals"). */
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import type { Developer, Role } from "./developer.ts";
import type { AccountKey, DeveloperRows } from "./developers.d1.ts";

export type AccountList = ReturnType<typeof createAccountList>;

export function createAccountList(rows: Pick<DeveloperRows, "listByRole">) {
	return async (
		role: Role,
		after: AccountKey | undefined,
		limit: number,
	): Promise<Page<Developer, AccountKey>> => {
		const found = await rows.listByRole(role, after, limit + 1);
		return pageOf(found, limit, ({ createdAt, developerId }) => ({ createdAt, developerId }));
	};
}
