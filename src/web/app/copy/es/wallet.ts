import type { wallet as english } from "../en/wallet.ts";
import { labels } from "./labels.ts";

export const wallet: typeof english = {
	signWith: "Firmar con {wallet}",
	connectWith: "Usar {wallet}",
	injected: "la cartera de este navegador",
	elsewhere: "Firmar en otro lugar y pegar la firma",
	howText:
		"Para un teléfono, una Safe, una cartera física o la línea de comandos: haga firmar este mensaje tal como está («personal sign») y pegue el resultado abajo.",
	howTypedData:
		"Para un teléfono, una Safe, una cartera física o la línea de comandos: haga firmar estos datos (EIP-712) tal como están y pegue el resultado abajo.",
	message: "Lo que se firma",
	copyMessage: "Copiarlo",
	download: "Descargarlo",
	signature: "Firma",
	signatureHint:
		"Empieza por 0x. Una firma muestra que la cuenta está de acuerdo; no es una contraseña y no mueve nada.",
	words: {
		searching: "Buscando una cartera en este navegador…",
		none: "No se ha encontrado ninguna cartera en este navegador. Instale o desbloquee una y recargue esta página, ábrala en el navegador de su cartera o siga abajo sin la cartera de este navegador.",
		asked: "{wallet} debería preguntarle ahora. No se envía nada hasta que usted acepte allí.",
		no_answer:
			"{wallet} todavía no ha respondido. Busque su ventana o su icono: puede que espere su contraseña. También puede pulsar de nuevo el botón o elegir otra forma abajo.",
		refused:
			"Usted lo ha rechazado en {wallet}. No se ha enviado nada y no se ha perdido nada de lo que escribió. Puede intentarlo de nuevo.",
		locked:
			"{wallet} no muestra ninguna cuenta. Desbloquéela, permita una cuenta para esta página e inténtelo de nuevo.",
		busy: "{wallet} ya le está preguntando en su propia ventana. Responda allí e inténtelo de nuevo.",
		other_account:
			"{wallet} está conectada con una cuenta distinta de la que debe firmar. Cambie la cuenta en {wallet} e inténtelo de nuevo.",
		unknown_chain:
			"{wallet} no conoce la red en la que está esta cuenta. Añada usted la red en {wallet} e inténtelo de nuevo, o siga abajo sin la cartera de este navegador.",
		wrong_chain:
			"{wallet} ha seguido en otra red. Cambie la red en {wallet} e inténtelo de nuevo. O siga abajo sin la cartera de este navegador.",
		failed: "{wallet} no ha podido firmar. Inténtelo de nuevo o siga abajo sin la cartera de este navegador.",
		switched: "La cuenta de {wallet} ha cambiado. Si le pide una firma, compruebe qué cuenta nombra.",
		signed: "Firmado. Se está enviando.",
		connected: "Conectado. Continuamos.",
		sent: "{wallet} ha enviado la llamada. Tiene efecto cuando la red la haya aceptado.",
	},
	signIn: {
		title: "Inicie sesión con su cuenta",
		lead: "Para demostrar que la cartera es suya, firme un mensaje breve. No hay contraseña ni registro.",
		toRecover: {
			title: "Inicie sesión con su cartera nueva",
			lead: "No con la cuenta que perdió, sino con una cartera que pueda usar ahora. Usted firma un mensaje breve, sin contraseña ni registro.",
		},
		ended: "Su sesión ha terminado. Inicie sesión de nuevo para continuar.",
		byHand: "O escriba la dirección de su cuenta",
		address: "Dirección de su cuenta",
		addressHint: "0x y 40 caracteres. Debe poder firmar con ella ahora. Si perdió una cuenta, no es esa.",
		chain: labels.network,
		chainHint: "Solo una Safe u otro contrato necesita la correcta. Si no, déjela como está.",
		phone: {
			summary: "Mi cartera es una aplicación del móvil",
			text: "Escanee este código con la cámara del móvil o con la cartera, y abra la dirección en el navegador de la propia cartera. Allí puede firmar sin escribir nada.",
			alt: "Código QR con la dirección de esta página",
			open: "En el propio móvil, copie este enlace y ábralo en el navegador de la cartera",
		},
		signTitle: "Firme este mensaje",
		signLead: "Dice qué cuenta inicia sesión y dónde. Firmarlo no cuesta nada y no mueve nada.",
		send: "Iniciar sesión",
		expiresAt: "El mensaje vale hasta el",
		badSignature:
			"Esta no es una firma completa. Péguela entera: 0x y los caracteres que siguen. El mensaje de abajo todavía vale.",
		notSigned: "Cada mensaje se puede probar una sola vez; aquí tiene uno nuevo.",
		used: "El mensaje ha caducado o ya se ha usado. Aquí tiene uno nuevo.",
	},
};
