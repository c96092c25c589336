/** What goes out about the state of the service. */
import * as z from "zod";

const partState = z.enum(["ok", "failing"]);

export const healthResponse = z
	.strictObject({
		status: z.literal("ok"),
		database: partState,
		keyValue: partState,
		objects: partState,
	})
	.meta({ id: "Health" });
