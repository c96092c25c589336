/** A request on a connection of its own, of which only the head and the beginning of the body are sent. */
import { connect, type Socket } from "node:net";

export type Sending = { socket: Socket; response(): string; isOpen(): boolean; closed: Promise<void> };

/** @param port of a service on this machine */
export function beginRequest(
	port: number,
	path: string,
	headers: Record<string, string | number>,
	beginning: string | Uint8Array,
): Sending {
	const lines = Object.entries({ Host: `127.0.0.1:${port}`, "Content-Type": "application/json", ...headers });
	const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
	const socket = connect(port, "127.0.0.1", () => {
		socket.write(`${head}\r\n\r\n`);
		socket.write(beginning);
	});
	let response = "";
	socket.on("data", (chunk) => {
		response += chunk;
	});
	socket.on("error", () => {});
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	return { socket, response: () => response, isOpen: () => !socket.destroyed && response === "", closed };
}

/** 0 without a response. */
export const statusOf = ({ response }: Sending) => Number(response().split(" ")[1] ?? 0);
