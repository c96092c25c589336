import * as z from "zod";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import type { Taken } from "./taken-cases.d1.ts";

export const takenResponse = lazyObject(
	{ id: "TakenCase", description: doc("Which reviewer works on the case.") },
	() => ({
		reviewerId: z.string().describe(doc("The reviewer who has taken the case.")),
		isOwn: z.boolean().describe(doc("Whether that is you.")),
		until: timestampSchema().describe(doc("When it comes back by itself.")),
	}),
);

export const presentTaken = (taken: Taken | undefined, reviewerId: string) =>
	taken
		? {
				reviewerId: taken.developerId,
				isOwn: taken.developerId === reviewerId,
				until: isoTime(taken.takenUntil),
			}
		: null;
