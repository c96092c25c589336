import * as z from "zod";
import { lazy } from "../../kernel/once.ts";

export const bearerTokenFields = lazy(() => ({
	accessToken: z.string().meta({ description: "Sent as `Authorization: Bearer …`." }),
	tokenType: z.literal("Bearer"),
	expiresIn: z.int().meta({ description: "Seconds." }),
}));

export const logoutResponse = lazy(() => z.strictObject({}).meta({ id: "LoggedOut" }));
