import type { docs as english } from "../../en/developers/docs.ts";

export const docs: typeof english = {
	title: "Guías y referencia",
	lead: "Cómo construir con este servicio, desde el primer caso hasta la puesta en marcha.",
	crumbs: "Dónde está",
	inEnglish: "Estas páginas están en inglés.",
	search: {
		title: "Buscar en las guías y la referencia",
		label: "Buscar en guías y referencia",
		button: "Buscar",
		hint: "Escriba una operación, una ruta, un código de error o una palabra de una guía, en inglés.",
		found: (count, query, isWhole) => {
			if (count === 0) return `No hay nada sobre «${query}».`;
			return isWhole
				? `Resultados de «${query}»: ${count}`
				: `Ninguna página tiene todas las palabras de «${query}». Con algunas: ${count}`;
		},
		others: "Pruebe con:",
		count: "Resultados: #",
		none: "Sin resultados",
	},
};
