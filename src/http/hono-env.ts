import type { Services } from "../services.ts";
import type { Page, Principal } from "./principal.ts";
import type { UploadedFile } from "./uploaded-file.ts";

export type RateLimitName = "public" | "login" | "credential";

export type AppliedRateLimit = { name: RateLimitName; perMinute: number; isExceeded: boolean };

export type HonoEnv = {
	Bindings: Env;
	Variables: {
		/** `req_` and 32 hex digits; generated here, never taken from the caller. */
		requestId: string;
		services: Services;
		/** Set by routes of the route table. */
		principal: Principal;
		originOwner?: Promise<string | undefined>;
		/** Set with the principal. */
		page?: Page;
		/** Gives the memory of the body back. */
		releaseBody?: () => void;
		heldBody?: Uint8Array | undefined;
		upload?: { file: UploadedFile; fields: unknown };
		rateLimit?: AppliedRateLimit;
		/** Rejects if the build is too old for its data. */
		generation?: Promise<void>;
	};
};
