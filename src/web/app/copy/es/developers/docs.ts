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
		found: (count, query) =>
			count === 0
				? `No hay nada sobre «${query}». Pruebe con otra palabra o mire la lista de guías.`
				: `Resultados de «${query}»: ${count}`,
		count: "Resultados: #",
		none: "Sin resultados",
	},
};
