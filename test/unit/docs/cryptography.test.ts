// quality.md "Which test holds which promise".
// docs/security/cryptography.md lists every algorithm and every purpose of a derived key, and no other.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const inventory = read("docs/security/cryptography.md");
const sources = globSync(["src/**/*.ts", "durable/**/*.ts"], { cwd: ROOT }).map((path) => ({
	path: path.replaceAll("\\", "/"),
	text: read(path),
}));

/** The code that computes each algorithm itself, rather than through a function of ours. */
const ALGORITHMS: Record<string, RegExp> = {
	Argon2id: /\bargon2id\.wasm"/,
	"HMAC-SHA-256": /\bcreateHmac\("sha256"|name: "HMAC", hash: "SHA-256"/,
	"HKDF-SHA-256": /\bhkdfSync\("sha256"/,
	"AES-256-GCM": /"AES-GCM"|"aes-256-gcm"/,
	"ECDH-ES with A256GCM": /"ECDH-ES"/,
	"SHA-256": /\bcreateHash\("sha256"|digest\("SHA-256"/,
	"SHA-1": /digest\("SHA-1"/,
	ES256: /"ES256"|name: "ECDSA"|subtle\.sign\(KEY_ALGORITHM/,
	Ed25519: /name: "Ed25519"/,
	RS256: /name: "RSASSA-PKCS1-v1_5"/,
	"Keccak-256": /\bkeccak\.wasm"|\bkeccak_256\(/,
	secp256k1: /\bsecp256k1\.wasm"|\bsecp256k1\.Signature\b/,
	"random bytes": /\bcrypto\.getRandomValues\(/,
	"random UUID": /\bcrypto\.randomUUID\(/,
	"constant-time comparison": /\btimingSafeEqual\(/,
	"CRC-32": /\bcrc32\(/,
};

/** Everything else of Node's and the Web's cryptography needs a row, and a pattern above. */
const KNOWN_FUNCTIONS = {
	"node:crypto": ["createCipheriv", "createDecipheriv", "createHash", "createHmac", "hkdfSync"],
	comparison: ["timingSafeEqual"],
	subtle: ["decrypt", "digest", "encrypt", "exportKey", "importKey", "sign", "verify"],
};

/** The slice, or `durable`. */
const folderOf = (path: string) =>
	path.startsWith("src/") ? path.split("/").slice(0, 2).join("/") : "durable";

const rowsOf = (heading: string): string[][] => {
	const [, section = ""] = inventory.split(new RegExp(`^##+ ${heading}$`, "m"));
	const [table = ""] = section.split(/^##/m);
	return table
		.split("\n")
		.filter((line) => /^\| (?!---)/.test(line))
		.slice(1)
		.map((line) => line.split("|").map((cell) => cell.trim()));
};

it("lists each algorithm with the folders that compute it", () => {
	const documented = rowsOf("Algorithms").map(([, name = "", , , , folders = ""]) => [
		name,
		[...folders.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder).sort(),
	]);
	const computed = Object.entries(ALGORITHMS).map(([name, pattern]) => [
		name,
		[...new Set(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => folderOf(path)))].sort(),
	]);
	expect(documented).toEqual(computed);
});

it("knows every cryptographic function that the code calls", () => {
	const imported = sources.flatMap(({ text }) =>
		[...text.matchAll(/import \{([^}]*)\} from "node:crypto"/g)].flatMap(([, names = ""]) =>
			names.split(",").map((name) => name.trim()),
		),
	);
	const called = sources.flatMap(({ text }) =>
		[...text.matchAll(/\bsubtle\.(\w+)/g)].map(([, name]) => name),
	);
	const known = [...KNOWN_FUNCTIONS["node:crypto"], ...KNOWN_FUNCTIONS.comparison];
	expect(imported.filter((name) => name !== "" && !known.includes(name))).toEqual([]);
	expect(new Set(called)).toEqual(new Set(KNOWN_FUNCTIONS.subtle));
});

it("hashes and ciphers are named in full where they are chosen", () => {
	const choices = sources.flatMap(({ text }) => [
		...text.matchAll(/\b(?:createHash|createHmac|hkdfSync)\(\s*(?!"sha256")[^,)]*/g),
	]);
	expect(choices.map(([choice]) => choice)).toEqual([]);
	const ciphers = sources.flatMap(({ text }) => [
		...text.matchAll(/"((?:aes|des|rc4|chacha|rsa)-[\w-]*)"/gi),
	]);
	expect(new Set(ciphers.map(([, cipher]) => cipher))).toEqual(new Set(["AES-GCM", "aes-256-gcm"]));
});

it("lists each purpose of a derived key", () => {
	const purposesOf = (path: string, type: string) => {
		const [, union = ""] = new RegExp(`type ${type} =([^;]+);`).exec(read(path)) ?? [];
		return [...union.matchAll(/"([^"]+)"/g)].map(([, purpose]) => purpose);
	};
	const derived = [
		...purposesOf("src/kernel/crypto/pepper.ts", "PepperPurpose").map(
			(purpose) => `replevin/pepper/${purpose}/v1`,
		),
		...purposesOf("src/kernel/crypto/sealing.ts", "SealingPurpose").map(
			(purpose) => `replevin/kek/${purpose}/v1`,
		),
	];
	expect(derived.length).toBeGreaterThan(10);
	const documented = rowsOf("Derived keys").map(([, info = ""]) => info.replaceAll("`", ""));
	expect(documented.sort()).toEqual(derived.sort());
});

it("lists each secret, and says when it is replaced", () => {
	const [, secrets = ""] = /required = \[([^\]]*)\]/.exec(read("wrangler.toml")) ?? [];
	const names = [...secrets.matchAll(/"([A-Z_]+)"/g)].map(([, name = ""]) => name);
	expect(names.length).toBeGreaterThan(4);
	for (const heading of ["Keys", "Life of a key"]) {
		const documented = rowsOf(heading)
			.map(([, key = ""]) => key)
			.join(" ");
		// The id of a client is no secret.
		expect(names.filter((name) => name !== "UI_CLIENT_ID" && !documented.includes(name))).toEqual([]);
	}
});
