// webhooks.md "Where requests may go".
// Addresses in every range and spelling. Node's BlockList says which are special, not the code's own table.
import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkTarget, type TargetRules } from "../../../src/webhooks/endpoint/target-rules.ts";

const RULES: TargetRules = { allowLocal: false, ownHosts: [] };
const MACHINE = "must not point to this machine; use a host name that is reachable from the internet";

const kindOf = (host: string, rules = RULES) => checkTarget(`https://${host}/`, rules).kind;

function problemOf(host: string): string | undefined {
	const check = checkTarget(`https://${host}/`, RULES);
	if (check.kind === "allowed") return undefined;
	return /special range \((.*)\);/.exec(check.problem)?.[1] ?? check.problem;
}

describe("IPv4 addresses of special ranges", () => {
	test.each([
		["the first of 0.0.0.0/8", "0.0.0.0", "unspecified"],
		["the last of 0.0.0.0/8", "0.255.255.255", "unspecified"],
		["the first of 10.0.0.0/8", "10.0.0.0", "private"],
		["the last of 10.0.0.0/8", "10.255.255.255", "private"],
		["the first of 100.64.0.0/10", "100.64.0.0", "carrier-grade NAT"],
		["the last of 100.64.0.0/10", "100.127.255.255", "carrier-grade NAT"],
		["the first of 127.0.0.0/8", "127.0.0.0", MACHINE],
		["the last of 127.0.0.0/8", "127.255.255.255", MACHINE],
		["the first of 169.254.0.0/16", "169.254.0.0", "link-local"],
		["a cloud's metadata", "169.254.169.254", "link-local"],
		["the last of 169.254.0.0/16", "169.254.255.255", "link-local"],
		["the first of 172.16.0.0/12", "172.16.0.0", "private"],
		["the last of 172.16.0.0/12", "172.31.255.255", "private"],
		["192.0.0.0/24", "192.0.0.170", "protocol assignment"],
		["192.0.2.0/24", "192.0.2.1", "documentation"],
		["192.88.99.0/24", "192.88.99.1", "6to4 relay"],
		["the first of 192.168.0.0/16", "192.168.0.0", "private"],
		["the last of 192.168.0.0/16", "192.168.255.255", "private"],
		["the first of 198.18.0.0/15", "198.18.0.0", "benchmarking"],
		["the last of 198.18.0.0/15", "198.19.255.255", "benchmarking"],
		["198.51.100.0/24", "198.51.100.255", "documentation"],
		["203.0.113.0/24", "203.0.113.0", "documentation"],
		["the first of 224.0.0.0/4", "224.0.0.0", "multicast"],
		["the last of 224.0.0.0/4", "239.255.255.255", "multicast"],
		["the first of 240.0.0.0/4", "240.0.0.0", "reserved"],
		["the last but one", "255.255.255.254", "reserved"],
		["broadcast", "255.255.255.255", "broadcast"],
		["decimal", "2130706433", MACHINE],
		["decimal, another", "3232235521", "private"],
		["hex", "0x7f000001", MACHINE],
		["hex in capitals", "0X7F000001", MACHINE],
		["hex parts", "0xa9.0xfe.0xa9.0xfe", "link-local"],
		["octal", "017700000001", MACHINE],
		["octal parts", "0177.0.0.01", MACHINE],
		["mixed bases", "0xa.0377.1", "private"],
		["leading zeros", "00012.0000.0000.0001", "private"],
		["two parts", "127.1", MACHINE],
		["three parts", "192.168.257", "private"],
		["zero", "0", "unspecified"],
		["hex of nothing", "0x", "unspecified"],
		["full-width", "１２７．０．０．１", MACHINE],
		["circled", "①②⑦.⓪.⓪.①", MACHINE],
		["ideographic dots", "10。0。0。1", "private"],
		["percent-encoded", "%31%30.0.0.1", "private"],
		["percent-encoded dots", "10%2e0%2E0%2e1", "private"],
		["percent-encoded full-width", "%EF%BC%91%EF%BC%90.0.0.1", "private"],
		["a percent-encoded dot after it", "10.0.0.1%2e", "private"],
		["a dot after it", "10.0.0.1.", "must not have a dot at the end of its host name"],
	])("rejects %s", (_, host, problem) => expect(problemOf(host)).toBe(problem));

	test("allows 010.0.0.1 as 8.0.0.1, because the parser reads octal", () => {
		expect(checkTarget("https://010.0.0.1/", RULES)).toEqual({ kind: "allowed", url: "https://8.0.0.1/" });
	});

	test.each(["256.0.0.1", "1.2.3.4.5", "4294967296", "0x1ffffffff", "09.0.0.1", "1.2.3.foo.0x7f", "1..2.3"])(
		"rejects %s, which is neither an address nor a name",
		(host) => expect(problemOf(host)).toBe("must be a valid URL, such as `https://example.com/webhooks`"),
	);
});

