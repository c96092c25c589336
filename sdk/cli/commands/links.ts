import { LANGUAGES } from "../../../src/kernel/languages.ts";
import type { HostedLink, HostedLinkRequest } from "../../src/generated/api.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { wholeNumber } from "../options.ts";
import { readJson } from "../read-file.ts";
import { requireMember } from "../require-member.ts";

export const createLink: Command = {
	name: "links create",
	summary: "Make a hosted link for one user, and print its address",
	operands: [],
	options: {
		kind: { value: "KIND", offers: ["recovery", "estate"], help: "recovery or estate; recovery by default" },
		reference: { value: "TEXT", help: "your own name for it, which the case and its events carry" },
		"return-url": { value: "URL", help: "where the user comes back to, on an allowed origin of yours" },
		locale: {
			value: "LOCALE",
			offers: LANGUAGES,
			help: `${LANGUAGES.join(" or ")}; that of the browser by default`,
		},
		prefill: { value: "FILE", offers: "files", help: "JSON with the fields that are filled in for the user" },
		locked: {
			value: "FIELDS",
			help: "prefilled fields that the user cannot change, with commas between them",
		},
		"expires-in": { value: "SECONDS", help: "1,800 to 604,800; a day by default" },
	},
	examples: ["replevin links create --reference claim-42 --return-url https://partner.example/done"],
	async run({ options, json }, io) {
		const { kind, reference, locale, prefill, locked } = options;
		const { "return-url": returnUrl, "expires-in": expiresIn } = options;
		if (expiresIn !== undefined && !/^\d{1,7}$/.test(String(expiresIn)))
			throw new UsageError(`--expires-in must be a whole number of seconds, but it is "${expiresIn}"`);
		const given = {
			...{ kind, reference, returnUrl, locale },
			expiresInSeconds: expiresIn === undefined ? undefined : Number(expiresIn),
			prefill: prefill === undefined ? undefined : await readJson(String(prefill)),
			locked: locked === undefined ? undefined : String(locked).split(","),
		};
		const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
		const link = await (await clientOf(io)).links.create(body as HostedLinkRequest, { signal: io.signal });
		requireMember(link, "linkId");
		if (json) io.print(JSON.stringify(link));
		else {
			io.print(link.url);
			io.note(`${link.linkId} can be started until ${link.expiresAt}. Whoever has the address can start it.`);
		}
		return EXIT.ok;
	},
};

const lineOf = ({ linkId, status, expiresAt, caseId, reference }: HostedLink): string =>
	[linkId, status.padEnd(7), expiresAt, caseId ?? "-", reference ?? ""].join("  ").trimEnd();

export const listLinks: Command = {
	name: "links list",
	summary: "List your hosted links, newest first",
	operands: [],
	options: {
		reference: { value: "TEXT", help: "only the links with this reference of yours" },
		limit: { value: "NUMBER", help: "at most so many; 25 by default" },
	},
	examples: ["replevin links list --reference claim-42"],
	async run({ options: { reference, limit = "25" }, json }, io) {
		const most = wholeNumber("--limit", limit);
		const query = { ...(reference !== undefined && { reference: String(reference) }) };
		const links = (await clientOf(io)).links.list(query, { signal: io.signal });
		const found = await links.toArray({ limit: most });
		for (const link of found) io.print(json ? JSON.stringify(link) : lineOf(link));
		if (found.length === 0 && !json) io.note("There is no such link.");
		return EXIT.ok;
	},
};

/** Commands that take the id of a link, and print the link. */
const ofLink = (verb: "get" | "expire", summary: string): Command => ({
	name: `links ${verb}`,
	summary,
	operands: [{ name: "LINK_ID" }],
	options: {},
	examples: [`replevin links ${verb} hl_0a1b2c3d4e5f60718293a4b5c6d7e8f9`],
	async run({ words: [linkId = ""], json }, io) {
		const link = await (await clientOf(io)).links[verb](linkId, { signal: io.signal });
		requireMember(link, "linkId");
		io.print(json ? JSON.stringify(link) : lineOf(link));
		return EXIT.ok;
	},
});

export const getLink = ofLink("get", "Show a hosted link, and the case that came of it");
export const expireLink = ofLink("expire", "End a hosted link that nobody has used");
