/** recovery.md "Live updates". */
import type { NoteLiveSocketInput, NoteLiveSocketResult } from "../../../durable/account/account-messages.ts";
import type { SessionPrincipal, WalletPrincipal } from "../../http/principal.ts";
import type { RecoveryService } from "../case/case-service.ts";
import { type RoleReader, withReviewerAccess } from "../case/reviewer-access.ts";
import { LIVE_HEADERS, LIVE_LIMITS, type LiveLimit } from "./live-socket.ts";

export type LiveResult =
	| { kind: "connected"; socket: WebSocket }
	/** `maximum` sockets of the `limit` are open. */
	| { kind: "full"; limit: LiveLimit; maximum: number }
	/** While the socket was opened. */
	| { kind: "session_ended" }
	/** Also if this caller may not read the case. */
	| { kind: "not_found" };

type LivePorts = {
	caseObject: (caseId: string) => {
		fetch(request: Request): Promise<Response>;
		closeLiveSockets(input: { sessionId: string }): Promise<void>;
	};
	accountOf: (name: string) => {
		noteLiveSocket(input: NoteLiveSocketInput): Promise<NoteLiveSocketResult>;
	};
	recovery: () => Pick<RecoveryService, "viewerOf">;
	developers: RoleReader;
};

export function createLiveService({ caseObject, accountOf, recovery, developers }: LivePorts) {
	return {
		async connect(principal: SessionPrincipal | WalletPrincipal, caseId: string): Promise<LiveResult> {
			const role = await withReviewerAccess(principal, { developers }, (caller) =>
				recovery().viewerOf(caller, caseId),
			);
			if (role === null) return { kind: "not_found" };
			const { sessionId } = principal;
			const viewer = principal.kind === "developer" ? principal.developerId : principal.subject;
			const headers = {
				Upgrade: "websocket",
				[LIVE_HEADERS.session]: sessionId,
				[LIVE_HEADERS.viewer]: viewer,
			};
			const response = await caseObject(caseId).fetch(new Request("https://case/live", { headers }));
			if (response.webSocket) {
				const noted = await accountOf(viewer).noteLiveSocket({ sessionId, caseId, now: Date.now() });
				if (noted.kind === "noted") return { kind: "connected", socket: response.webSocket };
				await caseObject(caseId).closeLiveSockets({ sessionId });
				return noted;
			}
			if (response.status === 404) return { kind: "not_found" };
			const limit = (await response.text()) as LiveLimit;
			return { kind: "full", limit, maximum: LIVE_LIMITS[limit] };
		},
	};
}
