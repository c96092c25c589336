/** The fields of forms that set a password, and the comparison of its two entries. */
import type { ApiFailure } from "../core/api.ts";
import { TextField } from "../core/fields.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type OwnWords, type Problem, type Rejected, rejectedBy } from "../core/problems.ts";

type Name = "password" | "newPassword";
type Props = { c: PageContext; name: Name; problems: readonly Problem[] | undefined };

/** @param name of the first field; the second one is `repeated` */
export function NewPasswordFields({ c, name, problems }: Props) {
	const { labels, passwordRules } = c.get("copy").developers.entry;
	const common = { type: "password", problems, autocomplete: "new-password", required: true } as const;
	return (
		<>
			<TextField {...common} name={name} label={labels[name]} hint={passwordRules} />
			<TextField {...common} name="repeated" label={labels.repeated} />
		</>
	);
}

export function PresentPasswordField({
	c,
	name,
	problems,
}: Omit<Props, "name"> & { name: "password" | "currentPassword" }) {
	const { labels } = c.get("copy").developers.entry;
	return (
		<TextField
			name={name}
			type="password"
			label={labels[name]}
			problems={problems}
			autocomplete="current-password"
			required
		/>
	);
}

export function EmailField({
	c,
	value,
	hint,
	problems,
}: Omit<Props, "name"> & { value: string | undefined; hint?: string }) {
	return (
		<TextField
			name="email"
			type="email"
			label={c.get("copy").developers.entry.labels.email}
			hint={hint}
			value={value}
			problems={problems}
			autocomplete="username"
			required
		/>
	);
}

/** A form that its sender proves by password and passkey, rejected by the API. @param field the password's */
export function rejectedProof(
	c: PageContext,
	failure: ApiFailure,
	{ field, words = {} }: { field: "password" | "currentPassword"; words?: OwnWords },
): Rejected {
	const { entry, passkeys } = c.get("copy").developers;
	if (failure.code !== "INVALID_PASSWORD") {
		return rejectedBy(c, failure, { ...words, FORBIDDEN: passkeys.needed });
	}
	return { problems: [{ field, text: entry.wrongPassword }], status: failure.status };
}

/** The problem of two entries that differ. */
export function unequalPasswords(c: PageContext, form: Form, name: Name): Problem[] {
	const { unequal } = c.get("copy").developers.entry;
	return form.raw(name) === form.raw("repeated") ? [] : [{ field: "repeated", text: unequal }];
}
