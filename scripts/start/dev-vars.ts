/**
 * Manages `.dev.vars`: random secrets of this machine, readable by their owner only. An existing secret is never
 * changed, because the state is hashed and encrypted with it.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

const HEAD = `# Secrets of this machine's local service, made by \`npm start\`. Never commit them. Losing them makes the
# API keys, sessions and webhook secrets below .wrangler/state worthless, and the evidence that it has issued.
`;

const KEY_BYTES = 32;

/** Keys by version; later versions are added. */
const keyRing = () => JSON.stringify({ "1": randomBytes(KEY_BYTES).toString("base64") });

function signingKeys(): string {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const jwk = privateKey.export({ format: "jwk" });
	const kid = randomBytes(9).toString("base64url");
	return JSON.stringify({ keys: [{ ...jwk, kid, alg: "ES256", use: "sig" }] });
}

const GENERATORS: Record<string, () => string> = {
	PEPPERS: keyRing,
	KEY_ENCRYPTION_KEYS: keyRing,
	SESSION_SIGNING_KEYS: signingKeys,
	EVIDENCE_SIGNING_KEYS: signingKeys,
	UI_CLIENT_ID: () => `ui_${randomBytes(12).toString("base64url")}`,
	UI_CLIENT_SECRET: () => randomBytes(KEY_BYTES).toString("base64url"),
};

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/**
 * Adds the `required` secrets that the file and the environment lack; `added` names them. A secret of an unknown kind
 * is left for the service to report.
 */
export function ensureDevVars(
	file: string,
	required: readonly string[],
	env: Record<string, string | undefined>,
): { values: Record<string, string>; added: string[] } {
	const text = readIfThere(file);
	const values: Record<string, string> = {};
	for (const [name, value] of Object.entries(parseEnv(text ?? ""))) values[name] = value ?? "";
	const added: string[] = [];
	let lines = "";
	for (const name of required) {
		const generate = GENERATORS[name];
		if (name in values || env[name] !== undefined || generate === undefined) continue;
		values[name] = generate();
		lines += `${name}='${values[name]}'\n`;
		added.push(name);
	}
	if (lines === "") return { values, added };
	// "wx": of two concurrent first starts one writes; the other fails and reads the file at the next start.
	if (text === undefined) writeFileSync(file, HEAD + lines, { mode: 0o600, flag: "wx" });
	else {
		// The file may be the user's own, with any mode, so it is restricted before it holds a secret.
		chmodSync(file, 0o600);
		appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}`);
	}
	return { values, added };
}
