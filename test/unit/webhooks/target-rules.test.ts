// webhooks.md "Where requests may go".
import { describe, expect, test } from "vitest";
import { checkTarget, type TargetRules } from "../../../src/webhooks/endpoint/target-rules.ts";

const DEPLOYED: TargetRules = { allowLocal: false, ownHosts: ["api.replevin.org", "replevin.org"] };
const LOCAL: TargetRules = { allowLocal: true, ownHosts: ["127.0.0.1", "localhost"] };

const TEXT = "must not have spaces, control or invisible characters, or backslashes; percent-encode them";
const INVALID = "must be a valid URL, such as `https://example.com/webhooks`";
const BEGINNING = "must begin with `https://` and a host name";
const HTTPS = "must begin with `https://`";
const FRAGMENT = "must not have a fragment (`#` and the text after it), because fragments are never sent";
const USER = "must not have a user name or password; verify the signature to authenticate the sender";
const DOT = "must not have a dot at the end of its host name";
const PORT = "must have a port from 1 to 65535, or none";
const OWN = "must not point to this service itself";
const MACHINE = "must not point to this machine; use a host name that is reachable from the internet";
const FULL_NAME = "must have a full host name, such as `example.com`";
const NAME =
	"must have a valid host name: labels of letters, digits and inner hyphens, with a dot between two";
const range = (name: string) =>
	`must not point to an address of a special range (${name}); use a host name that is reachable from the internet`;
const under = (label: string) =>
	`must not have a host name under \`.${label}\`, which is not part of the public internet`;

const padded = (length: number) =>
	`https://example.com/${"a".repeat(length - "https://example.com/".length)}`;

