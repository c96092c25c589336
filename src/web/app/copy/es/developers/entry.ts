import type { entry as english } from "../../en/developers/entry.ts";
import { labels } from "../labels.ts";
import { problems } from "../problems.ts";

const PASSWORD =
	"Use de 8 a 32 caracteres, con una mayúscula, una minúscula, un número y un carácter especial, y que no sea una contraseña común.";

export const entry: typeof english = {
	labels: {
		email: labels.email,
		password: "Contraseña",
		currentPassword: "Contraseña actual",
		newPassword: "Contraseña nueva",
		repeated: "La misma contraseña otra vez",
		code: "Código",
	},
	passwordRules:
		"De 8 a 32 caracteres, con una mayúscula, una minúscula, un número y un carácter especial. Las contraseñas comunes se rechazan.",
	unequal: "Escriba la misma contraseña en los dos campos.",
	words: {
		email: "Escriba una dirección como nombre@example.com.",
		password: PASSWORD,
		newPassword: PASSWORD,
		USER_FOUND: problems.codes.USER_FOUND,
		INVALID_PASSWORD:
			"El correo electrónico o la contraseña no son correctos. Revise ambos e inténtelo de nuevo.",
		RESET_CODE:
			"Este código no es válido: ya se ha usado, es demasiado antiguo o no se escribió completo. Pida otro; los códigos por correo valen 15 minutos.",
	},
	register: {
		title: "Abrir una cuenta de desarrollador",
		lead: "Una cuenta tiene claves de API, destinos de webhooks y enlaces. No cuesta nada.",
		emailHint: "Con ella iniciará sesión. Allí enviamos un código, y avisos sobre su cuenta.",
		action: "Abrir la cuenta",
		logIn: "¿Ya tiene una cuenta? Inicie sesión",
	},
	wrongPassword: "Esta no es su contraseña.",
	logIn: {
		done: {
			password: "Su contraseña ha cambiado y todas las sesiones se han cerrado. Inicie sesión con la nueva.",
		},
		ended: "Su sesión ha terminado. Inicie sesión para continuar donde estaba.",
		register: "¿Aún no tiene cuenta? Abra una",
		forgotten: "¿Ha olvidado la contraseña?",
	},
	forgotten: {
		title: "Contraseña olvidada",
		lead: "Díganos la dirección de su cuenta. Le enviamos un código con el que establece una contraseña nueva.",
		noMail: "Este servicio no envía correos. Pida un código al operador; /privacy dice cómo contactar.",
		action: "Enviarme un código",
		sent: {
			title: "Mire su correo",
			text: "Si esta dirección tiene una cuenta, un código está en camino. Vale una vez, durante 15 minutos. Si no llega nada, compruebe si se registró con otra dirección.",
		},
	},
	reset: {
		haveCode: "Tengo un código",
		title: "Establecer una contraseña nueva",
		codeHint: "25 letras y cifras, del correo o del operador. Sirven una vez.",
		effect: "Esto cierra todas las sesiones de su cuenta. Las claves de API siguen funcionando.",
		action: "Establecer la contraseña",
		done: {
			title: "Contraseña establecida",
			text: "Su contraseña nueva está establecida y todas las sesiones se han cerrado. Inicie sesión con ella.",
		},
	},
};
