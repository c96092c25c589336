/** The first page, and what every area needs: the choice of language, the sign-out, the status. */
import type { Hono } from "hono";
import { readForm } from "../core/forms.ts";
import { readLanguage } from "../core/language.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { rememberLanguage } from "../core/remember-language.ts";
import { page, redirect } from "../core/respond.tsx";
import { ownPath } from "../core/sessions.ts";
import { signOut } from "./sign-out.tsx";
import { statusPage } from "./status.tsx";

export function mountHome(pages: Hono<PageEnv>): void {
	pages.get("/", homePage);
	pages.post("/language", chooseLanguage);
	pages.get("/status", statusPage);
	pages.post("/sign-out", signOut);
}

function homePage(c: PageContext): Promise<Response> {
	const { common, home } = c.get("copy");
	const ways = [
		["/recover", home.ways.lost],
		["/recover?reason=deceased", home.ways.died],
		["/contest", home.ways.claimed],
		["/developers", home.ways.build],
	] as const;
	const more = [
		["/cases", home.more.cases],
		["/estate", home.more.estate],
		["/resolve", home.more.resolve],
		["/verify", home.more.verify],
	] as const;
	return page(
		c,
		{ title: home.title, area: "people", lead: home.lead },
		<>
			<h2>{home.ways.heading}</h2>
			<ul class="ways">
				{ways.map(([href, { title, text, action }], at) => (
					<li>
						<h3>{title}</h3>
						<p>{text}</p>
						<a class={at === 0 ? "button" : "button second"} href={href}>
							{action}
						</a>
					</li>
				))}
			</ul>
			<h2>{home.promises.heading}</h2>
			<ul>
				<li>{common.contest}</li>
				{home.promises.items.map((item) => (
					<li>{item}</li>
				))}
			</ul>
			<h2>{home.more.heading}</h2>
			<ul>
				{more.map(([href, text]) => (
					<li>
						<a href={href}>{text}</a>
					</li>
				))}
			</ul>
		</>,
	);
}

async function chooseLanguage(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	rememberLanguage(c, readLanguage(form.text("language")) ?? c.get("language"));
	return redirect(c, ownPath(form.text("back"), "/"));
}
