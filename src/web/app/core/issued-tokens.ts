/** Large tokens of companies that can replace them, on the networks where the company itself issues them. Pages and scripts share it. */

export type IssuedToken = { symbol: string; address: string; decimals: number };

const token = (symbol: string, address: string): IssuedToken => ({ symbol, address, decimals: 6 });

/** By symbol. */
export const ISSUERS: Readonly<Record<string, { name: string; site: string }>> = {
	USDC: { name: "Circle", site: "https://www.circle.com/" },
	USDT: { name: "Tether", site: "https://tether.to/" },
};

/** By chain id. */
const TOKENS: Readonly<Record<number, readonly IssuedToken[]>> = {
	1: [
		token("USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
		token("USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7"),
	],
	10: [token("USDC", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85")],
	137: [token("USDC", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359")],
	8453: [token("USDC", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")],
	42161: [token("USDC", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831")],
	43114: [
		token("USDC", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"),
		token("USDT", "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7"),
	],
};

export const issuedTokens = (chainId: number): readonly IssuedToken[] => TOKENS[chainId] ?? [];

export function issuedToken(chainId: number, address: string): IssuedToken | undefined {
	return issuedTokens(chainId).find((one) => one.address.toLowerCase() === address.toLowerCase());
}

/** The symbol and the network of a token that is issued elsewhere; undefined for one of this network, or an unknown one. */
export function issuedElsewhere(
	chainId: number,
	address: string,
): { symbol: string; chainId: number } | undefined {
	if (issuedToken(chainId, address)) return undefined;
	for (const other of Object.keys(TOKENS).map(Number)) {
		const token = issuedToken(other, address);
		if (token) return { symbol: token.symbol, chainId: other };
	}
	return undefined;
}
