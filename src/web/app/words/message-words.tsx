/** A message in words, made from the very object that the wallet signs: every signed field has its line. */
import type { Child } from "hono/jsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { Code, networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { TypedData } from "../signing/message.ts";

const SECOND_MS = 1000;

/** Fields that make the message safe, and tell a person nothing. */
const TECHNICAL = ["service", "nonce", "documentHash", "sha256", "mimeType", "size"];

export function MessageWords({ c, typedData }: { c: PageContext; typedData: TypedData }) {
	const { signing } = c.get("copy");
	const { primaryType, domain, message, types } = typedData;
	const names: Record<string, string> = signing.fields;
	const fields = types[primaryType] ?? [];
	const factOf = ({ name, type }: (typeof fields)[number]): Fact => [
		names[name] ?? name,
		shown(c, { name, type, value: String(message[name]) }),
	];
	const network: Fact = [signing.network, networkText(c, domain.chainId)];
	const isOfNetwork = primaryType === "ContestAll";
	return (
		<>
			<p>
				<strong>{signing.sentences[primaryType]}</strong>
			</p>
			<Facts
				of={[
					...(isOfNetwork ? [network] : []),
					...fields.filter(({ name }) => !TECHNICAL.includes(name)).map(factOf),
					...(primaryType === "Will" ? [documentFact(c, message)] : []),
				]}
			/>
			<details>
				<summary>{signing.technical}</summary>
				<Facts
					of={[
						...(isOfNetwork ? [] : [network]),
						...fields.filter(({ name }) => TECHNICAL.includes(name)).map(factOf),
					]}
				/>
			</details>
			{signing.language !== null && <p class="quiet">{signing.language}</p>}
		</>
	);
}

function documentFact(c: PageContext, { mimeType, size }: TypedData["message"]): Fact {
	const { cases, estate } = c.get("copy");
	const types: Record<string, string> = estate.will.types;
	return [
		estate.will.document,
		`${types[String(mimeType)] ?? mimeType}, ${cases.documents.bytes(Number(size))}`,
	];
}

function shown(c: PageContext, { name, type, value }: { name: string; type: string; value: string }): Child {
	const { labels, signing } = c.get("copy");
	if (type === "address" || type === "bytes32") return <Code c={c} text={value} />;
	if (name === "deadline" || name === "expiresAt") {
		if (value === "0") return labels.noEnd;
		return <Time c={c} iso={new Date(Number(value) * SECOND_MS).toISOString()} />;
	}
	if (name === "size") return signing.bytes(value);
	if (name === "action") return value === "contest" ? signing.actions.contest : signing.actions.withdraw;
	return value;
}
