/** Names of common chains, by EIP-155 id. */
const NAMES: Readonly<Record<number, string>> = {
	1: "Ethereum",
	10: "OP Mainnet",
	56: "BNB Smart Chain",
	100: "Gnosis",
	137: "Polygon",
	8453: "Base",
	42161: "Arbitrum One",
	43114: "Avalanche",
	59144: "Linea",
	84532: "Base Sepolia",
	11155111: "Sepolia",
};

/** @returns null for a chain that has no name here */
export function chainName(chainId: number): string | null {
	return NAMES[chainId] ?? null;
}

const ETHER = [1, 10, 8453, 42161, 59144, 84532, 11155111];
const OTHER_COINS: Readonly<Record<number, string>> = { 56: "BNB", 100: "xDAI", 137: "POL", 43114: "AVAX" };

/** The symbol of a network's own coin; undefined for a network that has no name here. */
export function coinOf(chainId: number): string | undefined {
	return ETHER.includes(chainId) ? "ETH" : OTHER_COINS[chainId];
}

/** To choose from; every other id can be typed. */
export const KNOWN_CHAINS: readonly number[] = Object.keys(NAMES).map(Number);
