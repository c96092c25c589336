import type { PropsWithChildren } from "hono/jsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../kernel/languages.ts";
import type { Copy } from "../copy/copy.ts";
import { DocsNavigation } from "../developers/docs/navigation.tsx";
import { SearchForm } from "../developers/docs/search-form.tsx";
import { shortened, toChecksumAddress } from "./addresses.ts";
import { assetPath } from "./assets.ts";
import { formPage, kindOfPath } from "./form-page.ts";
import type { PageContext } from "./page-env.ts";
import { sessionToken } from "./sessions.ts";
import { findWallet } from "./wallet.ts";

/**
 * `people` and `courts` have one narrow column; all others a wide one with a rail. `docs` are the pages of
 * docs-pages.md.
 */
export type Area = "people" | "courts" | "developers" | "reviewers" | "docs";

/** A form whose fields a change of the language must not lose. Its page reads the field `language`. */
export type LanguageForm = {
	id: string;
	/** The button that the return key presses, as it would without the button of the language in front of the form. */
	enter: { name: string; value: string };
};

type Props = PropsWithChildren<{
	c: PageContext;
	title: string;
	area: Area;
	scripts?: readonly string[];
	languageForm?: LanguageForm;
}>;

export function Layout({ c, title, area, scripts = [], languageForm, children }: Props) {
	const { brand, operator } = c.env.settings;
	const isNarrow = area === "people" || area === "courts";
	return (
		<html lang={c.get("language")} class={area}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>{`${title} – ${brand}`}</title>
				<meta name="description" content={c.get("copy").home.lead} />
				<link rel="icon" type="image/svg+xml" href={assetPath("icon.svg")} />
				<link rel="stylesheet" href={assetPath("pages.css")} />
				{area === "docs" && <link rel="stylesheet" href={assetPath("docs.css")} />}
				{["base", ...scripts].map((name) => (
					// The page is not painted before them, or what they add would move the rest.
					<script type="module" src={assetPath(`${name}.js`)} blocking="render" />
				))}
			</head>
			<body>
				<a class="skip" href="#main">
					{c.get("copy").common.skipToContent}
				</a>
				<header class="top">
					<p class="brand">
						<a href="/">
							<img src={assetPath("icon.svg")} alt="" width="28" height="28" />
							{brand}
						</a>
						{operator.name !== null && <small>{operator.name}</small>}
					</p>
					{isNarrow && <Navigation c={c} area={area} />}
					{area === "docs" && <SearchForm c={c} />}
					<SignedIn c={c} />
					<LanguageSwitch c={c} form={languageForm} />
				</header>
				<div class="frame">
					{area === "docs" ? <DocsNavigation c={c} /> : !isNarrow && <Navigation c={c} area={area} />}
					<main id="main" tabindex={-1}>
						<p class="note caution" role="alert" data-offline hidden>
							{c.get("copy").common.offline}
						</p>
						<Partner c={c} />
						{children}
					</main>
				</div>
				<p role="status" class="hidden-visually" data-copy-status={c.get("copy").common.action.notCopied} />
				<Footer c={c} />
			</body>
		</html>
	);
}

/** The partner through whose link the page is used, large, so that the visitor knows who has sent her. */
function Partner({ c }: { c: PageContext }) {
	const link = c.get("link");
	if (link === undefined) return null;
	return (
		<p class="partner">
			{c.get("copy").links.through} <strong>{link.view.host}</strong>
		</p>
	);
}

/** Each link has the words of its page's heading. Only people's links are shortened, to fit beside the brand. */
function linksOf({ common, developers, resolve, review }: Copy) {
	const { nav } = common;
	return {
		people: [
			["/recover", nav.recover],
			["/cases", nav.cases],
			["/contest", nav.contest],
			["/estate", nav.estate],
		],
		courts: [
			["/resolve", resolve.title],
			["/verify", nav.verify],
			["/developers/account", developers.account.account.title],
		],
		developers: [
			["/developers", developers.account.overview.title],
			["/developers/keys", developers.keys.title],
			["/developers/endpoints", developers.endpoints.title],
			["/developers/cases", developers.cases.title],
			["/developers/links", developers.links.title],
			["/developers/origins", developers.origins.title],
			["/developers/account", developers.account.account.title],
			["/developers/docs", developers.docs.title],
		],
		reviewers: [
			["/review", review.queue.title],
			["/review/cases", review.cases.title],
			["/review/releases", review.releases.title],
			["/review/origins", review.origins.title],
			["/review/resolvers", review.resolvers.title],
			["/review/dead-letters", review.deadLetters.title],
			["/review/audit", review.audit.title],
		],
	} as const satisfies Record<LinkedArea, readonly (readonly [string, string])[]>;
}

