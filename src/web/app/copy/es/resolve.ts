import type { resolve as english } from "../en/resolve.ts";
import { labels } from "./labels.ts";

export const resolve: typeof english = {
	title: "Para tribunales y notarios",
	lead: "Un escrito puede mostrar un código de privacidad en lugar de la dirección de una cuenta. Aquí ve a qué sucesión corresponde y puede pedir el testamento.",
	needs: {
		heading: "Qué necesita",
		items: [
			"Una cuenta en este servicio. Bastan un correo electrónico y una contraseña.",
			"La función de tribunal, notaría o despacho de abogados. Inicie sesión y dicte a un revisor el identificador que esta página le muestra entonces. La página «Privacidad» dice cómo llegar al operador, que le pone en contacto.",
			"El código que figura en el escrito. El titular ve cada consulta.",
		],
		register: "Abrir una cuenta",
		without: "Sin cuenta",
		withoutText:
			"Puede comprobar un documento impreso o un archivo de pruebas. Para eso no hace falta cuenta ni función alguna.",
	},
	role: {
		missing:
			"Esta cuenta solo puede consultar códigos creados a través de ella. Los tribunales, notarios y despachos reciben una función para los demás: dicte este identificador a un revisor del servicio, por un canal elegido por el revisor. La página «Privacidad» dice cómo llegar al operador, que le pone en contacto.",
	},
	code: "Código de privacidad",
	codeHint:
		"Tal como figura en el escrito: RPL y 27 caracteres; el último puede ser un signo como * o =. No importan las mayúsculas, los espacios ni los guiones.",
	look: "Consultar el código",
	problems: {
		RESOURCE_NOT_FOUND:
			"No se ha encontrado ningún código que esta cuenta pueda consultar. Puede tener un error, haber caducado o estar revocado. Tras cinco intentos así, la espera para el siguiente aumenta.",
		code: "Esto no es un código de privacidad: un carácter es incorrecto o faltan algunos.",
		RELEASE_STATUS_ERROR:
			"Esta cuenta ya tiene una solicitud para este testamento o no puede presentarla. Sus solicitudes lo muestran.",
		INVALID_FILE_FORMAT: "El archivo no es un PDF que se pueda conservar. No se ha presentado nada.",
		NO_FILE_BUFFER: "El archivo está vacío. No se ha presentado nada.",
		PAYLOAD_TOO_LARGE: "El archivo supera los 10 MB. No se ha presentado nada.",
	},
	found: {
		title: "La sucesión del código",
		owner: labels.owner,
		ownerOnChain: (network) => `contrato en ${network}`,
		label: "Etiqueta del código",
		agreed: "el titular ha aceptado las condiciones vigentes",
		notAgreed: "el titular no ha aceptado las condiciones vigentes",
		will: "Testamento",
		noWill: "no hay ningún testamento depositado",
		version: (version) => `versión ${version}, depositada desde el`,
		checksum: "SHA-256 del testamento",
		at: "Consultado el",
	},
	request: {
		heading: "Pedir el testamento",
		lead: "Para tribunales y para quienes actúan por un albacea con una resolución judicial. Tras un plazo de espera deben aprobar dos revisores del servicio. El titular ve la solicitud en la página de su sucesión y puede oponerse hasta que termine el plazo de descarga.",
		applicant: "Quién lo pide y para quién",
		applicantHint: "El titular y los revisores lo leen.",
		courtHint: "Código o nombre del tribunal.",
		docketHint: "Un número entero. Ponga las letras en el número del procedimiento.",
		next: "Continuar con la orden",
		wrongDocket: "Indique un número entero, como 17.",
		empty: "Rellene este campo.",
	},
	send: {
		title: "Presentar la solicitud",
		effect:
			"La solicitud llega al titular y a los revisores, con la resolución judicial que elija aquí. No se puede retirar y solo es posible una solicitud a la vez.",
		order: "Resolución judicial (PDF, 10 MB como máximo)",
		failed: "La solicitud no se ha presentado",
		again: "Lo que escribió sigue en su navegador: vuelva con el botón de retroceso y preséntela de nuevo.",
	},
	own: {
		title: "Sus solicitudes",
		lead: "Solicitudes de esta cuenta para el testamento de un titular, las más recientes primero.",
		heading: "Ver sus solicitudes",
		ownerHint: "0x y 40 caracteres, como la mostró la consulta del código.",
		show: "Mostrar las solicitudes",
		done: "La solicitud se ha presentado. El titular la ve en la página de su sucesión; si dio su dirección de correo, recibe un aviso.",
		none: "Esta cuenta no ha presentado ninguna solicitud para este testamento.",
		will: "Descargar el testamento",
		start: "Consultar un código",
	},
};
