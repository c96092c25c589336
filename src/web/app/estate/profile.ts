/** The estate of the wallet session, as the API shows it to its owner. */

import { readApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { countOfDays } from "../core/times.ts";
import { walletOf } from "../core/wallet.ts";

const DAY_SECONDS = 24 * 3600;

export type Profile = ResponseBody<"getEstateProfile">;

/** @throws SessionNeeded */
export function estatePath(c: PageContext, rest = ""): string {
	return `/estate-profiles/${walletOf(c).address}${rest}`;
}

/** @throws SessionNeeded, ApiError */
export const readProfile = (c: PageContext): Promise<Profile> => readEstate<Profile>(c, "");

/** @throws SessionNeeded, ApiError */
export const readEstate = async <T>(c: PageContext, rest: string): Promise<T> =>
	readApi<T>(c, "wallet", estatePath(c, rest));

/** Who signs: the session's account, and for a contract the chain it is on. */
export function signerOf(c: PageContext): { ownerAddress: string; chainId?: number } {
	const { address, chainId } = walletOf(c);
	return { ownerAddress: address, ...(chainId !== null && { chainId }) };
}

/** How long an owner can object at least before a will is given out, in words. */
export function timeToObject(c: PageContext): string {
	return countOfDays(Math.floor(c.env.settings.releaseChallengeSeconds / DAY_SECONDS), c.get("language"));
}
