import type { MailCopy } from "../../mail/mail-words.ts";
import type { mail as english } from "../en/mail.ts";

const SECURITY =
	"Se lo enviamos porque se trata de la seguridad de su cuenta; por eso no se puede desactivar.";

const kinds: MailCopy = {
	confirm_email: ({ brand, host }) => ({
		subject: `Su código para ${brand}`,
		text: [
			`Alguien, seguramente usted, abrió una cuenta de desarrollador en ${host} con esta dirección.`,
			"¿Es suya? Inicie sesión allí y copie este código en la página «Confirmar la dirección»:",
		],
		link: ["/developers/account/confirm", "Abrir la página"],
		more: [
			"El código vale un día y solo para esa cuenta. Al confirmar la dirección terminan las claves de API y los destinos de webhooks que la cuenta tenía antes.",
			"¿No abrió ninguna cuenta? No haga nada. Sin este código nadie puede confirmar su dirección.",
		],
		why: "Se lo enviamos porque alguien nos dio esta dirección. Recibirá como mucho uno al día.",
	}),
	reset_password: ({ host }) => ({
		subject: "Su código para una contraseña nueva",
		text: [
			`Alguien, seguramente usted, pidió una contraseña nueva para su cuenta en ${host}.`,
			"Copie este código en la página «Establecer una contraseña nueva». Vale una vez, durante 15 minutos:",
		],
		link: ["/developers/reset", "Abrir la página"],
		more: ["¿No la pidió usted? No haga nada. Su contraseña sigue igual."],
		why: SECURITY,
	}),
	password_changed: ({ host, at }) => ({
		subject: "Su contraseña ha cambiado",
		text: [
			`La contraseña de su cuenta en ${host} cambió el ${at}. Todas las sesiones han terminado.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Establezca ahora una contraseña nueva y revise después sus claves de API.",
		],
		link: ["/developers/forgotten", "Establecer una contraseña nueva"],
		why: SECURITY,
	}),
	new_device: ({ host, at }) => ({
		subject: "Un dispositivo nuevo ha iniciado sesión",
		text: [
			`El ${at} alguien inició sesión en su cuenta de ${host} con la contraseña correcta, desde un navegador o programa que no lo había hecho antes.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Establezca ahora una contraseña nueva. Así terminan todas las sesiones.",
		],
		link: ["/developers/forgotten", "Establecer una contraseña nueva"],
		why: SECURITY,
	}),
	key_issued: ({ host, at }, { hint }) => ({
		subject: "Una clave de API nueva",
		text: [`El ${at} se creó una clave de API para su cuenta en ${host}.`],
		facts: [["La clave termina en", hint]],
		link: ["/developers/keys", "Ver sus claves"],
		more: ["¿No fue usted? Revoque la clave allí y establezca después una contraseña nueva."],
		why: SECURITY,
	}),
};

export const mail: typeof english = {
	kinds,
	never:
		"Nunca pedimos una contraseña, un código, una frase de recuperación ni un pago, ni por correo ni por teléfono.",
	about: (url) => `Qué enviamos y cómo saber que es nuestro: ${url}`,
	page: {
		title: "Nuestros correos",
		lead: "Qué envía este servicio, desde dónde, y qué no pide nunca.",
		none: "Este servicio no envía correos. Un correo que dice ser suyo es un fraude.",
		from: "Todos los correos vienen de",
		what: {
			heading: "Qué enviamos",
			items: [
				"Un código, después de que alguien nos dio su dirección o pidió una contraseña nueva. Usted mismo lo copia en nuestra página.",
				"Un aviso cuando cambia la contraseña de su cuenta de desarrollador, cuando un dispositivo nuevo inicia sesión y cuando se crea una clave de API.",
			],
		},
		how: {
			heading: "Cómo saber que un correo es nuestro",
			items: [
				"Sus enlaces llevan solo a este sitio. Si tiene dudas, escriba usted la dirección.",
				"Abrir un enlace no cambia nada. Solo un botón de una página de este sitio cambia algo.",
				"No trae archivos ni imágenes, ni palabras que haya escrito otra persona.",
			],
		},
		never: {
			heading: "Qué no pedimos nunca",
			items: [
				"Su contraseña, su frase de recuperación o su clave privada.",
				"Un código, por teléfono o en una respuesta.",
				"Un pago para recuperar una cuenta.",
			],
		},
	},
	local: {
		title: "Buzón de esta máquina",
		lead: "Este servicio funciona en su máquina, así que su correo se queda aquí. Primero, lo más reciente.",
		empty: "Todavía no hay correos.",
		to: "Para",
		at: "Enviado",
		subject: "Asunto",
		html: "Como lo muestra un programa de correo",
		back: "Todos los correos",
	},
};
