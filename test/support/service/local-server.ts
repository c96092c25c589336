// A real HTTP server on any free port, for tests of network traffic.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

export type LocalServer = {
	readonly url: string;
	/** How many requests have arrived. */
	requestCount(): number;
	/** Also closes open connections. */
	stop(): Promise<void>;
};

export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		listener(request, response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port.");
	const stop = async () => {
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	};
	return { url: `http://127.0.0.1:${address.port}`, requestCount: () => requests, stop };
}
