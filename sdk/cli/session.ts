/** A developer's session, which alone may list, issue and revoke keys. */
import type { Replevin } from "../src/index.ts";
import { clientOf, clientWith } from "./client.ts";
import { type Io, UsageError } from "./command.ts";
import { serviceUrl } from "./credentials.ts";

/**
 * Uses the session of REPLEVIN_ACCESS_TOKEN. Without one, asks for e-mail and password, and ends the session after the
 * work, so that nothing of it stays on this machine.
 */
export async function inSession<Result>(
	io: Io,
	work: (replevin: Replevin, url: string) => Promise<Result>,
): Promise<Result> {
	const known = await serviceUrl(io.env);
	if (io.env.REPLEVIN_ACCESS_TOKEN) return work(await clientOf(io), String(known));
	const url = known ?? (await io.ask("Service: "));
	const anonymous = clientWith({ url }, io);
	io.note(`Keys are managed by a person. Log in at ${url}.`);
	const email = await io.ask("E-mail: ");
	const password = await io.ask("Password, which is not shown: ", { isHidden: true });
	const opened = await anonymous.auth.login({ email, password }, { signal: io.signal });
	if ("challenge" in opened)
		throw new UsageError(
			`This account has a passkey, which only a browser can ask for. Manage its keys at ${url}/developers/keys.`,
		);
	const { accessToken } = opened;
	if (accessToken === undefined) throw new UsageError(`${url} opened no session for a command.`);
	const replevin = clientWith({ url, accessToken }, io);
	try {
		return await work(replevin, url);
	} finally {
		await replevin.auth
			.logout()
			.catch(() => io.note("The session could not be ended. It expires by itself."));
	}
}
