/** `@sparticuz/chromium` has a binary for one platform only; CHROMIUM_PATH names another browser. */
export const HAS_CHROMIUM =
	process.env.CHROMIUM_PATH !== undefined || (process.platform === "linux" && process.arch === "x64");
