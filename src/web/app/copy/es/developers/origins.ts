import type { origins as english } from "../../en/developers/origins.ts";

export const origins: typeof english = {
	title: "Sus sitios",
	lead: "Nuestras páginas dicen a sus usuarios qué sitio los envió. Por eso un revisor de este servicio autoriza cada sitio una vez. Después podrá crear enlaces, y las páginas del sitio podrán presentar casos.",
	none: "Todavía no tiene ningún sitio.",
	labels: { origin: "Dirección de su sitio" },
	hint: "Por ejemplo https://app.example.com, sin lo que sigue al nombre.",
	hintHere: "En esta máquina también http://localhost:3000, que se autoriza en el acto.",
	words: {
		origin: "Empiece con https:// y termine con el nombre, por ejemplo https://app.example.com",
	},
	statuses: { requested: "espera a un revisor", allowed: "autorizado", refused: "rechazado" },
	asked: "Solicitado",
	waits: "Un revisor decide sobre él. Mientras tanto puede dar los demás pasos.",
	weMail: "Le comunicaremos la decisión por correo.",
	remove: "Quitar",
	ask: "Solicitar un sitio",
	askAction: "Solicitarlo",
	done: {
		requested: "Hemos recibido su solicitud.",
		allowed: "El sitio está autorizado. Ya puede crear un enlace.",
		refused: "Un revisor ha rechazado este sitio. El motivo está más abajo.",
		removed: "El sitio se ha quitado. Sus páginas se rechazan y los enlaces que lo muestran han terminado.",
	},
};
