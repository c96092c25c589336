import { createRequire } from "node:module";

/**
 * The program of a package of Foundry for this machine's platform, without the package's JavaScript wrapper around it,
 * or another one that the environment names: `ANVIL_PATH` or `FORGE_PATH`.
 * @throws Error that says what to install, if there is none
 */
export function foundryBinary(tool: "anvil" | "forge"): string {
	const variable = `${tool.toUpperCase()}_PATH`;
	const named = process.env[variable];
	if (named) return named;
	const architecture = process.arch === "x64" ? "amd64" : process.arch;
	const name = process.platform === "win32" ? `${tool}.exe` : tool;
	try {
		const require = createRequire(createRequire(import.meta.url).resolve(`@foundry-rs/${tool}/package.json`));
		return require.resolve(`@foundry-rs/${tool}-${process.platform}-${architecture}/bin/${name}`);
	} catch {
		throw new Error(
			`The package of ${tool} has no program for ${process.platform} ${process.arch}. Install Foundry from ` +
				`https://getfoundry.sh, and name its ${tool}: ${variable}=/path/to/${tool}.`,
		);
	}
}
