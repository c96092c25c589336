/** @throws TypeError for a response without this member, such as one of another service */
export function requireMember(response: object, name: string): void {
	if (!(name in response)) throw new TypeError(`it has no ${name}`);
}
