import type { Services } from "../services.ts";
import type { Principal } from "./principal.ts";
import type { AppliedRateLimit } from "./rate-limit.ts";

/** The one Hono environment type of the service. */
export type HonoEnv = {
	Bindings: Env;
	Variables: {
		/** `req_` + 32 hex digits; made here, never taken from the caller. */
		requestId: string;
		services: Services;
		/** Set by the route's policy, before validation and handler. */
		principal: Principal;
		/** What `originOwnerOf` found. */
		originOwner?: Promise<string | undefined>;
		/** The first shield that this request is counted by, where there is one. */
		rateLimit?: AppliedRateLimit;
	};
};
