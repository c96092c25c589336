/** Coins and tokens of an account, for the pages that read accounts. */
import type { Address } from "viem";
import type { PaymentChain } from "../support/chain/execution-chain.ts";
import { newToken, putMulticall } from "../support/chain/held-tokens.ts";

const COINS = 1_250_000_000_000_000_000n;

/** @returns the settings by which a service sees them */
export async function putHoldings(
	chain: PaymentChain,
	holder: Address,
): Promise<Record<"LISTED_TOKENS" | "EXPLORERS", string>> {
	await chain.send(chain.deployer, { to: holder, value: COINS });
	await putMulticall(chain);
	const tokens = [
		await newToken(chain, { symbol: "USDC", decimals: 6 }, [holder], 12_345_670_000n),
		await newToken(chain, { symbol: "WBTC", decimals: 8 }, [holder], 25_000_000n),
	];
	return {
		LISTED_TOKENS: JSON.stringify({ [chain.chainId]: tokens }),
		EXPLORERS: JSON.stringify({ [chain.chainId]: "https://explorer.example" }),
	};
}
