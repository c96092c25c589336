import type { account as english } from "../../en/developers/account.ts";
import { common } from "../common.ts";
import { labels } from "../labels.ts";
import { origins } from "./origins.ts";
import { endpoints } from "./webhooks.ts";

export const account: typeof english = {
	unsure: "Marque la casilla, para que nada termine por error.",
	secret: {
		once: "Copie el secreto ahora. Esta página es el único lugar que lo muestra, y el servicio no lo guarda de forma legible.",
	},
	overview: {
		title: common.nav.developers,
		lead: "Ofrezca a sus usuarios una vía legal para recuperar una cuenta perdida. Basta con un enlace y un webhook. Si quiere más, tiene la API completa.",
		signedIn: (email) => `Ha iniciado sesión como ${email}.`,
		register: "Crear una cuenta",
		done: { deleted: "Su cuenta se ha eliminado." },
		quickStart: "Su primera hora",
		progress: (done, all) =>
			done === all ? "Su primera hora está hecha" : `Su primera hora: ${done} de ${all} pasos hechos`,
		isDone: "hecho",
		goLive: "Ahora: lo que conviene comprobar antes de pasar a producción (en inglés)",
		steps: {
			site: {
				title: "Solicite su sitio",
				text: "Los enlaces dicen a sus usuarios qué sitio los envió. Un revisor lo autoriza una sola vez: solicítelo ya.",
				action: origins.title,
			},
			key: {
				title: "Cree una clave de API",
				text: "Su servidor la envía con cada llamada. Viene con unas líneas para su terminal, en la que se ejecutan las órdenes siguientes.",
				action: labels.apiKeys,
			},
			case: {
				title: "Presente su primer caso",
				text: "La guía rápida (en inglés) trae un programa corto con una cuenta de prueba. Guárdelo, instale nuestro paquete y ejecútelo.",
				action: "Abrir la guía rápida",
			},
			endpoint: {
				title: "Configure un webhook",
				text: "Avisamos a su servidor de cada paso de un caso. En su ordenador, la orden le pasa los eventos.",
				action: endpoints.title,
			},
			delivery: {
				title: "Reciba un evento firmado",
				text: "Compruebe la firma y responda con 200. La página de su destino envía un evento de prueba, y la orden «webhooks trigger» también.",
				action: "Cómo comprobar la firma",
			},
			link: {
				title: "Cree un enlace alojado",
				text: "Envíelo a uno de sus usuarios. Nuestras páginas le piden todo lo demás.",
				action: common.action.makeLink,
			},
		},
		numbers: {
			title: "Sus cifras",
			cases: "Casos por estado",
			count: "Casos",
			statuses: {
				created: "falta la orden",
				pending: "en curso",
				action_required: "en pausa",
				executed: "ejecutado",
				rejected: "cerrado",
			},
			newestCases: (count) => `Casos: los ${count} más recientes.`,
			newestDeliveries: "Entregas: los últimos 14 días (UTC), hasta las 100 más recientes de cada destino.",
			deliveries: "Entregas de webhooks por día",
			day: "Día",
			delivered: "entregadas",
			failed: "sin entregar",
			rate: "Tasa de éxito",
			times: "Tiempo de respuesta de sus receptores",
			median: "Tiempo mediano",
		},
		guide: {
			title: "Guía rápida",
			text: "Un primer caso en cinco minutos y un webhook verificado en diez. En inglés.",
		},
		guides: { title: "Guías", text: "Paso a paso, según lo que quiera hacer. En inglés." },
		pages: {
			title: "Referencia de la API",
			text: "Todas las operaciones, con ejemplos en curl, TypeScript y Python. En inglés.",
		},
		reference: { title: "Documento OpenAPI", text: "Lo mismo, para programas y generadores de código." },
		offer: [
			[
				"Su usuario recibe",
				"Páginas en su idioma que le dicen si un tribunal puede ayudarle, preparan el caso, piden una firma a su cartera y muestran cada paso.",
			],
			[
				"Usted hace",
				"Un enlace para cada usuario y un webhook que recibe cada paso. No guarda claves ni documentos.",
			],
			[
				"Quién decide",
				"Un tribunal. Los revisores de este servicio comprueban la resolución con el tribunal, el titular tiene tiempo para oponerse, y quien puede actuar por la cuenta envía las transacciones.",
			],
			[
				"No puede",
				"Abrir una cuenta que solo abre la clave perdida. Alguien debe poder actuar por ella: un guardián, otro titular, el emisor del token o el módulo de recuperación que el titular de un Safe haya instalado antes.",
			],
		],
		commands: "Las órdenes se ejecutan en la carpeta de su primer caso, con Node.js 20 o posterior.",
		commandLine: "Todas las órdenes",
	},
	firstCall: {
		title: "Haga su primera llamada",
		result:
			"Verá la lista de sus casos, que al principio está vacía. Las demás órdenes de su primera hora se ejecutan en la misma terminal.",
	},
	account: {
		title: labels.account,
		confirm: "Todavía sin confirmar: confirmar",
		confirmAnew: "Confirmar la dirección otra vez",
		roles: {
			developer: "Desarrollador",
			resolver: "Autorizado: consulta códigos de privacidad y solicita testamentos",
			reviewer: "Revisor: decide sobre los casos",
		},
		since: "Abierta desde",
		readOut:
			"Para recibir una función, lea el identificador a la persona que la concede, en una llamada que inicie ella. Nadie necesita su contraseña para eso.",
		passkeys: "Llaves de acceso y códigos de recuperación",
		sessions: {
			heading: "Dónde ha iniciado sesión",
			opened: "Abierta",
			expires: "Termina a más tardar",
			current: "este navegador",
			end: "Cerrar",
			endOthers: "Cerrar todas las demás",
		},
		mails: {
			heading: "Correos que puede desactivar",
			kind: "Tipo",
			on: "se envía",
			off: "no se envía",
			switchOn: "Activar",
			switchOff: "Desactivar",
			others: "Qué más enviamos y por qué",
		},
		done: {
			sessions: "La sesión se ha cerrado.",
			mails: "Su elección está guardada.",
			email: "La dirección ha cambiado. Se avisa a las dos direcciones.",
		},
	},
	confirmation: {
		title: "Confirmar la dirección",
		lead: (email) =>
			`Escriba el código que enviamos a ${email}. Demuestra que la dirección es suya. Hasta entonces puede probarlo todo, pero no se autoriza ningún sitio suyo ni le enviamos nada más.`,
		impossible:
			"Este servicio no envía correos, así que aquí no se puede confirmar una dirección. Donde importa, el operador le pregunta directamente.",
		codeHint: "25 letras y cifras, del correo.",
		effect:
			"Al confirmar terminan las demás sesiones, las claves de API y los destinos de webhooks de la cuenta, porque otra persona pudo registrar la dirección antes que usted.",
		later: "Más tarde",
		ask: "Enviarme otro código",
		confirmed: (email) => `${email} está confirmada.`,
		goOn: "Continuar",
		done: {
			sent: "Un código está en camino. Vale un día.",
			on_its_way: "En el último día ya se envió un código, que todavía vale. Búsquelo en su correo.",
			confirmed: "Su dirección está confirmada.",
		},
		words: { code: "Copie el código de nuestro último correo. Vale un día." },
	},
	emailChange: {
		title: "Cambiar la dirección",
		lead: (email) => `La cuenta tiene la dirección ${email}.`,
		ask: "Enviarme dos códigos",
		labels: {
			newEmail: "Dirección nueva",
			currentCode: "Código del correo a la dirección actual",
			newCode: "Código del correo a la dirección nueva",
		},
		codes: "¿Tiene los dos códigos?",
		effect:
			"Con los dos códigos cambia la dirección. Las demás sesiones terminan, y una función no tiene poderes durante un día. Las claves de API siguen funcionando. ¿Ya no lee la dirección actual? Entonces abra una cuenta con la nueva.",
		impossible:
			"La dirección no se puede cambiar: todavía no está confirmada, o este servicio no envía correos.",
		confirm: "Confirmar la dirección",
		done: {
			sent: "Dos códigos están en camino, uno a cada dirección. Valen un día, y en ese tiempo no se envían dos veces.",
		},
		words: {
			newEmail: "Escriba una dirección como nombre@example.com, distinta de la actual.",
			currentCode:
				"uno de los dos códigos es incorrecto o tiene más de un día, o la contraseña o una llave de acceso cambió después: pida el cambio otra vez",
			USER_FOUND:
				"Otra cuenta tiene la dirección nueva. No se cambió nada. Inicie sesión allí o elimine antes esa cuenta.",
		},
	},
	change: {
		title: "Cambiar la contraseña",
		effect: "Esto cierra todas las sesiones, también esta. Las claves de API siguen funcionando.",
	},
	deletion: {
		title: "Eliminar la cuenta",
		effects: [
			"Las sesiones, claves de API, destinos de webhooks, orígenes y enlaces terminan de inmediato.",
			"Los casos y sus documentos se conservan, porque los tribunales se basan en ellos. Se retiran de ellos los correos electrónicos de los solicitantes; sus hashes se conservan.",
			"Nada puede recuperar la cuenta.",
		],
		sure: "Eliminar mi cuenta definitivamente",
		keep: "Conservarla",
	},
};
