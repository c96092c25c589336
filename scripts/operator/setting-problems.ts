import "../wasm-hook.ts";

/** What the service itself would say of these settings: one line for each wrong one, without its value. */
export async function settingProblems(values: Readonly<Record<string, unknown>>): Promise<string[]> {
	// Dynamic, so that the hook for `.wasm` is registered first.
	const { parseConfig } = await import("../../src/config/config.ts");
	const parsed = parseConfig(values);
	return parsed.ok ? [] : parsed.problems;
}
