import type { links as english } from "../../en/developers/links.ts";
import { labels } from "../labels.ts";

const ADDRESS = "debe ser una dirección: 0x y 40 cifras hexadecimales";

export const links: typeof english = {
	title: "Enlaces",
	lead: "Un enlace lleva a uno de sus usuarios a las páginas de este servicio, que piden todo lo demás. Usted se entera del caso por webhook.",
	makeAction: "Crear el enlace",
	need: "Las páginas dicen a su usuario qué sitio lo envió, así que antes un revisor debe autorizar el suyo. Se hace una sola vez. Allí verá cuándo está autorizado.",
	origins: "Solicitar mi sitio",
	once: "Copie el enlace ahora. Esta página es la única que lo muestra.",
	none: "Aquí no hay enlaces. Los enlaces desaparecen de la lista 90 días después de terminar.",
	labels: {
		kind: "Para qué",
		lostAccount: "Cuenta perdida",
		recoveryAccount: "Cuenta de destino",
		chainId: labels.network,
		reasonForRecovery: labels.reason,
		email: "Correo electrónico del usuario",
		ownerAddress: "Titular de la sucesión",
		locked: "Lo que el usuario no puede cambiar",
		returnUrl: "Adónde vuelve el usuario",
		reference: labels.reference,
		locale: "Idioma",
		expiresInSeconds: "Cuánto tiempo puede iniciarse",
	},
	words: {
		"prefill.lostAccount": ADDRESS,
		"prefill.recoveryAccount": `${ADDRESS}, distinta de la cuenta perdida`,
		"prefill.ownerAddress": `${ADDRESS}, solo para una sucesión`,
		"prefill.chainId": "debe ser un número entero positivo",
		"prefill.email": "debe ser un correo electrónico",
		"locked.0": "solo puede fijarse lo que se ha rellenado",
		returnUrl: "debe ser una página de un origen suyo autorizado",
		reference: "admite letras, cifras y los signos _ . : -, hasta 200",
	},
	kinds: { recovery: "Una recuperación", estate: "Una herencia" },
	prefill: "Datos rellenados",
	prefillHint:
		"Todo puede quedar vacío. El usuario ve que viene de usted. Las transacciones se rellenan mediante la API.",
	ownerHint: "Solo para una sucesión, que no admite otros datos.",
	open: "Dejarlo abierto",
	more: labels.more,
	returnHint: "Una página de un origen suyo autorizado.",
	referenceHint:
		"Su propio identificador opaco, sin nombres: forma parte de las pruebas y no se borra nunca.",
	anyLocale: "El que pida el navegador",
	lifetimes: { "86400": labels.oneDay, "1800": "Treinta minutos", "604800": labels.sevenDays },
	made: "El enlace se ha creado",
	url: "Envíe aquí a su usuario",
	back: "A los enlaces",
	id: "Enlace",
	statuses: {
		open: "sin iniciar",
		started: "iniciado",
		used: "usado",
		expired: labels.expired,
		ended: "terminado",
	},
	origin: "Se muestra como",
	until: "Hasta",
	result: "Resultado",
	end: "Terminar",
	done: {
		ended: "El enlace ha terminado. Nadie puede iniciarlo ni acabarlo.",
		used: "El enlace ya se había usado, así que no puede terminarse.",
	},
};
