/** Set by the build: paths of the files of `src/web/browser` and `src/web/styles` by name. */
declare const ASSET_PATHS: Record<string, string>;

/** @param name such as `pages.css` */
export function assetPath(name: string): string {
	const path = ASSET_PATHS[name];
	if (path === undefined) throw new Error(`no asset is named ${name}`);
	return path;
}
