import * as z from "zod";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";

export const operatorSchema = lazyObject(
	{
		id: "Operator",
		description: doc("Who runs this service. Show both to an owner whom you ask to accept the terms."),
	},
	() => ({
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
	}),
);
