/**
 * Checks where webhooks may be sent (webhooks.md "Where requests may go"), when a URL is stored and before every
 * attempt.
 *
 * - Checks the WHATWG parser's form of the URL, because requests use that form.
 * - Resolves no names: `global_fetch_strictly_public` rejects internal addresses.
 */
import { isLoopback } from "../../kernel/loopback.ts";
import { lazy, lazyPattern } from "../../kernel/once.ts";

export type TargetRules = {
	/** Allows loopback and http. Must be false in a deployment. */
	allowLocal: boolean;
	/** Lower case, without ports. */
	ownHosts: readonly string[];
};

export type TargetCheck =
	/** The normalised form, to store and to call. */
	| { kind: "allowed"; url: string }
	/** Continues a sentence whose subject is the URL. */
	| { kind: "rejected"; problem: string };

export const MAX_URL_LENGTH = 2048;

/** Characters that a URL parser drops or changes, or that are invisible. */
const deceptive = lazyPattern(String.raw`[\s\\\p{Cc}\p{Default_Ignorable_Code_Point}]`, "u");

/** The parser also accepts one slash, or more than two. */
const BEGINNING = /^https?:\/\/(?!\/)/i;
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

const DOTTED_IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** The last label begins with a letter, so the name is not an IPv4 number. */
const HOST_NAME =
	/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Special-use names: RFC 6761 section 4, `local` (RFC 6762), `onion` (RFC 7686), `alt` (RFC 9476), ICANN's
 * `internal`, and `arpa` with the private `home.arpa` (RFC 8375). `example.com` resolves, so it is allowed.
 */
const SPECIAL_TOP_LABELS = new Set([
	"local",
	"localhost",
	"internal",
	"arpa",
	"test",
	"invalid",
	"example",
	"onion",
	"alt",
]);

type Range = { prefix: bigint; shift: bigint; name: string };

/** IANA's special-purpose registry (RFC 6890), and multicast (RFC 5771). */
const SPECIAL_IPV4 = lazy(() =>
	[
		["0.0.0.0/8", "unspecified"],
		["10.0.0.0/8", "private"],
		["100.64.0.0/10", "carrier-grade NAT"],
		["127.0.0.0/8", "loopback"],
		["169.254.0.0/16", "link-local"],
		["172.16.0.0/12", "private"],
		["192.0.0.0/24", "protocol assignment"],
		["192.0.2.0/24", "documentation"],
		["192.88.99.0/24", "6to4 relay"],
		["192.168.0.0/16", "private"],
		["198.18.0.0/15", "benchmarking"],
		["198.51.100.0/24", "documentation"],
		["203.0.113.0/24", "documentation"],
		["224.0.0.0/4", "multicast"],
		["255.255.255.255/32", "broadcast"],
		["240.0.0.0/4", "reserved"],
	].map(([range = "", name = ""]) => rangeOf(range, name, 32)),
);

/** The publicly routed part of IPv6. */
const GLOBAL_IPV6 = lazy(() => rangeOf("2000::/3", "global unicast", 128));

/** IANA's special-purpose registry (RFC 6890), multicast and site-local (RFC 4291, RFC 3879). */
const SPECIAL_IPV6 = lazy(() =>
	[
		["::/128", "unspecified"],
		["::1/128", "loopback"],
		["::ffff:0:0/96", "IPv4-mapped"],
		["::/96", "IPv4-compatible"],
		["64:ff9b::/96", "NAT64"],
		["64:ff9b:1::/48", "NAT64"],
		["100::/64", "discard"],
		["2001::/32", "Teredo"],
		["2001:2::/48", "benchmarking"],
		["2001::/23", "protocol assignment"],
		["2001:db8::/32", "documentation"],
		["2002::/16", "6to4"],
		["3fff::/20", "documentation"],
		["5f00::/16", "segment routing"],
		["fc00::/7", "unique-local"],
		["fe80::/10", "link-local"],
		["fec0::/10", "site-local"],
		["ff00::/8", "multicast"],
	].map(([range = "", name = ""]) => rangeOf(range, name, 128)),
);

