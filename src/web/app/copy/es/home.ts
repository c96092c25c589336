import type { home as english } from "../en/home.ts";
import { common } from "./common.ts";
import { contest } from "./contest.ts";
import { labels } from "./labels.ts";
import { recover } from "./recover.ts";
import { verify } from "./verify.ts";

export const home: typeof english = {
	title: "Una vía legal para recuperar una cuenta",
	lead: "Cuando se pierde la clave de una cuenta en blockchain (cadena de bloques), o fallece su titular, un tribunal puede decidir a quién pertenece. Aquí prepara el caso, lo lleva a un tribunal y lo sigue hasta el final.",
	ways: {
		heading: recover.lost.reason,
		lost: {
			title: "He perdido el acceso",
			text: "Vea en un minuto si un tribunal puede ayudarle. Después prepare su caso en diez.",
			action: common.action.recover,
		},
		died: {
			title: "Alguien ha fallecido",
			text: "Para herederos y albaceas: reclame lo que contiene la cuenta, con una resolución del juzgado o de la notaría que tramita la herencia.",
			action: "Reclamar como heredero",
		},
		claimed: {
			title: "Alguien reclama mi cuenta",
			text: "Vea qué se reclama y opóngase con una sola firma.",
			action: contest.title,
		},
		paper: {
			title: "Soy de un tribunal o notaría y tengo un documento",
			text: "Compruebe que el documento y su archivo de pruebas son auténticos y no se han cambiado. No hace falta cuenta.",
			action: verify.title,
		},
	},
	more: {
		heading: labels.more,
		build:
			"Desarrollo una cartera: ofrezca esta vía a sus usuarios con un enlace, un webhook o la API completa",
		estate: "Prepare su herencia: deje aquí su testamento, y un código para su familia",
		resolve: "Para tribunales y notarios: consultar un código de privacidad",
	},
	promises: {
		heading: "En qué puede confiar",
		items: [
			"Ningún caso avanza sin una resolución judicial y la firma de la cuenta que debe recibir.",
			"Cada paso queda registrado de forma que un tribunal puede comprobarlo sin fiarse de nosotros.",
		],
	},
	status: {
		title: "Estado del servicio",
		well: "Todo funciona.",
		failing:
			"Algunas partes no funcionan ahora. Lo presentado se conserva y continuará por sí solo cuando funcionen.",
		states: { ok: labels.works, failing: "no funciona" },
		parts: {
			database: "Listas de casos y cuentas",
			keyValue: labels.apiKeys,
			objects: "Casos y sesiones",
			documents: "Documentos y testamentos",
			queue: "Mensajes a socios",
			mail: "Correo",
		},
		chain: (id) => `Conexión con la cadena ${id}`,
		version: (version) => `Versión ${version}`,
	},
};
