import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { accountNameOf } from "../session-end.ts";

const listedSession = lazy(() =>
	z
		.strictObject({
			sessionId: z.string().meta({ description: doc("Names the session. It is no credential.") }),
			createdAt: timestampSchema(),
			lastUsedAt: timestampSchema().meta({ description: doc("Noted once a minute at most.") }),
			expiresAt: timestampSchema().meta({ description: doc("When the session expires at the latest.") }),
			current: z.boolean().meta({ description: doc("Whether this session sent the request.") }),
		})
		.meta({ id: "ListedSession" }),
);

export const sessionListResponse = lazy(() =>
	z.strictObject({ data: z.array(listedSession()) }).meta({ id: "SessionList" }),
);

export const listSessions = defineOperation({
	operationId: "listSessions",
	method: "GET",
	path: "/auth/sessions",
	tag: "Developer authentication",
	summary: doc("List the sessions of the account"),
	description: doc(
		"The sessions that are still valid, newest first. For a wallet session: those of the address with the same proof. The service stores nothing about the client that opened a session.",
	),
	policy: "any_session",
	readOnly: true,
	responses: { 200: { description: doc("All valid sessions, 20 at most."), schema: sessionListResponse } },
	errors: [],
	handler: async ({ principal, services, now }) => {
		const sessions = await services.developers.listSessions({ accountName: accountNameOf(principal), now });
		const data = sessions.map(({ sessionId, openedAt, lastSeenAt, expiresAt }) => ({
			sessionId,
			createdAt: isoTime(openedAt),
			lastUsedAt: isoTime(lastSeenAt),
			expiresAt: isoTime(expiresAt),
			current: sessionId === principal.sessionId,
		}));
		return { status: 200, body: { data } };
	},
});
