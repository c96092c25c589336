import type { signing as english } from "../en/signing.ts";
import { labels } from "./labels.ts";

export const signing: typeof english = {
	what: "Lo que usted firma",
	language:
		"El mensaje está en inglés, porque el texto firmado no puede traducirse sin cambiarlo. Ábralo abajo para verlo tal como lo recibe su cartera.",
	network: "Red del mensaje",
	technical: "Detalles técnicos",
	bytes: (size) => `${size} bytes`,
	sentences: {
		NewCase: "Usted presenta este caso.",
		CourtOrder: "Usted añade esta resolución judicial al caso.",
		CloseCase: "Usted termina o detiene este caso.",
		ContestAll: "Usted se opone a todos los casos de esta red que reclaman esta cuenta.",
		Agreement: "Usted acepta las condiciones para guardar aquí su testamento.",
		PrivacyCode: "Usted pide un código para sus herederos.",
		Will: "Usted sube este documento como su testamento. El mensaje no contiene el documento, solo su huella.",
		Erase: "Usted hace borrar su testamento, sus códigos y todo lo demás que se guarda aquí.",
	},
	fields: {
		account: labels.account,
		service: "Servicio para el que es el mensaje",
		ownerAddress: labels.yourAccount,
		nonce: "Número al azar, para que el mensaje valga una sola vez",
		deadline: "Debe enviarse antes de",
		jrcHash: "Huella del caso",
		action: "Lo que usted hace",
		reason: labels.yourReason,
		title: labels.orderTitle,
		fullCaseNumber: "Número de procedimiento",
		courtId: labels.court,
		docketNumber: labels.docketNumber,
		version: labels.version,
		documentHash: "Huella de las condiciones (SHA-256)",
		label: "Nombre del código",
		expiresAt: labels.valid,
		sha256: "Huella del documento (SHA-256)",
		mimeType: "Tipo de documento",
		size: "Tamaño del documento",
	},
	actions: { contest: "Oponerse al caso (impugnarlo)", withdraw: "Retirar el caso" },
	download: {
		title: { case: "Descargar este caso entero", estate: "Descargar todo" },
		lead: "Un archivo ZIP con lo que guarda este servicio y con pruebas que valen sin él. Como contiene tanto, su cuenta firma una vez más.",
		holds: {
			case: [
				"el caso tal como lo muestra esta página, y su archivo de pruebas",
				"los documentos, si usted puede leerlos",
				"las claves públicas de este servicio y una lista firmada de todos los archivos",
			],
			estate: [
				"lo que guarda aquí, lo que ha ocurrido y quién pidió su testamento",
				"cada versión de su testamento, como archivo que cualquiera puede leer",
				"lo que usted firmó, las claves públicas de este servicio y una lista firmada de todos los archivos",
			],
		},
		keep: "El archivo no está cifrado. Guárdelo donde nadie más lo lea.",
		submit: "Descargar",
		used: "Este mensaje ya se usó o su plazo ha pasado. Firme el nuevo que aparece abajo.",
		back: { case: "Volver al caso", estate: "Volver a «Testamento»" },
		password: "Su contraseña una vez más, porque el archivo contiene tanto.",
	},
	problems: {
		otherSigner: (address) =>
			`Esta firma es de ${address}, o de otro mensaje. La cuenta indicada arriba debe firmar este mensaje tal como está.`,
		wrongSignature:
			"Esta firma no es de la cuenta indicada arriba, o no es de este mensaje. Haga firmar el mensaje tal como está.",
		noKey: (chainId) =>
			`Ninguna clave hizo esta firma. Si la cuenta es ordinaria, firme de nuevo y pegue la firma entera. Si es una Safe u otro contrato, el contrato debe aceptar el mensaje en la red ${chainId}, y este servicio debe estar conectado a esa red.`,
		noSignature: "Esto no es una firma. Empieza por 0x, seguido de cifras y letras de la a a la f.",
		used: "Este mensaje ya se usó. Si lo envió dos veces, la primera funcionó. Si no, empiece de nuevo y firme un mensaje nuevo.",
		late: "El plazo de este mensaje ha pasado. Empiece de nuevo y firme un mensaje nuevo.",
	},
};
