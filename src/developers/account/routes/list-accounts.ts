import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/paging/key-cursor.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { presentUser, userSchema } from "../account-schemas.ts";
import type { Role } from "../developer.ts";

const query = lazy(() => z.strictObject(pageFields()));

export const accountListResponse = lazy(() =>
	z.strictObject({ data: z.array(userSchema()), nextCursor: nextCursorField() }).meta({ id: "UserList" }),
);

/** Each page is audited, because it contains e-mail addresses. */
const listing = <Plural extends "Developers" | "Resolvers" | "Reviewers">(
	plural: Plural,
	role: Role,
	whose: string,
) =>
	defineOperation({
		operationId: `list${plural}`,
		method: "GET",
		path: `/review/${role}s`,
		tag: "Review",
		summary: doc(`List the ${role}s, newest first`),
		description: doc(`${whose} The audit records each page that is read.`),
		policy: "reviewer",
		query,
		responses: { 200: { description: doc("One page of accounts."), schema: accountListResponse } },
		errors: [],
		handler: async ({ query: { limit, cursor }, services, audit }) => {
			const key = parseKeyCursor("dev", cursor);
			const after = key && { createdAt: key.at, developerId: key.id };
			const { rows, next } = await services.access.accounts(role, after, pageSizeOf(limit));
			await audit({ action: "account.listed", target: `${role}s` });
			const nextCursor = next ? encodeKeyCursor({ at: next.createdAt, id: next.developerId }) : null;
			return { status: 200, body: { data: rows.map(presentUser), nextCursor } };
		},
	});

export const listDevelopers = listing(
	"Developers",
	"developer",
	"Accounts without another role. Deleted accounts are not listed.",
);

export const listResolvers = listing(
	"Resolvers",
	"resolver",
	"Accounts of courts, notaries and law firms, which may resolve privacy codes.",
);

export const listReviewers = listing(
	"Reviewers",
	"reviewer",
	"Accounts to which the operator gave the role.",
);
