import type { docs as english } from "../../en/developers/docs.ts";

export const docs: typeof english = {
	title: "Guías y referencia",
	lead: "Cómo construir con este servicio, desde el primer caso hasta la puesta en marcha.",
	crumbs: "Dónde está",
	inEnglish: "Estas páginas están en inglés.",
};