describe("IPv6 addresses of special ranges", () => {
	test.each([
		["unspecified", "[::]", "unspecified"],
		["loopback", "[::1]", MACHINE],
		["loopback in full", "[0000:0000:0000:0000:0000:0000:0000:0001]", MACHINE],
		["IPv4-mapped loopback", "[::ffff:127.0.0.1]", "IPv4-mapped"],
		["IPv4-mapped in hex", "[::FFFF:7f00:1]", "IPv4-mapped"],
		["IPv4-mapped in full", "[0:0:0:0:0:ffff:a00:1]", "IPv4-mapped"],
		["IPv4-mapped of a public one", "[::ffff:8.8.8.8]", "IPv4-mapped"],
		["IPv4-compatible", "[::10.0.0.1]", "IPv4-compatible"],
		["IPv4-translated", "[::ffff:0:10.0.0.1]", "reserved"],
		["NAT64", "[64:ff9b::10.0.0.1]", "NAT64"],
		["local NAT64", "[64:ff9b:1:ffff::1]", "NAT64"],
		["discard", "[100::1]", "discard"],
		["Teredo", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "Teredo"],
		["benchmarking", "[2001:2::1]", "benchmarking"],
		["ORCHID", "[2001:20::1]", "protocol assignment"],
		["the last of the protocol assignments", "[2001:1ff:ffff::]", "protocol assignment"],
		["documentation", "[2001:db8::1]", "documentation"],
		["newer documentation", "[3fff:fff:ffff::1]", "documentation"],
		["6to4 of a private one", "[2002:a00:1::1]", "6to4"],
		["6to4 of a public one", "[2002:808:808::1]", "6to4"],
		["segment routing", "[5f00::1]", "segment routing"],
		["unique-local", "[fc00::1]", "unique-local"],
		["unique-local, a cloud's metadata", "[fd00:ec2::254]", "unique-local"],
		["the last unique-local", "[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]", "unique-local"],
		["link-local", "[fe80::1]", "link-local"],
		["the last link-local", "[febf::1]", "link-local"],
		["site-local", "[fec0::1]", "site-local"],
		["multicast", "[ff02::1]", "multicast"],
		["what nobody has been given", "[4000::1]", "reserved"],
		["what is below the public ones", "[1fff:ffff::1]", "reserved"],
		["a zone", "[fe80::1%25eth0]", "must be a valid URL, such as `https://example.com/webhooks`"],
		["no brackets", "fe80::1", "must be a valid URL, such as `https://example.com/webhooks`"],
		["full-width digits", "[：：１]", "must be a valid URL, such as `https://example.com/webhooks`"],
	])("rejects %s", (_, host, problem) => expect(problemOf(host)).toBe(problem));
});

test.each([
	"1.0.0.0",
	"9.255.255.255",
	"11.0.0.0",
	"100.63.255.255",
	"100.128.0.0",
	"126.255.255.255",
	"128.0.0.0",
	"169.253.255.255",
	"169.255.0.0",
	"172.15.255.255",
	"172.32.0.0",
	"192.0.1.0",
	"192.167.255.255",
	"192.169.0.0",
	"198.17.255.255",
	"198.20.0.0",
	"223.255.255.255",
	"[2000::]",
	"[2001:200::]",
	"[2001:db7:ffff::1]",
	"[2001:db9::]",
	"[2003::]",
	"[3ffe:ffff::1]",
	"[3fff:1000::]",
])("allows %s, just outside of a special range", (host) => expect(kindOf(host)).toBe("allowed"));

const SPECIAL: [string, number][] = [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 3],
];
const blocked = new BlockList();
for (const [network, prefix] of SPECIAL) blocked.addSubnet(network, prefix, "ipv4");

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
const numberOf = (address: string) =>
	address.split(".").reduce((value, part) => value * 256 + Number(part), 0);

const specialIpv4 = fc
	.constantFrom(...SPECIAL)
	.chain(([network, prefix]) => fc.nat(2 ** (32 - prefix) - 1).map((offset) => numberOf(network) + offset));
const anyIpv4 = fc.oneof(fc.nat(2 ** 32 - 1), specialIpv4);

