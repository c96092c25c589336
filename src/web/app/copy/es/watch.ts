import type { watch as english } from "../en/watch.ts";

export const watch: typeof english = {
	title: "Vigilar una cuenta",
	what: [
		"Le escribimos en menos de un minuto cuando alguien pide recuperar su cuenta, y de nuevo cuando se adjunta una resolución judicial, cuando se verifica, cuando la recuperación puede empezar y cuando termina.",
		"No enviamos nada más, ni nada sobre lo que usted hace con la cuenta. Lo que ocurre fuera de este servicio, como un robo, no lo vemos.",
		"Su dirección se guarda cifrada. No la ve quien pide su cuenta, ni un socio, ni un tribunal. El operador de este servicio tiene la clave, y podría leerla.",
	],
	impossible: "Este servicio no envía correos. Mire de vez en cuando la página «Oponerse».",
	signIn: "Iniciar sesión con la cuenta",
	account: "Usted vigila",
	caption: "Direcciones que reciben avisos",
	unconfirmed: "espera su código",
	confirmed: "recibe avisos",
	stopped: "no recibe correos",
	until: "recibe avisos hasta el",
	labels: { email: "Correo electrónico", code: "Código" },
	codeHint: "25 letras y cifras, del correo. Vale un día.",
	confirm: "Confirmar la dirección",
	add: "Enviarme un código",
	remove: "Quitar",
	removal: {
		title: "¿Quitar esta dirección?",
		effect:
			"Una dirección confirmada recibe avisos siete días más, y ahora se le envía un correo. Quien robara una clave empezaría por silenciar a su dueño.",
		action: "Quitar la dirección",
	},
	caseRemoval: {
		title: "¿Quitar esta dirección?",
		effect: "Desde ahora no recibe más avisos del caso.",
		action: "Quitar la dirección",
	},
	done: {
		silenced: "La dirección se ha quitado.",
		added: "Un código está en camino, o se envió en el último día. Cópielo del correo en esta página.",
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
		lead: "Alguien que puede firmar por su cuenta pidió quitar su dirección. Con el código de ese correo se queda.",
		action: "Conservar la dirección",
	},
	offer: "Recibir un correo cuando alguien reclame su cuenta",
};
