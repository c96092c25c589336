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
		/** `req_` and 32 hex digits; generated here, never taken from the caller. */
		requestId: string;
		services: Services;
		/** Set by the route's policy, before validation and handler. */
		principal: Principal;
		/** The cached result of `originOwnerOf`. */
		originOwner?: Promise<string | undefined>;
		/** This upload's part of the upload memory budget. */
		uploadReservation?: UploadReservation;
		/** The body of an upload, until it is parsed. */
		heldBody?: Uint8Array | undefined;
		/** The file and the validated fields of an upload. */
		upload?: { file: UploadedFile; fields: unknown };
		/** The rate limit that counts this request, if any. */
		rateLimit?: AppliedRateLimit;
	};
};
