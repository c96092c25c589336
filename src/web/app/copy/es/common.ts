import type { common as english } from "../en/common.ts";
import { labels } from "./labels.ts";

export const common: typeof english = {
	skipToContent: "Ir al contenido",
	operatedBy: (name) => `Este servicio lo gestiona ${name}.`,
	nav: {
		label: "Principal",
		recover: "Recuperar",
		cases: "Sus casos",
		contest: "Oponerse",
		estate: "Testamento",
		verify: "Comprobar pruebas",
		developers: "Para desarrolladores",
		terms: "Condiciones",
		privacy: "Privacidad",
		status: labels.status,
	},
	/** Each page that offers a contest says what it does and until when. */
	contest:
		"Una firma con la clave de la cuenta detiene una reclamación. Si alguien dice que la clave se perdió, la cierra. Si la reclama un heredero, la deja en pausa hasta que los revisores la examinen. Puede firmar mientras la reclamación no se haya ejecutado.",
	offline:
		"No tiene conexión. No se ha enviado nada, y lo que ha escrito sigue aquí. Envíelo cuando la recupere.",
	network: {
		other: "Otra red",
		number: "Número de la otra red",
		numberHint: "Las redes tienen números. El de la suya está en los ajustes de su cartera.",
	},
	plot: { asTable: "Ver los números" },
	times: { left: (days) => `quedan ${days}`, until: "hasta el", since: "desde el" },
	action: {
		showAll: "ver completa",
		explorer: (host) => `Verla en ${host}`,
		logIn: "Iniciar sesión",
		revoke: "Revocar",
		filter: "Filtrar",
		goToSign: "Continuar a la firma",
		makeLink: "Crear un enlace",
		otherAccount: "Usar otra cuenta",
		saveDates: "Guardar las fechas en su calendario",
		toCase: "Ir al caso",
		recover: "Iniciar una recuperación",
		signInAgain: "Iniciar sesión de nuevo",
		back: "Atrás",
		continue: "Continuar",
		copy: "Copiar",
		copied: "Copiado",
		notCopied: "No se copió: seleccione el texto y cópielo",
		signOut: "Salir",
	},
	pager: {
		label: "Páginas de la lista",
		next: "Ver las entradas siguientes",
		first: "Volver a las primeras entradas",
	},
	passkey: {
		needsScript:
			"Una llave de acceso solo funciona en un navegador que ejecuta scripts. Actívelos para esta página.",
		asked: "Su navegador pide ahora la llave de acceso.",
		done: "La llave de acceso ha respondido.",
		failed: "Ninguna llave ha respondido. Pulse el botón para intentarlo de nuevo.",
		known: "Este dispositivo ya tiene una llave de la cuenta. Use otro dispositivo u otra llave.",
	},
	confirm: {
		isFinal: "Esto no se puede deshacer.",
		isKept: "Una decisión posterior puede cambiarlo, pero queda registrado.",
		goBack: "No, volver",
		change: "Volver y cambiarlo",
		signed: "Lo que firma su llave de acceso, palabra por palabra",
	},
	problem: {
		heading: "Revise estos datos",
		reference: (requestId) => `Referencia: ${requestId}`,
		home: "Ir a la página de inicio",
		notFound: {
			title: "Esta página no existe",
			text: "Puede que la dirección tenga un error, que la página se haya retirado o que sea de otra persona.",
		},
		forbidden: {
			title: "No puede abrir esta página",
			text: "La cuenta con la que ha iniciado sesión no puede hacerlo.",
		},
		method: {
			title: "Esta página no puede hacer eso",
			text: "No se ha cambiado nada. Abra la página aquí y use su propio formulario.",
		},
		foreignForm: {
			title: "Este formulario venía de otro sitio",
			text: (origin) =>
				`No se ha cambiado nada. La dirección de este servicio es ${origin}. Abra allí la página y use su propio formulario.`,
		},
		tooMany: {
			title: "Demasiadas solicitudes",
			text: (seconds) =>
				seconds < 120
					? `No se ha perdido nada. Espere ${seconds} segundos e inténtelo de nuevo.`
					: `No se ha perdido nada. Espere ${Math.ceil(seconds / 60)} minutos e inténtelo de nuevo.`,
		},
		refused: "No se ha hecho",
		tooLarge: {
			title: "Esto es demasiado grande",
			text: "Un archivo puede tener 10 MB como máximo. No se ha guardado nada. Vuelva atrás y elija un archivo más pequeño.",
		},
		unavailable: {
			title: "El servicio no puede responder ahora",
			text: "No se ha perdido nada de lo que presentó. Inténtelo de nuevo en un minuto.",
		},
		unexpected: {
			title: "Algo ha fallado por nuestra parte",
			text: "No se ha perdido nada de lo que presentó. Si vuelve a ocurrir, indique al operador la referencia de abajo; la página «Privacidad» dice cómo contactar.",
		},
		sessionEnded: {
			title: "Su sesión se ha cerrado",
			text: "Las sesiones terminan solas al cabo de un tiempo. Inicie sesión en otra pestaña, vuelva y recargue esta página: lo que escribió no se ha guardado.",
			signIn: "Iniciar sesión de nuevo",
		},
		signedOutHere: {
			title: "Ha cerrado la sesión en este navegador",
			text: "El servicio no respondió, así que su sesión puede seguir abierta allí. Nadie puede usarla ya desde este navegador, y termina sola en ocho horas como máximo.",
			go: "Continuar",
		},
	},
};
