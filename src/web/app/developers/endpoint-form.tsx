/** The fields of a webhook endpoint. */
import { EVENT_TYPES, WEBHOOK_EVENT_TYPES } from "../../../protocol/enumerations.ts";
import { FieldGroup, fieldsOf, TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { hintWith } from "./parts.tsx";

export type EndpointFields = { url: string; description: string; eventTypes: readonly string[] };

export const NEW_ENDPOINT: EndpointFields = { url: "", description: "", eventTypes: EVENT_TYPES };

export function endpointFieldsOf(form: Form): EndpointFields {
	return {
		url: form.text("url"),
		description: form.text("description"),
		eventTypes: form.all("eventTypes"),
	};
}

/** As the API takes them. */
export function endpointBodyOf({ url, description, eventTypes }: EndpointFields) {
	return { url, description: description === "" ? null : description, eventTypes };
}

/** @param problems their fields as the API names them */
export function EndpointFieldset(props: {
	c: PageContext;
	typed: EndpointFields;
	problems: readonly Problem[];
}) {
	const { c, typed, problems } = props;
	const { url, description, eventTypes } = typed;
	const { labels, urlHint, urlHintHere, descriptionHint, types } = c.get("copy").developers.endpoints;
	const hints = { url: hintWith(c, urlHint, urlHintHere), description: descriptionHint };
	const field = fieldsOf({ labels, hints, typed: { url, description }, problems });
	const ofTypes = problems.filter((problem) => problem.field.startsWith("eventTypes"));
	return (
		<>
			<TextField {...field("url")} type="url" autocomplete="off" required />
			<TextField {...field("description")} autocomplete="off" />
			<FieldGroup
				name="eventTypes"
				legend={labels.eventTypes}
				problems={ofTypes.map(({ text }) => ({ field: "eventTypes", text }))}
			>
				{WEBHOOK_EVENT_TYPES.map((type) => (
					<label>
						<input type="checkbox" name="eventTypes" value={type} checked={eventTypes.includes(type)} />
						<span>
							<code>{type}</code> <span class="quiet">{types[type]}</span>
						</span>
					</label>
				))}
			</FieldGroup>
		</>
	);
}
