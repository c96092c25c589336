/** How much is stored in somebody's name in a day, counted exactly in an account object that does nothing else. */
import type { OriginUse, UseOriginAnswer } from "../../durable/account/account-messages.ts";

/** A browser origin, or all sessions of wallets at one client network, which is named by a keyed hash. */
export type AllowanceHolder = { origin: string } | { sessionsAt: string };

export type OriginAllowance = {
	/** Takes bytes off the allowances of the holder and of the client's network in it, or off neither. */
	use(request: { holder: AllowanceHolder } & OriginUse): Promise<UseOriginAnswer>;
	/** Undoes a use after which nothing was stored. */
	restore(request: { holder: AllowanceHolder } & OriginUse): Promise<void>;
};
