const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2). */
const MAPPED_IPV4 = /^::ffff:((?:\d{1,3}\.){3}\d{1,3})$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Longer than any address. */
const MAX_LENGTH = 64;

/** An IPv4 address, or an IPv6 subscriber's /64 (RFC 6177). */
export function clientNetworkOf(address: string): string {
	if (!address.includes(":") || IPV4.test(address)) return address.slice(0, MAX_LENGTH);
	const mapped = MAPPED_IPV4.exec(address)?.[1];
	if (mapped) return mapped;
	const groups = groupsOf(address.split("%")[0] ?? "");
	if (!groups) return address.slice(0, MAX_LENGTH);
	const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
	return `${network.join(":")}::/64`;
}

/** How many leading bits name a network. */
export type NetworkBits = { ipv4: number; ipv6: number };

/**
 * An IPv4 /24, or the /48 of an IPv6 site (RFC 6177), for limits that neighbours share. Other text stays as it is.
 *
 * @param network a result of `clientNetworkOf`
 */
export function wideNetworkOf(network: string, { ipv4, ipv6 }: NetworkBits = { ipv4: 24, ipv6: 48 }): string {
	if (IPV4.test(network)) return `${masked(network.split(".").map(Number), 8, ipv4).join(".")}/${ipv4}`;
	const groups = network.endsWith("::/64") ? groupsOf(network.slice(0, -"/64".length)) : undefined;
	if (!groups) return network;
	const kept = masked(groups, 16, ipv6).slice(0, Math.ceil(ipv6 / 16));
	return `${kept.map((group) => group.toString(16)).join(":")}::/${ipv6}`;
}

function masked(parts: readonly number[], width: number, bits: number): number[] {
	return parts.map((part, at) => {
		const dropped = Math.min(width, Math.max(0, (at + 1) * width - bits));
		return part - (part % 2 ** dropped);
	});
}

/** RFC 4291 section 2.2. */
function groupsOf(address: string): number[] | undefined {
	const halves = address.split("::");
	if (halves.length > 2) return undefined;
	const [head = [], tail] = halves.map(parseGroups);
	const given = head.length + (tail?.length ?? 0);
	if (tail === undefined ? given !== GROUPS : given >= GROUPS) return undefined;
	const groups = [...head, ...new Array<number>(GROUPS - given).fill(0), ...(tail ?? [])];
	return groups.some(Number.isNaN) ? undefined : groups;
}

function parseGroups(text: string): number[] {
	if (text === "") return [];
	return text
		.split(":")
		.map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN));
}
