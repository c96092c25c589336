/** The estate of the wallet session, as the API shows it to its owner. */

import { ApiError, callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { walletOf } from "../core/wallet.ts";

export type Profile = ResponseBody<"getEstateProfile">;

/** @throws SessionNeeded */
export function estatePath(c: PageContext, rest = ""): string {
	return `/estate-profiles/${walletOf(c).address}${rest}`;
}

/** @throws SessionNeeded, ApiError */
export async function readProfile(c: PageContext): Promise<Profile> {
	return readEstate<Profile>(c, "");
}

/** @throws SessionNeeded, ApiError */
export async function readEstate<T>(c: PageContext, rest: string): Promise<T> {
	const result = await callApi<T>(c, { method: "GET", path: estatePath(c, rest), as: "wallet" });
	if (!result.ok) throw new ApiError(result);
	return result.body;
}

/** Who signs: the session's account, and for a contract the chain it is on. */
export function signerOf(c: PageContext): { ownerAddress: string; chainId?: number } {
	const { address, chainId } = walletOf(c);
	return { ownerAddress: address, ...(chainId !== null && { chainId }) };
}
