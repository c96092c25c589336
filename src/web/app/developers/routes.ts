import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { logInPage, logInWithForm } from "./log-in.tsx";
import { registerPage, registerWithForm } from "./register.tsx";
import { resetPage, resetWithForm } from "./reset-password.tsx";

export function mountDevelopers(pages: Hono<PageEnv>): void {
	pages.get("/developers/register", registerPage);
	pages.post("/developers/register", registerWithForm);
	pages.get("/developers/login", logInPage);
	pages.post("/developers/login", logInWithForm);
	pages.get("/developers/reset", resetPage);
	pages.post("/developers/reset", resetWithForm);
}
