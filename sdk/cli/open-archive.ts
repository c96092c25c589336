/** Opens an archive of a case or an estate: a ZIP file, or the folder that it was unpacked into. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { unzipSync } from "fflate";
import type { ArchiveFiles } from "../src/archive.ts";
import { UsageError } from "./command.ts";

/** Made by desktops when they show a folder. */
const OF_DESKTOPS = [".DS_Store", "Thumbs.db", "desktop.ini"];

/** The first bytes of a ZIP archive. */
const ZIP_MARK = "PK";

/** @returns undefined for a file that is no archive. @throws UsageError that names the path */
export function openArchive(path: string): ArchiveFiles | undefined {
	try {
		return statSync(path).isDirectory() ? openFolder(path) : openZip(path);
	} catch (error) {
		throw new UsageError(`${path} could not be read: ${error instanceof Error ? error.message : error}`);
	}
}

function openFolder(folder: string): ArchiveFiles {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => !entry.isDirectory() && !OF_DESKTOPS.includes(entry.name));
	const paths = files.map(({ parentPath, name }) =>
		relative(folder, join(parentPath, name)).split(sep).join("/"),
	);
	return { paths, read: (path) => readFile(join(folder, ...path.split("/"))) };
}

/** Unpacks one file at a time, into memory: names in an archive may lead anywhere on a disk. */
function openZip(path: string): ArchiveFiles | undefined {
	const bytes = readFileSync(path);
	if (bytes.subarray(0, ZIP_MARK.length).toString("latin1") !== ZIP_MARK) return undefined;
	const paths: string[] = [];
	unzipSync(bytes, {
		filter: ({ name }) => {
			if (!name.endsWith("/")) paths.push(name);
			return false;
		},
	});
	const read = async (wanted: string) => {
		const found = unzipSync(bytes, { filter: ({ name }) => name === wanted })[wanted];
		if (!found) throw new Error(`it has no ${wanted}`);
		return found;
	};
	return { paths, read };
}
