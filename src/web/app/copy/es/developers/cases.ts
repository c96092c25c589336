import type { cases as english } from "../../en/developers/cases.ts";
import { labels } from "../labels.ts";
import { problems } from "../problems.ts";

export const cases: typeof english = {
	title: "Casos",
	none: "Todavía no hay ningún caso. Aquí aparecen los que presente su servidor, o sus usuarios mediante sus enlaces y páginas.",
	noneFound: "Ningún caso coincide con estos filtros.",
	labels: {
		status: labels.status,
		chainId: labels.network,
		account: labels.account,
		reference: labels.reference,
	},
	words: {
		chainId: problems.chain,
		account: problems.address,
		reference: "Use solo letras, cifras y _ . : -, hasta 200.",
		status: "no es un estado conocido",
	},
	all: "Mostrar todos",
	caseId: "Identificador",
	lostAccount: "Cuenta perdida",
	updated: "Último cambio",
	expires: "Caduca sin resolución judicial",
	executedBy: "Ejecutado por la transacción",
	source: "Cómo se presentó",
	sources: {
		api: "por su servidor",
		hosted: "en las páginas de este servicio",
		origin: "por una página de su sitio",
	},
	transactions: "Transacciones",
	move: "Paso",
	actor: "Quién",
	evidence: "Pruebas del caso en JSON",
	back: "A los casos",
};
