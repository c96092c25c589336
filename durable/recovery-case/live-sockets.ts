/**
 * The hibernating sockets of a case (recovery.md "Live updates"). They have no alarm and no timer, so that the object
 * sleeps: an expired socket is closed at the next push or connection.
 */
import * as z from "zod";
import { log } from "../../src/kernel/log.ts";
import { lazy } from "../../src/kernel/once.ts";
import {
	CLOSE,
	exceededLimit,
	LIVE_HEADERS,
	LIVE_MS,
	type LiveAttachment,
} from "../../src/recovery/live/live-socket.ts";

const attachmentSchema = lazy(() =>
	z.object({ sessionId: z.string(), viewer: z.string(), expiresAt: z.number() }),
);

type Sockets = Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets">;

export function createLiveSockets(context: Sockets) {
	/** Closes the expired sockets. */
	function openSockets(now: number): { socket: WebSocket; attachment: LiveAttachment }[] {
		return context.getWebSockets().flatMap((socket) => {
			if (socket.readyState !== WebSocket.OPEN) return [];
			const attachment = attachmentSchema().parse(socket.deserializeAttachment());
			if (attachment.expiresAt > now) return [{ socket, attachment }];
			socket.close(CLOSE.expired.code, CLOSE.expired.reason);
			return [];
		});
	}

	/** The first message is the current version. 429 names the limit that is reached. */
	function connect({ headers }: Request, version: number, now: number): Response {
		const sessionId = headers.get(LIVE_HEADERS.session);
		const viewer = headers.get(LIVE_HEADERS.viewer);
		if (sessionId === null || viewer === null) return new Response(null, { status: 400 });
		const attachment = { sessionId, viewer, expiresAt: now + LIVE_MS };
		const open = openSockets(now).map((other) => other.attachment);
		const exceeded = exceededLimit(open, attachment);
		if (exceeded) return new Response(exceeded, { status: 429 });
		const { 0: client, 1: server } = new WebSocketPair();
		context.acceptWebSocket(server);
		server.serializeAttachment(attachment satisfies LiveAttachment);
		server.send(String(version));
		return new Response(null, { status: 101, webSocket: client });
	}

	function closeSockets(sessionId: string, now: number): void {
		for (const { socket, attachment } of openSockets(now)) {
			if (attachment.sessionId === sessionId) socket.close(CLOSE.ended.code, CLOSE.ended.reason);
		}
	}

	/** Never throws, because a broken socket must not fail a move. */
	function push(version: number, now: number): void {
		try {
			for (const { socket } of openSockets(now)) send(socket, version);
		} catch (cause) {
			log.warn("live-push", { cause });
		}
	}

	return { connect, closeSockets, push };
}

function send(socket: WebSocket, version: number): void {
	try {
		socket.send(String(version));
	} catch (cause) {
		log.warn("live-push", { cause });
	}
}

/** Clients have nothing to say, and each message would wake the object. */
export function closeSpeaker(socket: WebSocket): void {
	socket.close(CLOSE.spoke.code, CLOSE.spoke.reason);
}
