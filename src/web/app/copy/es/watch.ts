import type { watch as english } from "../en/watch.ts";

export const watch: typeof english = {
	title: "Recibir correos sobre su cuenta",
	what: [
		"Le escribimos en menos de un minuto cuando alguien reclama su cuenta, y en cada paso siguiente hasta que termina.",
		"Le escribimos cuando alguien pide el testamento que usted guarda aquí.",
		"No le escribimos por nada más. Lo que ocurre en otros lugares, como un robo, no lo vemos.",
		"Su dirección de correo se guarda cifrada. No la ve quien reclama su cuenta ni un juzgado. El operador de este servicio podría leerla.",
	],
	impossible: "Este servicio no envía correos. Mire cada dos semanas las páginas «Oponerse» y «Testamento».",
	signIn: "Iniciar sesión con la cuenta",
	account: "Su cuenta:",
	caption: "Direcciones que reciben avisos",
	unconfirmed: "falta su código",
	confirmed: "recibe avisos",
	stopped: "no recibe correos",
	until: "recibe avisos hasta el",
	labels: { email: "Correo electrónico", code: "Código" },
	codeHint: "Copie las 25 letras y cifras de nuestro correo. Valen un día.",
	confirm: "Confirmar la dirección",
	add: "Enviarme un código",
	remove: "Quitar",
	removal: {
		title: "¿Quitar esta dirección?",
		effect:
			"Si la dirección está confirmada, ahora recibe un correo, y avisos durante siete días más. Esto le protege si alguien le ha robado la clave.",
		action: "Quitar la dirección",
	},
	caseRemoval: {
		title: "¿Quitar esta dirección?",
		effect: "Desde ahora no recibe más avisos del caso.",
		action: "Quitar la dirección",
	},
	done: {
		silenced: "La dirección se ha quitado.",
		added: "Le hemos enviado un código, hoy o en el último día. Cópielo del correo en esta página.",
		confirmed: "La dirección recibe avisos desde ahora.",
		removed: "La dirección se va a quitar. Si estaba confirmada, tarda siete días y ya se le ha avisado.",
		kept: "La dirección se queda.",
	},
	words: {
		email: "debe ser una dirección como nombre@example.com",
		code: "no es el código del último correo, o es demasiado antiguo",
		RATE_LIMITED:
			"Una cuenta tiene como mucho dos direcciones, y su red puede pedir cien códigos al día. Quite una o inténtelo mañana.",
	},
	keep: {
		title: "Conservar su dirección",
		lead: "Alguien que puede firmar por su cuenta pidió quitar su dirección. Para conservarla, introduzca el código de nuestro correo.",
		action: "Conservar la dirección",
	},
	offer: "Recibir un correo cuando alguien reclame su cuenta",
};
