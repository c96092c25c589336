/**
 * Texts for the OpenAPI document. The Worker never reads them, so its bundle has none of them: wrangler.toml defines `BUNDLED`,
 * which makes this function empty, and the bundler drops a call of an empty function with its arguments.
 */
declare const BUNDLED: boolean;

export function doc(text: string): string;
export function doc(text: string): string | undefined {
	return typeof BUNDLED === "undefined" ? text : undefined;
}
