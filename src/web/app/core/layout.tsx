import type { PropsWithChildren } from "hono/jsx";
import { assetPath } from "./assets.ts";
import { LANGUAGES } from "./language.ts";
import type { PageContext } from "./page-env.ts";
import { sessionToken } from "./sessions.ts";

/** `people` have one narrow column; `developers` and `reviewers` a wide one with a rail. */
export type Area = "people" | "developers" | "reviewers";

type Props = PropsWithChildren<{
	c: PageContext;
	title: string;
	area: Area;
	scripts?: readonly string[];
}>;

export function Layout({ c, title, area, scripts = [], children }: Props) {
	const { brand } = c.env.settings;
	return (
		<html lang={c.get("language")} class={area}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>{`${title} – ${brand}`}</title>
				<link rel="stylesheet" href={assetPath("pages.css")} />
				{["base", ...scripts].map((name) => (
					<script type="module" src={assetPath(`${name}.js`)} />
				))}
			</head>
			<body>
				<a class="skip" href="#main">
					{c.get("copy").common.skipToContent}
				</a>
				<Header c={c} area={area} />
				<main id="main" tabindex={-1}>
					{children}
				</main>
				<Footer c={c} />
			</body>
		</html>
	);
}

function Header({ c, area }: { c: PageContext; area: Area }) {
	const { common } = c.get("copy");
	const links = {
		people: [
			["/recover", common.nav.recover],
			["/cases", common.nav.cases],
			["/contest", common.nav.contest],
			["/estate", common.nav.estate],
			["/verify", common.nav.verify],
		],
		developers: [
			["/developers", common.nav.overview],
			["/developers/keys", common.nav.keys],
			["/developers/endpoints", common.nav.endpoints],
			["/developers/cases", common.nav.cases],
			["/developers/links", common.nav.links],
			["/developers/origins", common.nav.origins],
			["/developers/account", common.nav.account],
		],
		reviewers: [
			["/review", common.nav.queue],
			["/review/releases", common.nav.releases],
			["/review/origins", common.nav.origins],
			["/review/resolvers", common.nav.resolvers],
			["/review/dead-letters", common.nav.deadLetters],
			["/review/audit", common.nav.audit],
		],
	} as const satisfies Record<Area, readonly (readonly [string, string])[]>;
	const isSignedOut = area !== "people" && sessionToken(c, "developer") === undefined;
	const current = new URL(c.req.url).pathname;
	return (
		<header class="top">
			<a class="brand" href="/">
				{c.env.settings.brand}
			</a>
			{!isSignedOut && (
				<nav aria-label={common.nav.label}>
					<ul>
						{links[area].map(([href, text]) => (
							<li>
								<a href={href} aria-current={isWithin(current, href, links[area]) ? "page" : undefined}>
									{text}
								</a>
							</li>
						))}
					</ul>
				</nav>
			)}
			<LanguageSwitch c={c} />
		</header>
	);
}

/** The first page of an area is not current on the area's other pages. */
function isWithin(current: string, href: string, links: readonly (readonly [string, string])[]): boolean {
	if (current === href) return true;
	const isRoot = links.every(([other]) => other === href || other.startsWith(`${href}/`));
	return !isRoot && current.startsWith(`${href}/`);
}

function LanguageSwitch({ c }: { c: PageContext }) {
	const { pathname, search } = new URL(c.req.url);
	const names = { en: "English", es: "Español" };
	return (
		<form class="languages" method="post" action="/language">
			<input type="hidden" name="back" value={c.req.method === "GET" ? `${pathname}${search}` : pathname} />
			{LANGUAGES.filter((language) => language !== c.get("language")).map((language) => (
				<button type="submit" class="quiet" name="language" value={language} lang={language}>
					{names[language]}
				</button>
			))}
		</form>
	);
}

function Footer({ c }: { c: PageContext }) {
	const { common } = c.get("copy");
	const { operator } = c.env.settings;
	return (
		<footer class="bottom">
			{operator.name !== null && <p>{common.operatedBy(operator.name)}</p>}
			<ul>
				<li>
					<a href="/developers">{common.nav.developers}</a>
				</li>
				<li>
					<a href="/terms">{common.nav.terms}</a>
				</li>
				<li>
					<a href="/privacy">{common.nav.privacy}</a>
				</li>
				<li>
					<a href="/status">{common.nav.status}</a>
				</li>
			</ul>
		</footer>
	);
}
