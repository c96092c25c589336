/** The fields of a webhook endpoint. */
import { EVENT_TYPES } from "../../../protocol/enumerations.ts";
import { TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

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
	fields: EndpointFields;
	problems: readonly Problem[];
}) {
	const { c, fields, problems } = props;
	const { labels, urlHint, descriptionHint, types } = c.get("copy").developers.endpoints;
	const typeProblems = problems.filter(({ field }) => field.startsWith("eventTypes"));
	return (
		<>
			<TextField
				name="url"
				type="url"
				label={labels.url}
				hint={urlHint}
				value={fields.url}
				problems={problems}
				autocomplete="off"
				required
			/>
			<TextField
				name="description"
				label={labels.description}
				hint={descriptionHint}
				value={fields.description}
				problems={problems}
				autocomplete="off"
			/>
			<fieldset id="eventTypes" aria-describedby={typeProblems.length > 0 ? "eventTypes-error" : undefined}>
				<legend>{labels.eventTypes}</legend>
				{EVENT_TYPES.map((type) => (
					<label>
						<input
							type="checkbox"
							name="eventTypes"
							value={type}
							checked={fields.eventTypes.includes(type)}
						/>
						<span>
							{types[type]} <code>{type}</code>
						</span>
					</label>
				))}
				<div id="eventTypes-error">
					{typeProblems.map(({ text }) => (
						<p class="error">{text}</p>
					))}
				</div>
			</fieldset>
		</>
	);
}
