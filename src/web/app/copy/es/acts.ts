import type { Decimals, acts as english } from "../en/acts.ts";

const whoStated: Record<Exclude<Decimals["by"], "list">, string> = {
	token: "según su propia palabra",
	you: "como usted indicó",
	claimant: "como indicó el solicitante",
};

export const acts: typeof english = {
	words: {
		transfer: ({ to }, _target, amount) => `Envía ${amount} a ${to}.`,
		transfer_from: ({ from, to, amountOrId }, _target, amount) =>
			`Mueve de ${from} a ${to}: ${amount} o, si es una colección, la pieza número ${amountOrId}.`,
		approve: ({ spender, amountOrId, isUnlimited }, target, amount) =>
			isUnlimited
				? `Permite a ${spender} gastar una cantidad ilimitada del token ${target}.`
				: `Permite a ${spender} gastar hasta ${amount} o, si es una colección, mover la pieza número ${amountOrId}.`,
		approve_all: ({ operator, approved }, target) =>
			approved
				? `Permite a ${operator} mover todo lo de la colección ${target}.`
				: `Ya no permite a ${operator} mover nada de la colección ${target}.`,
		transfer_nft: ({ from, to, tokenId }, target) =>
			`Mueve la pieza número ${tokenId} de la colección ${target} de ${from} a ${to}.`,
		transfer_multi: ({ from, to, items }, target) =>
			`Mueve ${items.map(({ tokenId, amount }) => `${amount} del número ${tokenId}`).join(", ") || "nada"} de la colección ${target} de ${from} a ${to}.`,
		safe_add_owner: ({ owner, threshold }, target) =>
			`Hace a ${owner} titular de la Safe ${target}. Desde entonces necesita ${threshold} firma(s).`,
		safe_remove_owner: ({ owner, threshold }, target) =>
			`Quita a ${owner} de los titulares de la Safe ${target}. Desde entonces necesita ${threshold} firma(s).`,
		safe_swap_owner: ({ oldOwner, newOwner }, target) =>
			`Hace a ${newOwner} titular de la Safe ${target} en lugar de ${oldOwner}.`,
		safe_change_threshold: ({ threshold }, target) =>
			`Cambia a ${threshold} el número de firmas que necesita la Safe ${target}.`,
		unknown_call: ({ selector, dataBytes }, target) =>
			`Llama a ${target} con ${dataBytes} bytes de datos${selector === null ? "" : ` (función ${selector})`}. Los datos no dicen qué efecto tiene.`,
	},
	decimalSign: ",",
	amount: {
		units: (units, token) => `${units} unidades mínimas del token ${token}`,
		whole: (amount, token, { decimals, by }) =>
			by === "list"
				? `${amount} (token ${token})`
				: `${amount} (token ${token}, con ${decimals} decimal${decimals === 1 ? "" : "es"}, ${whoStated[by]})`,
		either: (whole, withFraction) =>
			`Esto puede significar dos importes. Escriba ${whole} o ${withFraction}.`,
		exact: (units) => `Exactamente: ${units}.`,
		unknown:
			"Aquí no consta cuántos decimales tiene el token, así que no se sabe el importe en tokens enteros.",
		differs: (amount, decimals) =>
			`La solicitud se presentó con ${decimals} decimales; el importe sería entonces ${amount}.`,
	},
	contract: {
		calls: "El contrato se llama a sí mismo",
		quoted: ["«", "»"],
		ownWord: "Cualquiera puede hacer que un contrato diga esto, así que compare su dirección.",
	},
	court: {
		transfer: (amount, to) => `el envío de ${amount} a ${to}`,
		ofToken: (amount, token, units) =>
			`${amount} (contrato del token ${token}, exactamente ${units} de sus unidades mínimas)`,
		andCoins: (coins, to) => `y, en la misma transacción, de ${coins} a ${to}`,
		other: (sentence) => `una transacción con este efecto: ${sentence.replace(/\.$/, "")}`,
	},
	count: (transactions) => `${transactions} ${transactions === 1 ? "transacción" : "transacciones"}`,
	nothing: (target) => `Llama a ${target} sin importe y sin datos.`,
	coins: (coins, target) => `Envía ${coins} a ${target}.`,
	withCoins: (coins) => `Además envía allí ${coins}.`,
	ownCoin: (amount) => `${amount} de la moneda propia de la red`,
	caution:
		"Si un contrato es un token, una colección o una Safe se ha leído en la transacción, no en la red.",
};
