import type { UploadReservation } from "../quota/upload-memory.ts";
import type { Services } from "../services.ts";
import type { Principal } from "./principal.ts";
import type { UploadedFile } from "./uploaded-file.ts";

export type RateLimitName = "public" | "login" | "credential";

/** The rate limit that counted a request. */
export type AppliedRateLimit = { name: RateLimitName; perMinute: number; isExceeded: boolean };

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
		/** What this upload has reserved of the upload memory budget. */
		uploadReservation?: UploadReservation;
		/** The body of an upload, until it has been taken apart. */
		heldBody?: Uint8Array | undefined;
		/** Of an upload: the file, and the validated fields beside it. */
		upload?: { file: UploadedFile; fields: unknown };
		/** The first shield that this request is counted by, where there is one. */
		rateLimit?: AppliedRateLimit;
	};
};
