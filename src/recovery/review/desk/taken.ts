import * as z from "zod";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import type { Taken } from "./taken-cases.d1.ts";

export const takenResponse = lazyObject(
	{ id: "TakenCase", description: doc("Which reviewer works on the case.") },
	() => ({
		reviewerId: z.string().meta({ description: doc("The reviewer who has taken the case.") }),
		isOwn: z.boolean().meta({ description: doc("Whether that is you.") }),
		until: timestampSchema().meta({ description: doc("When it comes back by itself.") }),
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
