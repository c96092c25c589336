import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";

export const operatorSchema = lazy(() =>
	z
		.strictObject({
			name: z
				.string()
				.nullable()
				.meta({
					description: doc("Null if the operator has not set it."),
					example: doc("Example Probate Trust"),
				}),
			contact: z
				.string()
				.nullable()
				.meta({
					description: doc("An e-mail address or an https URL. Null if the operator has not set it."),
					example: doc("help@example.com"),
				}),
		})
		.meta({
			id: "Operator",
			description: doc("Who runs this service. Show both to an owner whom you ask to accept the terms."),
		}),
);