/** Reports the first problem only. */
export function checkTarget(text: string, rules: TargetRules): TargetCheck {
	const problem = problemOfText(text);
	if (problem !== undefined) return { kind: "rejected", problem };
	if (!URL.canParse(text)) {
		return { kind: "rejected", problem: "must be a valid URL, such as `https://example.com/webhooks`" };
	}
	const url = new URL(text);
	const urlProblem = problemOfUrl(url, rules);
	if (urlProblem !== undefined) return { kind: "rejected", problem: urlProblem };
	return { kind: "allowed", url: url.href };
}

/** Problems that the parser would hide. */
function problemOfText(text: string): string | undefined {
	if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
	if (!text.isWellFormed() || deceptive().test(text)) {
		return "must not have spaces, control or invisible characters, or backslashes; percent-encode them";
	}
	if (!BEGINNING.test(text)) return "must begin with `https://` and a host name";
	if (text.includes("#"))
		return "must not have a fragment (`#` and the text after it), because fragments are never sent";
	const authority = AUTHORITY.exec(text)?.[1] ?? "";
	if (authority.includes("@")) {
		return "must not have a user name or password; verify the signature to authenticate the sender";
	}
	if (/\.(?::\d*)?$/.test(authority)) return "must not have a dot at the end of its host name";
	return undefined;
}

function problemOfUrl(url: URL, rules: TargetRules): string | undefined {
	const { hostname, protocol, port, href } = url;
	if (href.length > MAX_URL_LENGTH)
		return `must have at most ${MAX_URL_LENGTH} characters when percent-encoded`;
	if (port === "0") return "must have a port from 1 to 65535, or none";
	const isLocal = isLoopback(hostname);
	// First, because a service with local targets runs on this machine itself.
	if (isLocal && rules.allowLocal) return undefined;
	if (protocol !== "https:") return "must begin with `https://`";
	if (isLocal) return "must not point to this machine; use a host name that is reachable from the internet";
	if (rules.ownHosts.includes(hostname)) return "must not point to this service itself";
	if (hostname.startsWith("[")) return problemOfIpv6(ipv6ValueOf(hostname.slice(1, -1)));
	if (DOTTED_IPV4.test(hostname)) return problemOfIpv4(ipv4ValueOf(hostname));
	return problemOfName(hostname);
}

function problemOfIpv4(address: bigint): string | undefined {
	const special = SPECIAL_IPV4().find((range) => isIn(range, address));
	return special && problemOfRange(special.name);
}

function problemOfIpv6(address: bigint): string | undefined {
	const special = SPECIAL_IPV6().find((range) => isIn(range, address));
	if (special) return problemOfRange(special.name);
	return isIn(GLOBAL_IPV6(), address) ? undefined : problemOfRange("reserved");
}

function problemOfRange(name: string): string {
	return `must not point to an address of a special range (${name}); use a host name that is reachable from the internet`;
}

function problemOfName(hostname: string): string | undefined {
	if (!hostname.includes(".")) return "must have a full host name, such as `example.com`";
	if (!HOST_NAME.test(hostname)) {
		return "must have a valid host name: labels of letters, digits and inner hyphens, with a dot between two";
	}
	const topLabel = hostname.slice(hostname.lastIndexOf(".") + 1);
	if (!SPECIAL_TOP_LABELS.has(topLabel)) return undefined;
	return `must not have a host name under \`.${topLabel}\`, which is not part of the public internet`;
}

/** @param text in CIDR form, such as `10.0.0.0/8` */
function rangeOf(text: string, name: string, widthBits: 32 | 128): Range {
	const [address = "", length] = text.split("/");
	const shift = BigInt(widthBits - Number(length));
	const value = widthBits === 32 ? ipv4ValueOf(address) : ipv6ValueOf(address);
	return { prefix: value >> shift, shift, name };
}

function isIn({ prefix, shift }: Range, address: bigint): boolean {
	return address >> shift === prefix;
}

/** @param dotted four decimal numbers */
function ipv4ValueOf(dotted: string): bigint {
	return dotted.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** @param text hex groups with at most one `::` */
function ipv6ValueOf(text: string): bigint {
	const [head = [], tail = []] = text.split("::").map((half) => half.split(":").filter(Boolean));
	const zeros = new Array<string>(8 - head.length - tail.length).fill("0");
	return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
