/**
 * Deletes the files of a worker-tier runtime's storage, from Node. The plugin's `reset()` deletes the storage of
 * objects in memory. Other objects have only files, which nothing has open.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Response } from "miniflare";

/** Kept, because the runtime has it open: a namespace's alarms. An alarm of an object without storage does nothing. */
const KEPT = /^metadata\.sqlite/;

/** The storage directory of the runtime that has an object of this id. */
function directoryOf(objectId: string): string {
	const found = readdirSync(tmpdir())
		.filter((name) => name.startsWith("miniflare-"))
		.map((name) => join(tmpdir(), name))
		.find((directory) => {
			const objects = join(directory, "do");
			return (
				existsSync(objects) &&
				readdirSync(objects).some((namespace) => existsSync(join(objects, namespace, `${objectId}.sqlite`)))
			);
		});
	if (found === undefined) throw new Error("The runtime's storage was not found.");
	return found;
}

function removeFiles(directory: string): void {
	for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
		const path = join(directory, name);
		if (!KEPT.test(basename(name)) && statSync(path, { throwIfNoEntry: false })?.isFile())
			rmSync(path, { force: true });
	}
}

/**
 * A service binding for one runtime. `PUT /<object id>` identifies its directory by an object that only it has.
 * `DELETE /` removes the files in it.
 */
export function storedFiles(): (request: { method: string; url: string }) => Response {
	let directory: string | undefined;
	return ({ method, url }) => {
		if (method === "PUT") directory ??= directoryOf(new URL(url).pathname.slice(1));
		else if (directory !== undefined) removeFiles(directory);
		return new Response(null, { status: 204 });
	};
}