describe("allowed URLs", () => {
	test.each([
		["a host name", "https://example.com", "https://example.com/"],
		["a path and a query", "https://example.com/a/b?c=d&e", "https://example.com/a/b?c=d&e"],
		["a deep name", "https://a.b.c.d.example.com/", "https://a.b.c.d.example.com/"],
		["capitals", "HTTPS://Example.COM/Path", "https://example.com/Path"],
		["the default port", "https://example.com:443/", "https://example.com/"],
		["another port", "https://example.com:8443/", "https://example.com:8443/"],
		["the highest port", "https://example.com:65535/", "https://example.com:65535/"],
		["an empty port", "https://example.com:/", "https://example.com/"],
		["labels of digits", "https://1.2.3.example.com/", "https://1.2.3.example.com/"],
		["a name that looks like an address", "https://127.0.0.1.example.com/", "https://127.0.0.1.example.com/"],
		["inner hyphens", "https://a--b.ex-ample.com/", "https://a--b.ex-ample.com/"],
		["an international name", "https://bücher.example.com/", "https://xn--bcher-kva.example.com/"],
		[
			"an international name in ASCII",
			"https://xn--bcher-kva.example.com/",
			"https://xn--bcher-kva.example.com/",
		],
		["a top label in Cyrillic", "https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/"],
		["full-width letters", "https://ｅｘａｍｐｌｅ．ｃｏｍ/", "https://example.com/"],
		["percent-encoded letters", "https://ex%61mple.com/", "https://example.com/"],
		["dots in the path", "https://example.com/a/../b/./c", "https://example.com/b/c"],
		["letters beyond ASCII in the path", "https://example.com/ü", "https://example.com/%C3%BC"],
		["an at sign in the path", "https://example.com/@me?to=a@b", "https://example.com/@me?to=a@b"],
		["a dot at the end of the path", "https://example.com/a.", "https://example.com/a."],
		[
			"special names in the middle",
			"https://localhost.internal.example.com/",
			"https://localhost.internal.example.com/",
		],
		["special letters at the end", "https://notlocal.mylocal.net/", "https://notlocal.mylocal.net/"],
		["a name below one of our own", "https://hooks.replevin.org/", "https://hooks.replevin.org/"],
		["a name that ends as our own", "https://notreplevin.org/", "https://notreplevin.org/"],
		["a public IPv4 address", "https://8.8.8.8/", "https://8.8.8.8/"],
		["a public IPv4 address in decimal", "https://134744072/", "https://8.8.8.8/"],
		["a public IPv6 address", "https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
		["2,048 characters", padded(2048), padded(2048)],
	])("allows %s", (_, text, url) => expect(checkTarget(text, DEPLOYED)).toEqual({ kind: "allowed", url }));
});

describe("URLs rejected for how they are written", () => {
	test.each([
		["nothing", "", BEGINNING],
		["no URL", "example.com", BEGINNING],
		["no scheme", "//example.com/", BEGINNING],
		["another scheme", "ftp://example.com/", BEGINNING],
		["a script", "javascript:alert(1)", BEGINNING],
		["a file", "file:///etc/passwd", BEGINNING],
		["a socket", "wss://example.com/", BEGINNING],
		["no slashes", "https:example.com", BEGINNING],
		["one slash", "https:/example.com", BEGINNING],
		["three slashes", "https:///example.com/", BEGINNING],
		["no host", "https://", INVALID],
		["no host but a port", "https://:443/", INVALID],
		["no host but a query", "https://?a", INVALID],
		["plain http", "http://example.com/", HTTPS],
		["plain http in capitals", "HTTP://example.com/", HTTPS],
		["2,049 characters", padded(2049), "must have at most 2048 characters"],
		[
			"too much once percent-encoded",
			`https://example.com/${"ü".repeat(400)}`,
			"must have at most 2048 characters when percent-encoded",
		],
		["a space before", " https://example.com/", TEXT],
		["a line break after", "https://example.com/\n", TEXT],
		["a space in the path", "https://example.com/a b", TEXT],
		["a tab in the host", "https://exam\tple.com/", TEXT],
		["a line break in the scheme", "htt\nps://example.com/", TEXT],
		["a carriage return in the path", "https://example.com/a\rb", TEXT],
		["a null", "https://example.com/\0", TEXT],
		["DEL", "https://example.com/\u007F", TEXT],
		["a no-break space", "https://example.com/\u00A0", TEXT],
		["an ideographic space", "https://example.com/\u3000", TEXT],
		["a byte order mark", "\uFEFFhttps://example.com/", TEXT],
		["a soft hyphen", "https://exam\u00ADple.com/", TEXT],
		["a zero-width space", "https://exam\u200Bple.com/", TEXT],
		["a zero-width joiner", "https://exam\u200Dple.com/", TEXT],
		["a direction override", "https://example.com/\u202Egpj", TEXT],
		["half a character", "https://example.com/\uD800", TEXT],
		["backslashes for slashes", "https:\\\\example.com\\", TEXT],
		["a backslash before an at sign", "https://example.com\\@127.0.0.1/", TEXT],
		["a fragment", "https://example.com/#a", FRAGMENT],
		["an empty fragment", "https://example.com/#", FRAGMENT],
		["a fragment before an at sign", "https://example.com#@127.0.0.1/", FRAGMENT],
		["a user", "https://user@example.com/", USER],
		["a user and a password", "https://user:pass@example.com/", USER],
		["an empty user", "https://@example.com/", USER],
		["an empty user and password", "https://:@example.com/", USER],
		["two at signs", "https://a@b@example.com/", USER],
		["a host name for a user", "https://example.com@127.0.0.1/", USER],
		["a full-width at sign", "https://user＠example.com/", INVALID],
		["a full-width slash", "https://example.com／@127.0.0.1/", USER],
		["port 0", "https://example.com:0/", PORT],
		["a port beyond the highest", "https://example.com:65536/", INVALID],
		["a port of letters", "https://example.com:https/", INVALID],
		["a percent-encoded slash in the host", "https://example.com%2F.evil.com/", INVALID],
		["a percent-encoded null in the host", "https://example.com%00.evil.com/", INVALID],
		["an escape that is none", "https://example%zz.com/", INVALID],
		["an empty label", "https://a..example.com/", NAME],
		["a dot before the name", "https://.example.com/", NAME],
		["a label that begins with a hyphen", "https://-a.example.com/", NAME],
		["an underscore", "https://a_b.example.com/", NAME],
		["a wildcard", "https://*.example.com/", NAME],
		["a label of 64", `https://${"a".repeat(64)}.example.com/`, NAME],
		["a name of 254", `https://${"a.".repeat(125)}test/`, NAME],
	])("rejects %s", (_, text, problem) => {
		expect(checkTarget(text, DEPLOYED)).toEqual({ kind: "rejected", problem });
	});
});

describe("URLs rejected for their host name", () => {
	test.each([
		["one label", "https://intranet/", FULL_NAME],
		["a top-level domain", "https://com/", FULL_NAME],
		["a dot after a name", "https://example.com./", DOT],
		["a dot before the port", "https://example.com.:8443/", DOT],
		["a dot after one label", "https://localhost./", DOT],
		["two dots after a name", "https://example.com../", DOT],
		["a percent-encoded dot after a name", "https://example.com%2E/", NAME],
		["an ideographic dot after a name", "https://example.com。/", NAME],
		["localhost", "https://localhost/", MACHINE],
		["localhost in capitals", "https://LOCALHOST:8443/", MACHINE],
		["localhost, full-width", "https://ｌｏｃａｌｈｏｓｔ/", MACHINE],
		["localhost in circles", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", MACHINE],
		["localhost, percent-encoded", "https://%6c%6fcalhost/", MACHINE],
		["http to localhost", "http://localhost:3000/", HTTPS],
		["a name below localhost", "https://a.localhost/", under("localhost")],
		["a multicast-DNS name", "https://printer.local/", under("local")],
		["a multicast-DNS name in capitals", "https://Printer.LOCAL/", under("local")],
		["a multicast-DNS name with another dot", "https://printer。local/", under("local")],
		["a private name", "https://metadata.google.internal/", under("internal")],
		["a home network", "https://nas.home.arpa/", under("arpa")],
		["the DNS64 probe", "https://ipv4only.arpa/", under("arpa")],
		["a reverse name", "https://1.0.0.127.in-addr.arpa/", under("arpa")],
		["a name for tests", "https://hooks.test/", under("test")],
		["a name that does not exist", "https://hooks.invalid/", under("invalid")],
		["a name for examples", "https://hooks.example/", under("example")],
		["an onion", "https://abc.onion/", under("onion")],
		["a name outside of DNS", "https://abc.alt/", under("alt")],
		["our own host", "https://api.replevin.org/hooks", OWN],
		["our own host in capitals", "https://API.Replevin.ORG/", OWN],
		["our own host at another port", "https://api.replevin.org:8443/", OWN],
		["our own host with a dot after it", "https://api.replevin.org./", DOT],
		["our own host, full-width", "https://ａｐｉ.replevin.org/", OWN],
		["our own host, percent-encoded", "https://%61pi.replevin.org/", OWN],
		["our other host", "https://replevin.org/", OWN],
	])("rejects %s", (_, text, problem) => {
		expect(checkTarget(text, DEPLOYED)).toEqual({ kind: "rejected", problem });
	});
});

test("rejects the service's own address, in every spelling", () => {
	const rules = { allowLocal: false, ownHosts: ["8.8.8.8", "[2606:4700::1]"] };
	for (const text of ["https://8.8.8.8/", "https://0x08080808/", "https://[2606:4700:0::0001]:444/"]) {
		expect(checkTarget(text, rules)).toEqual({ kind: "rejected", problem: OWN });
	}
});

describe("URLs when local targets are allowed", () => {
	test.each([
		["http to localhost", "http://localhost:3000/hooks", "http://localhost:3000/hooks"],
		["http to 127.0.0.1", "http://127.0.0.1:3000/", "http://127.0.0.1:3000/"],
		["http to all of 127.0.0.0/8", "http://127.255.255.254/", "http://127.255.255.254/"],
		["http to ::1", "http://[::1]:3000/", "http://[::1]:3000/"],
		["https to it", "https://localhost:3000/", "https://localhost:3000/"],
		["another spelling", "http://0x7f.1:80/", "http://127.0.0.1/"],
		["https to everybody else", "https://example.com/", "https://example.com/"],
	])("allows %s", (_, text, url) => expect(checkTarget(text, LOCAL)).toEqual({ kind: "allowed", url }));

	test.each([
		["http to anybody else", "http://example.com/", HTTPS],
		["http to a name below localhost", "http://a.localhost/", HTTPS],
		["https to a name below localhost", "https://a.localhost/", under("localhost")],
		["http to a private address", "http://10.0.0.1/", HTTPS],
		["https to a private address", "https://10.0.0.1/", range("private")],
		["http to all interfaces", "http://0.0.0.0/", HTTPS],
		["https to all interfaces", "https://[::]/", range("unspecified")],
		["loopback, mapped to IPv6", "https://[::ffff:127.0.0.1]/", range("IPv4-mapped")],
		["a name that begins with 127.", "http://127.0.0.1.example.com/", HTTPS],
		["localhost with a dot after it", "http://localhost./", DOT],
		["a user at localhost", "http://me@localhost/", USER],
	])("rejects %s", (_, text, problem) => {
		expect(checkTarget(text, LOCAL)).toEqual({ kind: "rejected", problem });
	});
});
