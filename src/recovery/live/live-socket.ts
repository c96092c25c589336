/** The rules of a case's live sockets (recovery.md "Live updates"). Pure, with time as an argument. */

/** Then the socket is closed, and the client is judged anew. */
export const LIVE_MS = 10 * 60 * 1000;

/** `viewer`: an account or a wallet with all its sessions, so that one party never uses up the sockets of a case. */
export const LIVE_LIMITS = { session: 8, viewer: 40, case: 200 };

export type LiveLimit = keyof typeof LIVE_LIMITS;

/** Codes of close frames, which pages read. */
export const CLOSE = {
	/** Connect again. */
	expired: { code: 4000, reason: "connect again" },
	/** The session has ended. */
	ended: { code: 4001, reason: "the session has ended" },
	/** The client sent a message. */
	spoke: { code: 1008, reason: "this connection takes no messages" },
};

/** `viewer`: a developer's id, or the subject of a wallet session. */
export type LiveSession = { sessionId: string; viewer: string };

/** Kept with the socket while the object sleeps. `expiresAt`: unix milliseconds. */
export type LiveAttachment = LiveSession & { expiresAt: number };

/** The Worker has authorised the session before it calls the case's object with these headers. */
export const LIVE_HEADERS = { session: "x-live-session", viewer: "x-live-viewer" };

/** Names the limit that another socket would exceed. */
export function exceededLimit(
	open: readonly LiveSession[],
	{ sessionId, viewer }: LiveSession,
): LiveLimit | undefined {
	if (open.filter((other) => other.sessionId === sessionId).length >= LIVE_LIMITS.session) return "session";
	if (open.filter((other) => other.viewer === viewer).length >= LIVE_LIMITS.viewer) return "viewer";
	return open.length >= LIVE_LIMITS.case ? "case" : undefined;
}
