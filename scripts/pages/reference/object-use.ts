import { isObject, type Schemas } from "./fields.ts";
import { nameOfRef, type OperationObject, type Schema } from "./schema.ts";

/**
 * Names of the objects that the sections of these operations lead to. Request bodies lead to none, since their fields
 * are shown with the operation.
 */
export function objectsUsedBy(operations: readonly OperationObject[], schemas: Schemas): Set<string> {
	const found = new Set<string>();
	const visit = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		const { $ref } = value as Schema;
		if ($ref === undefined) {
			Object.values(value).forEach(visit);
			return;
		}
		const name = nameOfRef($ref);
		const schema = schemas[name];
		if (!schema || found.has(name)) return;
		if (isObject(schema)) found.add(name);
		visit(schema);
	};
	for (const { responses } of operations) {
		for (const { content = {} } of Object.values(responses)) {
			for (const { schema } of Object.values(content)) visit(schema);
		}
	}
	return found;
}
