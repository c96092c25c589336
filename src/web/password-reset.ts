/**
 * `/developers/reset`, the page that sets a new password with the operator's one-time code. Only the posted form
 * contains the code, because platforms log addresses and browsers keep them.
 */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { developerError } from "../developers/errors.ts";
import { deviceCookie } from "../developers/login/known-devices.ts";
import { newPassword as newPasswordSchema } from "../developers/passwords/password-schemas.ts";
import { rejectedPasswordEntry } from "../developers/passwords/rejected-password.ts";
import { readResetCode } from "../developers/passwords/reset-code.ts";
import { type BodyRules, limitBody } from "../http/body-limit.ts";
import { respondWithError } from "../http/error-response.ts";
import type { HonoEnv } from "../http/hono-env.ts";
import { limitByAddress } from "../http/rate-limit.ts";
import { holdBody } from "../http/read-body.ts";
import { auditOf, clientAddressOf } from "../http/request-audit.ts";
import { rejectMethod } from "../http/router.ts";
import { AppError } from "../kernel/app-error.ts";
import { lazy } from "../kernel/once.ts";
import { isOwnForm } from "./own-form.ts";
import { type Page, pageResponse } from "./page-response.ts";
import { RESET_PATH, resetDonePage, resetFailedPage, resetFormPage } from "./pages/password-reset.ts";

const failure = lazy(() => z.object({ error: z.object({ message: z.string(), requestId: z.string() }) }));

const FORM: BodyRules = { policy: "public" };

export function mountPasswordReset(app: Hono<HonoEnv>): void {
	const pages = new Hono<HonoEnv>();
	pages.get("/", limitByAddress("public"), (c) => respond(c, resetFormPage({ brand: brandOf(c) }), 200));
	pages.post("/", limitBody(FORM), limitByAddress("login"), setPassword);
	pages.all("/", rejectMethod(["GET", "HEAD", "POST"]));
	pages.onError(respondWithErrorPage);
	app.route(RESET_PATH, pages);
}

async function setPassword(c: Context<HonoEnv>): Promise<Response> {
	rejectForeignPages(c);
	await c.get("services").requireGeneration();
	const brand = brandOf(c);
	const { code: token, newPassword, repeated } = await fieldsOf(c);
	// Shows the code again after a failure, but repeats no text that is not a code.
	const code = readResetCode(token) ?? "";
	const password = newPasswordSchema().safeParse(newPassword);
	const problems = password.success ? [] : password.error.issues.map(({ message }) => message);
	if (newPassword !== repeated) problems.push("must be the same in both fields");
	// A weak password does not use up the code.
	if (!password.success || problems.length > 0) {
		return respond(c, resetFormPage({ brand, code, passwordProblems: problems }), 400);
	}
	const result = await c.get("services").developers.resetPassword({
		token,
		newPassword: password.data,
		clientAddress: clientAddressOf(c.req.raw.headers),
		now: Date.now(),
	});
	const audit = auditOf(c, undefined);
	const rejection = rejectedPasswordEntry(result);
	if (rejection) await audit(rejection);
	if (result.kind === "invalid_reset_token") {
		const codeProblem = developerError(result).message;
		return respond(c, resetFormPage({ brand, code, codeProblem }), 401, [["WWW-Authenticate", "Bearer"]]);
	}
	if (result.kind !== "password_reset") throw developerError(result);
	const { developerId } = result;
	await audit({ action: "password.reset", actor: developerId, target: developerId });
	const cookie = deviceCookie(c.get("services").config.appOrigin, result.device);
	return respond(c, resetDonePage({ brand }), 200, [["Set-Cookie", cookie]]);
}

function rejectForeignPages(c: Context<HonoEnv>): void {
	if (isOwnForm(c.req.raw.headers, c.get("services").config.appOrigin)) return;
	throw new AppError({
		code: "FORBIDDEN",
		message: "This form was sent from another site. Open the page again, and use its own form.",
	});
}

async function fieldsOf(
	c: Context<HonoEnv>,
): Promise<{ code: string; newPassword: string; repeated: string }> {
	const mediaType = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/x-www-form-urlencoded") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message: "This page accepts only its own form. Open the page again, and use its own form.",
		});
	}
	await holdBody(c, FORM);
	const fields = new URLSearchParams(new TextDecoder().decode(c.get("heldBody")));
	const field = (name: string) => fields.get(name) ?? "";
	return { code: field("code"), newPassword: field("newPassword"), repeated: field("repeated") };
}

async function respondWithErrorPage(thrown: Error, c: Context<HonoEnv>): Promise<Response> {
	const response = respondWithError(thrown, c);
	const { message, requestId } = failure().parse(await response.json()).error;
	return pageResponse(
		resetFailedPage({ brand: brandOf(c), message, requestId }),
		response.status,
		response.headers,
	);
}

function respond(
	c: Context<HonoEnv>,
	page: Page,
	status: number,
	more: [string, string][] = [],
): Promise<Response> {
	return pageResponse(page, status, [["X-Request-Id", c.get("requestId")], ...more]);
}

function brandOf(c: Context<HonoEnv>): string {
	return c.get("services").config.brand;
}
