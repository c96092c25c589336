// auth.md "Rate limits".
import { describe, expect, test } from "vitest";
import { clientNetworkOf, wideNetworkOf } from "../../src/kernel/client-network.ts";

describe("the network of a client", () => {
	test.each([
		["203.0.113.7", "203.0.113.7"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:db8:1:2::1", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
		["::", "0:0:0:0::/64"],
		["fe80::1%eth0", "fe80:0:0:0::/64"],
		["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
		["::ffff:203.0.113.7", "203.0.113.7"],
		["::FFFF:203.0.113.7", "203.0.113.7"],
	])("%s is in %s", (address, network) => {
		expect(clientNetworkOf(address)).toBe(network);
	});

	test.each([
		"unknown",
		"",
		"1:2:3",
		"1::2::3",
		"12345::1",
		"g::1",
		"1:2:3:4:5:6:7:8:9",
		"1:2:3:4:5:6:7:8::",
	])("%j is no address and stays as it is", (text) => {
		expect(clientNetworkOf(text)).toBe(text);
	});

	test("text of any length is cut", () => {
		expect(clientNetworkOf("x".repeat(100_000))).toHaveLength(64);
		expect(clientNetworkOf(":".repeat(100_000))).toHaveLength(64);
	});
});

describe("the wide network of a client", () => {
	test.each([
		["203.0.113.7", "203.0.113.0/24"],
		["::ffff:203.0.113.7", "203.0.113.0/24"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
		["2001:db8:1:ffff::1", "2001:db8:1::/48"],
		["2001:db8:2::1", "2001:db8:2::/48"],
		["::1", "0:0:0::/48"],
		["unknown", "unknown"],
	])("%s is in %s", (address, network) => {
		expect(wideNetworkOf(clientNetworkOf(address))).toBe(network);
	});
});

describe("the network that shares a budget", () => {
	const bits = { ipv4: 24, ipv6: 48 };

	test.each([
		["203.0.113.7", bits, "203.0.113.0/24"],
		["203.0.113.7", { ipv4: 32, ipv6: 64 }, "203.0.113.7/32"],
		["203.0.113.255", { ipv4: 20, ipv6: 48 }, "203.0.112.0/20"],
		["2001:db8:1:2::/64", bits, "2001:db8:1::/48"],
		["2001:db8:1:ffff::/64", bits, "2001:db8:1::/48"],
		["2001:db8:1:1ff::/64", { ipv4: 24, ipv6: 56 }, "2001:db8:1:100::/56"],
		["2001:db8:1:2::/64", { ipv4: 24, ipv6: 64 }, "2001:db8:1:2::/64"],
		["0:0:0:0::/64", bits, "0:0:0::/48"],
		["unknown", bits, "unknown"],
	])("of %s with %j is %s", (network, given, wider) => {
		expect(wideNetworkOf(network, given)).toBe(wider);
	});
});
