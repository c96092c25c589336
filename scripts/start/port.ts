import { createServer } from "node:net";

export const HOST = "127.0.0.1";

/** Returns `port`, or a free port for 0. Throws if another program listens there. */
export async function claimablePort(port: number): Promise<number> {
	const server = createServer();
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => {
			if (error.code === "EADDRINUSE") reject(new Error(portInUse(port)));
			else if (error.code === "EACCES")
				reject(new Error(`This user may not use port ${port}. Try --port 8787.`));
			else reject(error);
		});
		server.listen(port, HOST, () => {
			const address = server.address();
			const found = typeof address === "object" && address !== null ? address.port : port;
			server.close(() => resolve(found));
		});
	});
}

/** What to say then. */
export function portInUse(port: number): string {
	return (
		`Port ${port} is already in use, perhaps by another Replevin. ` +
		`Stop that program, or listen elsewhere: npm start -- --port ${port === 65_535 ? 8787 : port + 1}`
	);
}
