import { randomInt } from "node:crypto";
import { createServer } from "node:net";

export const HOST = "127.0.0.1";

/** Below the ports that systems lend to outgoing connections (Linux from 32768, macOS and Windows from 49152). */
const FREE_PORTS = { first: 20_000, last: 32_767 };
const MAX_ATTEMPTS = 100;

/** @throws Error that names the option */
export function portOf(option: string, text: string): number {
	if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
	throw new Error(`${option} takes a number from 0 to 65535, not "${text}"`);
}

/**
 * Returns `port`, or a free port for 0. Throws if another program listens there.
 *
 * The port is used only when the service is built, and again after a crash of the runtime. A free port of the system's
 * choice could by then be lent to a connection of any program.
 */
export async function claimablePort(port: number): Promise<number> {
	if (port !== 0) return listenable(port);
	for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
		const found = await listenable(randomPort()).catch(() => undefined);
		if (found !== undefined) return found;
	}
	return listenable(randomPort());
}

const randomPort = () => randomInt(FREE_PORTS.first, FREE_PORTS.last + 1);

function listenable(port: number): Promise<number> {
	const server = createServer();
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code === "EADDRINUSE") reject(new Error(portInUse(port)));
			else if (error.code === "EACCES")
				reject(new Error(`This user may not use port ${port}. Try --port 8787.`));
			else reject(error);
		});
		server.listen(port, HOST, () => server.close(() => resolve(port)));
	});
}

/** What to say then. */
export function portInUse(port: number): string {
	return (
		`Port ${port} is already in use, perhaps by another Replevin. ` +
		`Stop that program, or listen elsewhere: npm start -- --port ${port === 65_535 ? 8787 : port + 1}`
	);
}
