import type { passkeys as english } from "../../en/developers/passkeys.ts";

export const passkeys: typeof english = {
	title: "Llaves de acceso",
	lead: "Una llave de acceso (passkey) está en su teléfono, su ordenador o una llave física. Con una, su contraseña sola no abre nada.",
	labels: { name: "Nombre de la llave", operatorCode: "Código del operador" },
	nameHint: "Para usted, para distinguir sus llaves: «Teléfono», «Llave del llavero».",
	operatorHint:
		"El operador del servicio se lo lee a usted, para la primera llave de un revisor o consultante. Déjelo vacío si no recibió ninguno.",
	added: "Añadida el",
	add: "Añadir una llave de acceso",
	remove: "Quitar",
	back: "A la cuenta",
	impossible:
		"Aquí no se puede añadir ninguna llave: la dirección de la cuenta no está confirmada todavía, o el servicio funciona bajo un número en lugar de un nombre. En su propia máquina, inícielo con BASE_URL=http://localhost:8787.",
	done: {
		added: "La llave de acceso está añadida. Desde ahora se pide al iniciar sesión.",
		removed: "La llave de acceso está quitada.",
	},
	words: {
		name: "Póngale un nombre de 64 caracteres como máximo.",
		operatorCode: "no es el código del operador, o tiene más de 30 minutos",
		recoveryCode: "no es un código de recuperación de la cuenta, o ya se usó",
		credential: "ninguna llave ha respondido; inténtelo de nuevo",
		FORBIDDEN: "La respuesta de la llave no fue aceptada. No se cambió nada. Inténtelo de nuevo.",
	},
	codes: {
		heading: "Códigos de recuperación",
		left: (count) =>
			`Quedan ${count} códigos. Cada uno le deja entrar una vez sin llave, para añadir otra. Ninguno firma una decisión.`,
		renew: "Generar diez códigos nuevos",
		title: "Sus códigos de recuperación",
		once: "Imprima estos códigos o anótelos. No se vuelven a mostrar. Con su contraseña, cada uno le deja entrar una vez si pierde sus llaves.",
		kept: "Los he guardado",
	},
	logIn: {
		title: "Muestre su llave de acceso",
		lead: "La contraseña es correcta. Ahora su llave de acceso abre la cuenta.",
		action: "Usar una llave de acceso",
		lost: "¿Ha perdido sus llaves?",
		code: "Código de recuperación",
		codeHint: "Uno de los diez que imprimió. Sirve una vez.",
		useCode: "Entrar con el código",
		words: {
			FORBIDDEN:
				"La respuesta de la llave no fue aceptada, o llegó después de cinco minutos. Inicie sesión de nuevo.",
			INVALID_PASSWORD: "No es un código de recuperación de la cuenta, o ya se usó. Inicie sesión de nuevo.",
		},
	},
	needed: "Esto necesita una llave de acceso de su cuenta.",
};
