import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../../kernel/key-cursor.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging.ts";
import { presentUser, userSchema } from "../account-schemas.ts";
import type { Role } from "../developer.ts";

const query = lazy(() => z.strictObject(pageFields()));

export const accountListResponse = /* @__PURE__ */ lazy(() =>
	z.strictObject({ data: z.array(userSchema()), nextCursor: nextCursorField() }).meta({ id: "UserList" }),
);

/** Each page is audited, because it contains e-mail addresses. */
const listing = <Plural extends "Developers" | "Resolvers" | "Reviewers">(plural: Plural, role: Role) =>
	defineOperation({
		operationId: `list${plural}`,
		method: "GET",
		path: `/review/${role}s`,
		tag: "Review",
		summary: `List the ${role}s, newest first`,
		policy: "reviewer",
		query,
		responses: { 200: "One page of accounts." },
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

export const listDevelopersDescription =
	"Accounts without another role. Deleted accounts are not listed. The audit records each page that is read.";

export const listDevelopers = listing("Developers", "developer");

export const listResolversDescription =
	"Accounts of courts, notaries and law firms, which may resolve privacy codes. The audit records each page that is read.";

export const listResolvers = listing("Resolvers", "resolver");

export const listReviewersDescription =
	"Accounts to which the operator gave the role. The audit records each page that is read.";

export const listReviewers = listing("Reviewers", "reviewer");
