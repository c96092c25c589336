import * as z from "zod";
import { lazy } from "../kernel/once.ts";

export const operatorSchema = lazy(() =>
	z
		.strictObject({
			name: z
				.string()
				.nullable()
				.meta({ description: "Null if the operator has not set it.", example: "Example Probate Trust" }),
			contact: z.string().nullable().meta({
				description: "An e-mail address or an https URL. Null if the operator has not set it.",
				example: "help@example.com",
			}),
		})
		.meta({
			id: "Operator",
			description: "Who runs this service. Show both to an owner whom you ask to accept the terms.",
		}),
);
