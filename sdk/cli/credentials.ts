/** Where a command's service and credential come from: the environment, or the file that `login` writes. */
import { mkdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type Io, UsageError } from "./command.ts";
import { writeWhole } from "./write-whole.ts";

export type Credentials = {
	url: string;
	apiKey?: string;
	apiSecret?: string;
	accessToken?: string;
};

export const ENVIRONMENT = {
	REPLEVIN_URL: "the service's origin, such as https://replevin.example",
	REPLEVIN_API_KEY: "the key of a pair, sk_…",
	REPLEVIN_API_SECRET: "the secret of the pair, ss_…",
	REPLEVIN_ACCESS_TOKEN: "a session's token, in place of a pair",
} as const;

const MISSING =
	"There is no credential. Run replevin login, or set REPLEVIN_URL with REPLEVIN_API_KEY and REPLEVIN_API_SECRET.";
/** Bits of a mode that let other users read or write. */
const OTHERS = 0o077;

export function credentialsFile({ XDG_CONFIG_HOME, APPDATA }: Io["env"]): string {
	const base = XDG_CONFIG_HOME || (process.platform === "win32" && APPDATA) || join(homedir(), ".config");
	return join(base, "replevin", "credentials.json");
}

/**
 * The environment decides if it has a credential. The file's secret is never sent to another service than the one that
 * it was stored for.
 *
 * @throws UsageError that says what to set
 */
export async function credentialsOf(env: Io["env"]): Promise<Credentials> {
	const { REPLEVIN_URL: url, REPLEVIN_ACCESS_TOKEN: accessToken } = env;
	const { REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret } = env;
	if (accessToken || apiKey || apiSecret) {
		if (!url) throw new UsageError(`Set REPLEVIN_URL: ${ENVIRONMENT.REPLEVIN_URL}.`);
		if (accessToken) return { url, accessToken };
		if (apiKey && apiSecret) return { url, apiKey, apiSecret };
		throw new UsageError("A key pair has two halves. Set REPLEVIN_API_KEY and REPLEVIN_API_SECRET.");
	}
	const stored = await readCredentials(credentialsFile(env));
	if (url && originOf(url) !== originOf(stored.url))
		throw new UsageError(
			`The stored credential is for ${stored.url}, and REPLEVIN_URL is ${url}. ${MISSING}`,
		);
	return stored;
}

/** An address with a slash at its end is that of the same service. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

export const isStored = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

/** The service of the environment, else of the stored pair. */
export async function serviceUrl(env: Io["env"]): Promise<string | undefined> {
	if (env.REPLEVIN_URL) return env.REPLEVIN_URL;
	const file = credentialsFile(env);
	return (await isStored(file)) ? (await readCredentials(file)).url : undefined;
}

async function readCredentials(file: string): Promise<Credentials> {
	const found = await stat(file).catch(() => undefined);
	if (!found) throw new UsageError(MISSING);
	await requirePrivate(file, "rotate the key");
	try {
		const { url, apiKey, apiSecret } = JSON.parse(await readFile(file, "utf8"));
		if ([url, apiKey, apiSecret].every((value) => typeof value === "string"))
			return { url, apiKey, apiSecret };
	} catch {}
	throw new UsageError(`${file} is no credential of this command. Run replevin login.`);
}

/**
 * @param remedy for a secret that others may have read
 * @throws UsageError if other users can read or write the file
 */
export async function requirePrivate(file: string, remedy: string): Promise<void> {
	const { mode } = await stat(file);
	if (process.platform !== "win32" && (mode & OTHERS) !== 0)
		throw new UsageError(`Other users can read ${file}. Run chmod 600 on it, and ${remedy}.`);
}

/** Readable by this user alone from the first byte on. */
export async function storeCredentials(file: string, credentials: Credentials): Promise<void> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await writeWhole(file, `${JSON.stringify(credentials)}\n`, 0o600);
}
