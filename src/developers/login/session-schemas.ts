import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";

export const bearerTokenFields = lazy(() => ({
	accessToken: z.string().describe(doc("Sent as `Authorization: Bearer …`.")),
	tokenType: z.literal("Bearer"),
	expiresIn: z.int().describe(doc("Seconds.")),
}));

export const logoutResponse = lazyObject("LoggedOut", () => ({}));
