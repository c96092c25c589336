/** An amount in people's words: of a network's coin, of a token whose contract tells its decimals, or of an unknown one. */
import { withoutQuotes } from "../words/call-text.tsx";
import { amountInWords, COIN_DECIMALS } from "./amounts.ts";
import { coinOf } from "./chains.ts";
import type { PageContext } from "./page-env.ts";

type Props = { c: PageContext; units: string };

/** @param units in smallest units, as decimal text */
export function CoinAmount({ c, units, chainId }: Props & { chainId: number }) {
	const { acts } = c.get("copy");
	const amount = amountInWords(BigInt(units), COIN_DECIMALS, { acts });
	const symbol = coinOf(chainId);
	return <>{symbol === undefined ? acts.ownCoin(amount) : `${amount} ${symbol}`}</>;
}

type TokenProps = Props & { symbol: string | null; decimals: number | null; address: string };

/** The symbol is the contract's own word, so it stands in quotes. Without decimals the amount stays in smallest units. */
export function TokenAmount({ c, units, symbol, decimals, address }: TokenProps) {
	const { acts } = c.get("copy");
	if (decimals === null) return <>{acts.amount.units(units, address)}</>;
	const [open, close] = acts.contract.quoted;
	return (
		<>
			{amountInWords(BigInt(units), decimals, { acts })}
			{symbol !== null && (
				<>
					{" "}
					{open}
					<bdi>{withoutQuotes(symbol)}</bdi>
					{close}
				</>
			)}
		</>
	);
}
