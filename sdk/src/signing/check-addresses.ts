import type { ChecksumAddresses } from "../../../src/kernel/checksum-address.ts";

const MEMBERS = new Set(["lostAccount", "recoveryAccount", "account", "ownerAddress", "dest"]);

/**
 * Rejects a mistyped address before a wallet signs it, at any depth of a request.
 * @throws RangeError
 */
export function checkAddresses(
	value: unknown,
	addresses: Pick<ChecksumAddresses, "hasValidChecksum">,
	path = "",
): void {
	if (typeof value !== "object" || value === null) return;
	for (const [name, member] of Object.entries(value)) {
		const place = path === "" ? name : `${path}.${name}`;
		if (!MEMBERS.has(name) || typeof member !== "string") checkAddresses(member, addresses, place);
		else if (!/^0x[0-9a-fA-F]{40}$/.test(member))
			throw new RangeError(`${place} is not an address: ${member}`);
		else if (!addresses.hasValidChecksum(member))
			throw new RangeError(`${place} has a wrong EIP-55 checksum, so it was mistyped or changed: ${member}`);
	}
}
