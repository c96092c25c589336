import type { Reference } from "../model.ts";

export const HOME = "/developers/reference";

export type Addresses = {
	/** Of an operation id, `METHOD /path`, an error code or an object; undefined for any other text. */
	ofName: (name: string) => string | undefined;
	/** @throws if there is none, since the link would lead nowhere */
	ofObject: (name: string) => string;
};

export const pathOfGroup = (slug: string): string => `${HOME}/${slug}`;

export const pathOfOperation = (slug: string, id: string): string => `${pathOfGroup(slug)}/${id}`;

/** Objects and operations never have the same anchor. */
export const anchorOfObject = (name: string): string => `object-${name}`;

/** Where each named thing has its section or page. */
export function addressesOf({ groups, shared, webhooks, errors }: Reference): Addresses {
	const objects = new Map([
		...groups.flatMap(({ slug, objects: own }) =>
			own.map(({ name }) => [name, `${pathOfGroup(slug)}#${anchorOfObject(name)}`] as const),
		),
		...shared.map(({ name }) => [name, `${HOME}/objects#${anchorOfObject(name)}`] as const),
	]);
	const names = new Map([
		...objects,
		...groups.flatMap(({ slug, operations }) =>
			operations.flatMap(({ id, method, path }) => {
				const address = pathOfOperation(slug, id);
				return [[id, address] as const, [`${method} ${path}`, address] as const];
			}),
		),
		["Error", `${HOME}/errors#body`],
		...webhooks.map(({ id, type }) => [type, `${HOME}/webhooks#${id}`] as const),
		...errors.map(({ code }) => [code, `${HOME}/errors#${code}`] as const),
	]);
	return {
		ofName: (name) => names.get(name),
		ofObject(name) {
			const address = objects.get(name);
			if (address === undefined) throw new Error(`no page of the reference has the object ${name}`);
			return address;
		},
	};
}