/** The last part of an address with fewer than four parts has the remaining bytes. */
function partsOf(value: number, count: number): number[] {
	const head = [24, 16, 8].slice(0, count - 1).map((shift) => (value >>> shift) & 255);
	return [...head, value % 2 ** (8 * (5 - count))];
}

const BASES = [
	(part: number) => String(part),
	(part: number) => `0x${part.toString(16)}`,
	(part: number) => `0X00${part.toString(16).toUpperCase()}`,
	(part: number) => `0${part.toString(8)}`,
	(part: number) => `000${part.toString(8)}`,
];
const fullWidth = (char: string) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0);
const percent = (char: string) =>
	[...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const ENCODINGS = [
	(char: string) => char,
	fullWidth,
	percent,
	(char: string) => percent(fullWidth(char)),
	(char: string) => (char === "." ? "。" : char),
];

/** A spelling of an IPv4 address: number of parts, base of each part, encoding of each character. */
const spelling = fc.record({
	count: fc.integer({ min: 1, max: 4 }),
	bases: fc.array(fc.constantFrom(...BASES), { minLength: 4, maxLength: 4 }),
	encodings: fc.array(fc.constantFrom(...ENCODINGS), { minLength: 1, maxLength: 8 }),
	ending: fc.constantFrom("", "", "%2e", "。"),
});
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

function spell(value: number, { count, bases, encodings, ending }: Spelling): string {
	const plain = partsOf(value, count).map((part, i) => (bases[i] ?? String)(part));
	const encoded = [...plain.join(".")].map((char, i) => (encodings[i % encodings.length] ?? String)(char));
	return encoded.join("") + ending;
}

test("rejects special IPv4 addresses in every spelling, and normalises public ones", () => {
	fc.assert(
		fc.property(anyIpv4, spelling, (value, how) => {
			const check = checkTarget(`https://${spell(value, how)}/`, RULES);
			if (blocked.check(dotted(value))) expect(check.kind).toBe("rejected");
			else expect(check).toEqual({ kind: "allowed", url: `https://${dotted(value)}/` });
		}),
		{ numRuns: 500 },
	);
});

test("allows of the special addresses only loopback if local targets are allowed", () => {
	fc.assert(
		fc.property(specialIpv4, spelling, (value, how) => {
			const rules = { allowLocal: true, ownHosts: [] };
			const isLoopback = value >>> 24 === 127;
			expect(kindOf(spell(value, how), rules)).toBe(isLoopback ? "allowed" : "rejected");
		}),
	);
});

test("rejects IPv4 addresses that are embedded in IPv6", () => {
	const wraps = [
		(hex: string) => `::ffff:${hex}`,
		(hex: string) => `::${hex}`,
		(hex: string) => `::ffff:0:${hex}`,
		(hex: string) => `64:ff9b::${hex}`,
		(hex: string) => `64:ff9b:1::${hex}`,
		(hex: string) => `2002:${hex}::1`,
		(hex: string) => `2001:0:${hex}::1`,
		(hex: string) => `2001::${hex}`,
	];
	fc.assert(
		fc.property(anyIpv4, fc.constantFrom(...wraps), (value, wrap) => {
			const hex = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
			expect(isIP(wrap(hex))).toBe(6);
			expect(kindOf(`[${wrap(hex)}]`)).toBe("rejected");
		}),
	);
});

test("rejects IPv6 addresses outside of 2000::/3", () => {
	fc.assert(
		fc.property(fc.ipV6(), (address) => {
			const firstGroup = /^[0-9a-f]+/i.exec(address)?.[0] ?? "0";
			fc.pre(Number.parseInt(firstGroup, 16) >> 13 !== 1);
			expect(kindOf(`[${address}]`)).toBe("rejected");
		}),
	);
});

test("allows only https, in a normalised form that is allowed again", () => {
	const text = fc.oneof(
		fc.webUrl({ withQueryParameters: true, validSchemes: ["https", "http"] }),
		fc.string({ unit: "binary" }).map((tail) => `https://example.com/${tail}`),
		fc.string({ unit: "grapheme" }).map((label) => `https://${label}.example.com/`),
	);
	fc.assert(
		fc.property(text, (target) => {
			const check = checkTarget(target, RULES);
			if (check.kind === "rejected") return;
			expect(check.url).toMatch(/^https:\/\/[a-z0-9.-]+(:\d+)?\/[!-~]*$/);
			expect(checkTarget(check.url, RULES)).toEqual(check);
		}),
	);
});