/** `docs` has a rail of its own. */
type LinkedArea = Exclude<Area, "docs">;

/** Absent where its pages need a session that there is not. */
function Navigation({ c, area }: { c: PageContext; area: LinkedArea }) {
	if (area !== "people" && sessionToken(c, "developer") === undefined) return null;
	const copy = c.get("copy");
	const links = linksOf(copy)[area];
	// A reviewer comes to a case from the queue, and goes back to it.
	const current = new URL(c.req.url).pathname.replace(/^\/review\/cases\/.+/, "/review");
	return (
		<nav class="areas" aria-label={copy.common.nav.label}>
			<ul>
				{links.map(([href, text]) => (
					<li>
						<a href={href} aria-current={isWithin(current, href, links) ? "page" : undefined}>
							{text}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

/** The first page of an area is not current on the area's other pages. */
function isWithin(current: string, href: string, links: readonly (readonly [string, string])[]): boolean {
	if (current === href) return true;
	const isRoot = links.some(([other]) => other.startsWith(`${href}/`));
	return !isRoot && current.startsWith(`${href}/`);
}

function LanguageSwitch({ c, form }: { c: PageContext; form: LanguageForm | undefined }) {
	const { pathname, search } = new URL(c.req.url);
	// The page of a secret address responds to the form itself.
	const kind = kindOfPath(c, c.req.path);
	const isSecret = kind === "secret";
	// A form whose response is a page loses its fields, but not its link.
	const here = kind === "page" ? `${pathname}${c.req.method === "GET" ? search : linkQuery(c)}` : "/";
	const back = formPage(c) ?? here;
	const buttons = LANGUAGES.filter((language) => language !== c.get("language")).map((language) => (
		<button type="submit" class="quiet" name="language" value={language} lang={language} form={form?.id}>
			{LANGUAGE_NAMES[language]}
		</button>
	));
	if (form !== undefined) {
		return (
			<div class="languages">
				{/* The return key presses the first button of a form (HTML standard, implicit submission). */}
				{/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: with this tabindex the focus never gets there */}
				<button
					type="submit"
					class="hidden-visually"
					form={form.id}
					name={form.enter.name}
					value={form.enter.value}
					tabindex={-1}
					aria-hidden="true"
				>
					{c.get("copy").common.action.continue}
				</button>
				{buttons}
			</div>
		);
	}
	return (
		<form novalidate class="languages" method="post" action={isSecret ? undefined : "/language"}>
			{!isSecret && <input type="hidden" name="back" value={back} />}
			{buttons}
		</form>
	);
}

function linkQuery(c: PageContext): string {
	const link = c.req.query("link");
	return link === undefined ? "" : `?${new URLSearchParams({ link })}`;
}

/** Pages below these paths use the developer session; all others the wallet's. Error pages and exhibits too. */
const OF_DEVELOPERS = /^\/(developers|review|resolve)(\/|$)/;

/** Every page with a session names its wallet or leads to its account, and has the button that ends it (ASVS 7.4.4). */
function SignedIn({ c }: { c: PageContext }) {
	const session = OF_DEVELOPERS.test(c.req.path) ? "developer" : "wallet";
	if (sessionToken(c, session) === undefined) return null;
	const { common, developers } = c.get("copy");
	const wallet = session === "wallet" ? findWallet(c) : undefined;
	return (
		<form novalidate class="session" method="post" action="/sign-out">
			<input type="hidden" name="session" value={session} />
			{wallet && <span class="quiet hash">{shortened(toChecksumAddress(wallet.address))}</span>}
			{session === "developer" && (
				<a class="quiet" href="/developers/account">
					{developers.account.account.title}
				</a>
			)}
			<button type="submit" class="quiet">
				{common.action.signOut}
			</button>
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
					<a href="/verify">{common.nav.verify}</a>
				</li>
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
