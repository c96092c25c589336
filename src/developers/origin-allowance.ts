/** How much is stored in the name of a browser origin in a day, counted exactly in an account object of its own. */
import type { OriginUse, UseOriginAnswer } from "../../durable/account/account-messages.ts";

export type OriginAllowance = {
	/** Takes bytes off the allowances of the origin and of the client's network in it, or off neither. */
	use(request: { origin: string } & OriginUse): Promise<UseOriginAnswer>;
	/** Undoes a use after which nothing was stored. */
	restore(request: { origin: string } & OriginUse): Promise<void>;
};
