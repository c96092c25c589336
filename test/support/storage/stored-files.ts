/**
 * The files in which a runtime of the worker tier keeps what it stores, in Node. The plugin's `reset()` deletes the
 * storage of the objects that are in memory; of the others only the files are left, and nothing has them open.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Response } from "miniflare";

/** The alarms of a namespace, which the runtime has open: one of an object without storage does nothing. */
const KEPT = /^metadata\.sqlite/;

/** Where miniflare lets the runtime store that has an object of this id. */
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
	if (found === undefined) throw new Error("the runtime's storage was not found");
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
 * A service binding for one runtime. `PUT /<object id>` makes its directory known by an object that is in it alone,
 * `DELETE /` removes what is stored there.
 */
export function storedFiles(): (request: { method: string; url: string }) => Response {
	let directory: string | undefined;
	return ({ method, url }) => {
		if (method === "PUT") directory ??= directoryOf(new URL(url).pathname.slice(1));
		else if (directory !== undefined) removeFiles(directory);
		return new Response(null, { status: 204 });
	};
}
