/** Lets programs import `@replevin/sdk` as partners do, without a build of the package: its sources are run. */
import { registerHooks } from "node:module";

const SOURCES: Readonly<Record<string, URL>> = {
	"@replevin/sdk": new URL("../../sdk/src/index.ts", import.meta.url),
};

registerHooks({
	resolve(specifier, context, nextResolve) {
		const source = SOURCES[specifier];
		return nextResolve(source === undefined ? specifier : source.href, context);
	},
});
