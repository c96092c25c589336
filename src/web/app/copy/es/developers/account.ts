import type { account as english } from "../../en/developers/account.ts";
import { common } from "../common.ts";
import { labels } from "../labels.ts";

export const account: typeof english = {
	unsure: "debe estar marcada, para que nada termine por error",
	secret: {
		once: "Copie el secreto ahora. Esta página es el único lugar que lo muestra, y el servicio no lo guarda de forma legible.",
	},
	overview: {
		title: common.nav.developers,
		lead: "Ofrezca a sus usuarios una vía legal para volver a una cuenta perdida: un enlace y un webhook, o la API completa.",
		signedIn: (email) => `Ha iniciado sesión como ${email}.`,
		register: "Abrir una cuenta",
		logIn: common.action.logIn,
		done: { deleted: "Su cuenta se ha eliminado." },
		guide: "La guía (en inglés): un primer caso en cinco minutos, un webhook verificado en diez",
		quickStart: "Primeros pasos",
		steps: [
			{
				href: "/developers/keys",
				title: "Emita una clave de API",
				text: "Su servidor la envía con cada llamada.",
			},
			{
				href: "/developers/origins",
				title: "Indique la dirección de su sitio",
				text: "Un revisor la autoriza. Los enlaces y las llamadas desde navegadores lo necesitan.",
			},
			{
				href: "/developers/endpoints",
				title: "Configure un webhook",
				text: "Informa a su servidor de cada paso de un caso. Envíe un evento de prueba para verlo funcionar.",
			},
			{
				href: "/developers/links",
				title: "Cree un enlace",
				text: "Envíe allí a su usuario: el servicio pide todo lo demás.",
			},
		],
		firstCall: "La primera llamada",
		guides: "Todas las guías (en inglés), por lo que usted quiere hacer",
		pages: "Todas las operaciones, con ejemplos en curl, TypeScript y Python",
		reference: "Todas las operaciones, como documento OpenAPI",
	},
	account: {
		title: labels.account,
		email: labels.email,
		confirm: "Todavía sin confirmar: confirmar",
		confirmAnew: "Confirmar la dirección otra vez",
		developerId: labels.developerId,
		role: labels.role,
		roles: {
			developer: "Desarrollador",
			resolver: "Autorizado: consulta códigos de privacidad y solicita testamentos",
			reviewer: "Revisor: decide sobre los casos",
		},
		since: "Abierta desde",
		readOut:
			"Para recibir una función, lea el identificador a la persona que la concede, en una llamada que inicie ella. Nadie necesita su contraseña para eso.",
		address: "Cambiar la dirección",
		password: "Cambiar la contraseña",
		passkeys: "Llaves de acceso y códigos de recuperación",
		sessions: {
			heading: "Dónde ha iniciado sesión",
			opened: "Abierta",
			lastUsed: labels.lastUsed,
			expires: "Termina a más tardar",
			action: labels.action,
			current: "este navegador",
			end: "Cerrar",
			endOthers: "Cerrar todas las demás",
		},
		mails: {
			heading: "Correos que puede desactivar",
			kind: "Tipo",
			state: "Estado",
			on: "se envía",
			off: "no se envía",
			switchOn: "Activar",
			switchOff: "Desactivar",
			others: "Qué más enviamos y por qué",
		},
		deletion: "Eliminar la cuenta",
		done: {
			sessions: "La sesión se ha cerrado.",
			mails: "Su elección está guardada.",
			email: "La dirección ha cambiado. Se avisa a las dos direcciones.",
		},
	},
	confirmation: {
		title: "Confirmar la dirección",
		lead: (email) =>
			`Enviamos un código a ${email}. Demuestra que la dirección es suya: sin eso no puede tener otra función ni un origen permitido, ni recibe un aviso cuando le pasa algo a su cuenta.`,
		impossible:
			"Este servicio no envía correos, así que aquí no se puede confirmar una dirección. Donde importa, el operador le pregunta directamente.",
		codeHint: "25 letras y cifras, del correo.",
		effect:
			"Al confirmar terminan las demás sesiones, las claves de API y los destinos de webhooks de la cuenta, porque otra persona pudo registrar la dirección antes que usted.",
		action: "Confirmar la dirección",
		later: "Más tarde",
		ask: "Enviarme un código",
		confirmed: (email) => `${email} está confirmada.`,
		goOn: "Continuar",
		done: {
			sent: "Un código está en camino. Vale un día.",
			on_its_way: "En el último día ya se envió un código, que todavía vale. Búsquelo en su correo.",
			confirmed: "Su dirección está confirmada.",
		},
		words: { code: "no es el código del último correo, o tiene más de un día" },
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
		action: "Cambiar la dirección",
		impossible:
			"La dirección no se puede cambiar: todavía no está confirmada, o este servicio no envía correos.",
		confirm: "Confirmar la dirección",
		done: {
			sent: "Dos códigos están en camino, uno a cada dirección. Valen un día, y en ese tiempo no se envían dos veces.",
		},
		words: {
			newEmail: "debe ser una dirección como nombre@example.com, y otra que la actual",
			currentCode:
				"uno de los dos códigos es incorrecto o tiene más de un día, o la contraseña o una llave de acceso cambió después: pida el cambio otra vez",
			USER_FOUND:
				"Otra cuenta tiene la dirección nueva. No se cambió nada. Inicie sesión allí o elimine antes esa cuenta.",
		},
	},
	change: {
		title: "Cambiar la contraseña",
		effect: "Esto cierra todas las sesiones, también esta. Las claves de API siguen funcionando.",
		action: "Cambiar la contraseña",
	},
	deletion: {
		title: "Eliminar la cuenta",
		effects: [
			"Las sesiones, claves de API, destinos de webhooks, orígenes y enlaces terminan de inmediato.",
			"Los casos y sus documentos se conservan, porque los tribunales se basan en ellos. Se retiran de ellos los correos electrónicos de los solicitantes; sus hashes se conservan.",
			"Nada puede recuperar la cuenta.",
		],
		sure: "Eliminar mi cuenta definitivamente",
		action: "Eliminar la cuenta",
		keep: "Conservarla",
	},
};
