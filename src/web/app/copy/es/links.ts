import type { links as english } from "../en/links.ts";
import { recover } from "./recover.ts";

export const links: typeof english = {
	filledIn: (host) => `rellenado por ${host}`,
	through: "Viene de",
	fixed: "Aquí no se puede cambiar.",
	leave: (host) => `Volver a ${host}`,
	invitation: {
		title: { recovery: recover.title, estate: "Aceptar las condiciones para guardar su testamento" },
		heading: (host) => `${host} le ha enviado aquí`,
		lead: {
			recovery: recover.who.lead,
			ofHeir: recover.who.leadOfHeir,
			estate:
				"Aquí usted lee las condiciones para guardar su testamento y las acepta con la firma de su cartera.",
		},
		filled: (host) =>
			`Lo que ha rellenado ${host} está marcado como tal. Compruébelo como todo lo demás que usted firma.`,
		wallet:
			"Los programas de correo suelen abrir los enlaces en un navegador propio. Si su cartera está en otro navegador, abra allí esta dirección antes de empezar.",
		until: "Puede usar este enlace hasta el",
		start: "Empezar",
	},
	takeOver: {
		text: "Puede continuar aquí en su lugar. El otro navegador ya no podrá usar el enlace, y lo que se escribió allí no pasa a este.",
		action: "Continuar aquí en su lugar",
	},
	sees: {
		heading: (host) => `Qué verá ${host}`,
		items: {
			recovery: [
				"Los datos de su caso: las dos cuentas, el motivo, las transacciones y cómo continúa el caso.",
				"Su correo electrónico, si lo indica.",
				"La resolución judicial y los documentos que añada al caso.",
			],
			estate: [
				"Que esta cuenta ha aceptado las condiciones, y cuándo.",
				"Si ha subido un testamento: su versión, fecha, tipo, tamaño y huella. Nunca el testamento.",
			],
		},
	},
	states: {
		started_elsewhere: {
			title: "Este enlace se inició en otro navegador",
			text: {
				recovery: (host) =>
					`Otro navegador está usando este enlace de ${host}, o lo usaba este antes de cerrar la sesión. Todavía no se ha presentado nada con él.`,
				estate: (host) =>
					`Otro navegador está usando este enlace de ${host}, o lo usaba este antes de cerrar la sesión. Todavía no se han aceptado condiciones con él.`,
			},
		},
		used: {
			title: "Este enlace ya se ha usado",
			text: {
				recovery: (host) =>
					`Con este enlace de ${host} se presentó un caso. La cuenta que lo firmó puede abrirlo.`,
				estate: (host) =>
					`Con este enlace de ${host} se aceptaron las condiciones. La cuenta que las firmó puede abrir su página «Testamento».`,
			},
		},
		expired: {
			title: "Este enlace ha caducado",
			text: {
				recovery: (host) => `Con él no se presentó nada. Pida otro enlace a ${host}, si aún lo necesita.`,
				estate: (host) =>
					`Con él no se aceptaron condiciones. Pida otro enlace a ${host}, si aún lo necesita.`,
			},
		},
		ended: {
			title: "Este enlace fue anulado",
			text: {
				recovery: (host) =>
					`Con él no se presentó nada. ${host} lo ha anulado, o ya no puede enviar a nadie aquí. Pregunte a ${host} el motivo.`,
				estate: (host) =>
					`Con él no se aceptaron condiciones. ${host} lo ha anulado, o ya no puede enviar a nadie aquí. Pregunte a ${host} el motivo.`,
			},
		},
	},
	ways: {
		openAgain:
			"Para continuar en este navegador, abra otra vez el enlace que recibió y elija «Continuar aquí en su lugar». Si no, continúe en el otro navegador.",
		toCases: "Ir a sus casos",
		toEstate: "Ir a «Testamento»",
		without: {
			recovery: (host) =>
				`También puede presentar un caso sin enlace. Entonces ${host} no se entera, y usted escribe todos los datos.`,
			estate: (host) => `También puede guardar su testamento sin enlace. Entonces ${host} no se entera.`,
		},
		alone: { recovery: "Recuperar sin enlace", estate: "Ir a «Testamento»" },
	},
	unknown: {
		title: "Este enlace no existe",
		text: "Quizá la dirección no se copió entera. Ábrala otra vez desde donde la recibió, o pida otra. Los enlaces se borran 90 días después de terminar.",
	},
	notStarted: {
		title: "Este enlace no se ha iniciado en este navegador",
		text: "Abra otra vez el enlace que recibió y pulse «Empezar». Con solo abrir esta página no se ha presentado ni aceptado nada.",
	},
	expected: {
		heading: "La cuenta que recibe",
		text: (host) => `${host} espera que esta cuenta reciba lo recuperado y que firme:`,
		mustBe: (host) =>
			`Este enlace funciona solo con esa cuenta. Inicie sesión con ella, o pida otro enlace a ${host}.`,
		maybe: "Usted ha iniciado sesión con otra cuenta, que presentaría el caso si no la cambia.",
		owner: (host) => `${host} espera el testamento de esta cuenta:`,
		maybeOwner: "Usted ha iniciado sesión con otra cuenta, de la que trata esta página.",
		signIn: "Iniciar sesión con otra cuenta",
	},
	email: (host) =>
		`Forma parte de lo que usted firma. Lo ven ${host}, los revisores y el operador de este servicio. Las pruebas del caso solo contienen una huella de la dirección, con la que quien la adivine puede comprobarlo.`,
	transactions: {
		locked: (host) =>
			`${host} ha puesto estas transacciones en la lista. Puede quitar algunas, pero no cambiar, añadir ni mover ninguna.`,
		restore: (host) => `Poner otra vez lo que ha rellenado ${host}`,
	},
	refused: {
		onFile: (host) =>
			`Esta recuperación ya está presentada, y no con este enlace. ${host} no se entera de ella por este enlace.`,
		busy: (seconds) =>
			`Ahora mismo se está presentando otra cosa con este enlace. Espere ${seconds} segundos y envíelo de nuevo.`,
		tooManyOpen: (host) =>
			`El servicio no admite más casos abiertos sobre esta cuenta perdida a través de ${host}. Diríjase a ${host}, que antes tiene que cerrar uno. Después envíelo otra vez.`,
		locked: (host) =>
			`Algo difiere de lo que ${host} ha fijado. Empiece de nuevo desde el enlace que recibió.`,
	},
	told: {
		host: (host) =>
			`Se informa a ${host} de este caso y de cómo continúa. La página del caso también le informa, y puede enviarle un correo en cada paso. Vuelva con esta cartera. Guarde este enlace a su caso:`,
		somebody:
			"Se informa al sitio web o a la aplicación por donde se presentó este caso, también de cómo continúa. La página del caso también le informa, y puede enviarle un correo en cada paso. Vuelva con esta cartera. Guarde este enlace a su caso:",
		nobody:
			"La página del caso le informa de cómo continúa, y puede enviarle un correo en cada paso. Vuelva con esta cartera. Guarde este enlace a su caso:",
	},
	accepted: {
		title: "Usted ha aceptado las condiciones",
		text: (host) => `${host} puede verlo. Ya puede subir su testamento y crear códigos para sus herederos.`,
	},
};
