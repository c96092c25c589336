/** A message in words, made from the very object that the wallet signs: every signed field has its line. */
import type { Child } from "hono/jsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { Code, networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { TypedData } from "../signing/message.ts";

const SECOND_MS = 1000;

export function MessageWords({ c, typedData }: { c: PageContext; typedData: TypedData }) {
	const { signing } = c.get("copy");
	const { primaryType, domain, message, types } = typedData;
	const names: Record<string, string> = signing.fields;
	return (
		<>
			<p>
				<strong>{signing.sentences[primaryType]}</strong>
			</p>
			<Facts
				of={[
					[signing.network, networkText(c, domain.chainId)],
					...(types[primaryType] ?? []).map(
						({ name, type }): Fact => [
							names[name] ?? name,
							shown(c, { name, type, value: String(message[name]) }),
						],
					),
				]}
			/>
			{signing.language !== null && <p class="quiet">{signing.language}</p>}
		</>
	);
}

function shown(c: PageContext, { name, type, value }: { name: string; type: string; value: string }): Child {
	const { signing } = c.get("copy");
	if (type === "address" || type === "bytes32") return <Code c={c} text={value} />;
	if (name === "deadline" || name === "expiresAt") {
		if (value === "0") return signing.never;
		return <Time c={c} iso={new Date(Number(value) * SECOND_MS).toISOString()} />;
	}
	if (name === "size") return signing.bytes(value);
	if (name === "action") return value === "contest" ? signing.actions.contest : signing.actions.withdraw;
	return value;
}
