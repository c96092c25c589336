import type { keys as english } from "../../en/developers/keys.ts";
import { labels } from "../labels.ts";

export const keys: typeof english = {
	title: labels.apiKeys,
	lead: "Su servidor se identifica con una clave. Una cuenta tiene cinco claves activas como máximo.",
	none: "Todavía no hay ninguna clave.",
	labels: { label: "Nombre", expiresInDays: "Días hasta que caduque" },
	labelHint: "Para qué sirve la clave, por ejemplo «servidor de producción».",
	daysHint: "De 1 a 3650. Déjelo vacío para una clave que funcione hasta que se revoque.",
	words: {
		label: "Ponga un nombre a la clave, en una línea.",
		expiresInDays: "Escriba un número de 1 a 3650, o deje el campo vacío.",
		EXCEEDED_API_KEY_AMOUNT:
			"La cuenta tiene el máximo de cinco claves activas. Una clave sustituida cuenta hasta que termine su plazo. Espere, o revoque una.",
		API_KEY_NOT_FOUND: "Esta clave ya no está activa.",
	},
	key: "Clave",
	created: "Emitida",
	expires: "Caduca",
	noEnd: "no por sí sola",
	issue: "Emitir una clave",
	issueAction: "Emitir la clave",
	done: { revoked: "La clave se ha revocado. Desde ahora se rechazan las llamadas con ella." },
	shownOnce: "Su secreto se mostró una sola vez, al emitir la clave. Si no lo tiene, sustituya la clave.",
	issued: {
		title: (label) => `La clave «${label}» se ha emitido`,
		keyId: "Identificador de la clave",
		server:
			"Guarde el secreto en su servidor. Una página que lo envía desde un navegador lo expone y es rechazada.",
		back: "A las claves de API",
		toKey: "A la clave",
		already: "Esta clave ya se creó",
		alreadyText:
			"El mismo formulario se envió otra vez, por ejemplo al recargar, así que no se creó una segunda clave. El secreto solo se mostró la primera vez. Si no lo tiene, revoque la clave y emita otra.",
	},
	overlap: "Cuánto tiempo sigue funcionando la clave anterior",
	overlaps: {
		"86400": labels.oneDay,
		"0": labels.leaked,
		"3600": labels.oneHour,
		"604800": labels.sevenDays,
	},
	rotate: {
		title: "Sustituir",
		text: "Emite una sucesora con el mismo nombre. La clave anterior funciona hasta que termine el plazo elegido, y hasta entonces cuenta como activa.",
		action: "Sustituir la clave",
	},
	revoke: {
		text: "Las llamadas con esta clave se rechazan de inmediato, y nada hace que vuelva a funcionar.",
		sure: "Revocar esta clave definitivamente",
		action: "Revocar la clave",
	},
};
