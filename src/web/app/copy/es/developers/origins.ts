import type { origins as english } from "../../en/developers/origins.ts";

export const origins: typeof english = {
	title: "Orígenes",
	lead: "Un origen es la dirección de su sitio tal como la envían los navegadores. Un revisor la autoriza una vez. Después, sus páginas pueden presentar casos de sus usuarios y sus enlaces muestran ese nombre.",
	none: "Todavía no hay ningún origen.",
	labels: { origin: "Origen" },
	hint: "https://, un nombre y, si hace falta, un puerto, por ejemplo https://app.example.com, sin ruta ni barra final. Un servicio en su propia máquina admite también http://localhost:3000 y http://127.0.0.1:3000.",
	words: {
		origin:
			"admite solo el comienzo de la dirección, por ejemplo https://app.example.com, sin lo que sigue al nombre; en su propia máquina también http://localhost:3000",
	},
	statuses: { requested: "espera a un revisor", allowed: "autorizado", refused: "rechazado" },
	asked: "Solicitado",
	remove: "Quitar",
	ask: "Solicitar un origen",
	askAction: "Solicitarlo",
	done: {
		requested: "El origen se ha registrado. Un revisor decide sobre él.",
		removed: "El origen se ha quitado. Sus páginas se rechazan y los enlaces que lo muestran han terminado.",
	},
};
