/** What a chain's node says an account is and holds (recovery.md "What an account is"). The API keeps nothing of it. */
import type { AccountFacts } from "../../../accounts/read-account.ts";
import { type ApiResult, callApi } from "./api.ts";
import type { PageContext } from "./page-env.ts";
import { callAsVisitor } from "./visitor.ts";

export type { AccountFacts };

type Account = { chainId: string | number; address: string };

const pathOf = ({ chainId, address }: Account) =>
	`/hosted-app/accounts/${encodeURIComponent(chainId)}/${encodeURIComponent(address.toLowerCase())}`;

/** Paid by the wallet that is signed in. */
export const readAccountAsWallet = (c: PageContext, account: Account): Promise<ApiResult<AccountFacts>> =>
	callApi(c, { method: "GET", path: pathOf(account), as: "wallet" });

/** Paid by a session of nobody, which it opens if there is none. */
export const readAccountAsVisitor = (c: PageContext, account: Account): Promise<ApiResult<AccountFacts>> =>
	callAsVisitor(c, { method: "GET", path: pathOf(account) });
