import * as z from "zod";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import type { Taken } from "./taken-cases.d1.ts";

export const takenResponse = lazy(() =>
	z
		.strictObject({
			reviewerId: z.string().meta({ description: doc("The reviewer who has taken the case.") }),
			isOwn: z.boolean().meta({ description: doc("Whether that is you.") }),
			until: timestampSchema().meta({ description: doc("When it comes back by itself.") }),
		})
		.meta({ id: "TakenCase", description: doc("Which reviewer works on the case.") }),
);

export const presentTaken = (taken: Taken | undefined, reviewerId: string) =>
	taken
		? {
				reviewerId: taken.developerId,
				isOwn: taken.developerId === reviewerId,
				until: isoTime(taken.takenUntil),
			}
		: null;
