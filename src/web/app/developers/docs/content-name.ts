/** The file of a content, for the build that writes it and the page that reads it. @param version of all contents */
export const contentName = (path: string, version: string): string =>
	`${path.slice(1).replaceAll(/[/.]/g, "-")}-${version}.txt`;
