/** Over 300 lines, for the reason in `en/cases.ts`. */
import type { cases as english } from "../en/cases.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { signing } from "./signing.ts";

export const cases: typeof english = {
	title: common.nav.cases,
	lead: "Sus casos y las reclamaciones sobre su cuenta, primero los más recientes.",
	account: "Sesión iniciada con",
	none: "No hay casos de esta cuenta. Si presentó el suyo con otra, inicie sesión con ella.",
	start: common.action.recover,
	open: "Abrir el caso",
	more: "Casos anteriores",
	roles: { claimant: "Usted presentó este caso.", owner: "Es su cuenta la que se reclama." },
	groups: { turn: "Le toca a usted", waiting: "A la espera de otros", closed: "Cerrados" },
	table: { filed: labels.filed, lost: labels.lostAccount },
	case: {
		heading: "Caso de recuperación",
		title: (status, number) => `Caso de recuperación, ${status} (${number})`,
		status: labels.status,
		headingOfOwner: "Alguien reclama su cuenta",
		object: "¿Todavía tiene la clave? Entonces opóngase",
		timeline: "Qué ha ocurrido",
		note: "Un revisor escribió",
		noteBefore: "Un revisor había escrito",
		lacksOrder:
			"Todavía no ha introducido la orden judicial. Hágalo: sin ella no pueden dejar que el caso continúe.",
		parties: labels.theCase,
		address: "Dirección de esta página",
		calendar: common.action.saveDates,
		evidence: "Descargar el archivo de pruebas",
		verify: "Comprobar un archivo de pruebas",
		details: "Detalles y pruebas",
		live: "Esta página se actualiza sola.",
		changed: (status) => `Novedad: el caso está ahora así: ${status}.`,
		ended: "Su sesión se ha cerrado, por eso esta página ya no muestra nada.",
		signIn: common.action.signInAgain,
	},
	watch: {
		since: "La cuenta perdida no se vigila desde el",
		because: {
			node_outage: "porque ningún nodo de su cadena responde",
			reserve_used_up: "porque el servicio ha agotado sus comprobaciones diarias de cuentas perdidas",
		},
		effect: "Si las transacciones se ejecutan entretanto, un revisor examina antes la cuenta.",
		short: "Sin vigilancia desde el",
	},
	doing: {
		created: [
			[
				"Le toca a usted: consiga una orden judicial",
				"Imprima el documento de prueba y llévelo a un tribunal. Cuando el tribunal decida, introduzca aquí la orden. Si el tribunal tarda más que la fecha de abajo, no se pierde nada: introdúzcala entonces.",
			],
			[
				"Falta la orden judicial",
				"El solicitante debe traer una orden de un tribunal. Sin ella, a la cuenta no le pasa nada.",
			],
		],
		answered: [
			["Tenemos su documento", "Ahora lo lee un revisor. Usted no tiene que hacer nada."],
			["El solicitante ha enviado un documento", "Ahora lo lee un revisor."],
		],
		order_attached: [
			[
				"Estamos comprobando su orden judicial",
				"Los revisores preguntan al tribunal si la orden es auténtica. No se envía nada antes de que acaben esta comprobación y el plazo de espera. Ahora usted no tiene que hacer nada, pero puede añadir documentos que ayuden.",
			],
			[
				"Se está comprobando la orden judicial",
				"Los revisores preguntan al tribunal si la orden es auténtica.",
			],
		],
		order_verified: [
			[
				"Ahora no tiene que hacer nada: corre el plazo de espera",
				"La orden judicial es auténtica. Cuando acabe el plazo, pida que envíe las transacciones a alguien que pueda actuar por la cuenta perdida, como otro titular o un guardián. Mientras no se envíen, el titular puede oponerse.",
			],
			[
				"Corre el plazo de espera",
				"La orden judicial es auténtica. Mientras no se ejecuten las transacciones, el titular de la cuenta puede oponerse.",
			],
		],
		executable: [
			[
				"Todo listo: pida que se envíen las transacciones",
				"Pida que envíe las transacciones a alguien que pueda actuar por la cuenta: otro titular, un guardián, la empresa que la gestiona o el emisor del token. Cada transacción recibe un número que empieza por 0x, su hash. Introduzca aquí esos números.",
			],
			[
				"Lista para ejecutarse",
				"Quien pueda actuar por la cuenta perdida ya puede enviar las transacciones.",
			],
		],
		order_unverifiable: [
			[
				"Le toca a usted: introduzca una orden corregida",
				"Los revisores no han podido confirmar su orden con el tribunal.",
			],
			["No se ha podido confirmar la orden", "El solicitante debe introducir una orden judicial corregida."],
		],
		documents_missing: [
			[
				"Le toca a usted: añada los documentos que faltan",
				"Añada los documentos que piden los revisores. Ellos los leen, y el caso sigue o le escriben de nuevo. Si la propia orden tenía errores, introduzca una corregida.",
			],
			["Faltan documentos", "El solicitante debe añadirlos."],
		],
		expired: [
			[
				"Se acabó el plazo para la orden",
				"No se ha perdido nada. Introduzca la orden cuando la tenga y el caso seguirá.",
			],
			[
				"Se acabó el plazo para la orden",
				"El caso está en pausa hasta que el solicitante introduzca una orden judicial.",
			],
		],
		contested: [
			[
				"Alguien que tiene la clave se ha opuesto",
				"La oposición está firmada con la clave de la cuenta que usted da por perdida. Los revisores deciden si el caso sigue o se cierra. Puede añadir documentos que les ayuden.",
			],
			["El titular se ha opuesto", "Los revisores deciden si el caso sigue o se cierra."],
		],
		lost_account_active: [
			[
				"Alguien ha usado la cuenta perdida",
				"Puede que no esté perdida. Los revisores deciden si el caso sigue o se cierra.",
			],
			[
				"Alguien ha usado la cuenta perdida",
				"Puede que no esté perdida. Los revisores deciden si el caso sigue o se cierra.",
			],
		],
		executed_without_verified_order: [
			[
				"Se envió antes de comprobar la orden",
				"Las transacciones se enviaron cuando la orden judicial aún no se había comprobado. Los revisores la comprueban ahora.",
			],
			["Se envió antes de comprobar la orden", "Los revisores comprueban ahora la orden."],
		],
		executed_before_challenge_period: [
			[
				"Se envió demasiado pronto",
				"Las transacciones se enviaron antes de acabar el plazo de espera. Los revisores solo pueden cerrar el caso.",
			],
			[
				"Se envió demasiado pronto",
				"Las transacciones se enviaron antes de acabar el plazo de espera. Los revisores solo pueden cerrar el caso.",
			],
		],
		owner_not_watched: [
			[
				"Los revisores examinan antes la cuenta",
				"Las transacciones se enviaron mientras no podíamos vigilar la cuenta. Los revisores averiguan si su titular la usaba.",
			],
			[
				"Los revisores examinan antes la cuenta",
				"Las transacciones se enviaron mientras la cuenta no se vigilaba. Los revisores averiguan si su titular la usaba.",
			],
		],
		execution_mismatch: [
			[
				"Se enviaron otras transacciones",
				"Las transacciones enviadas no son las de este caso. Los revisores deciden cómo seguir.",
			],
			[
				"Se enviaron otras transacciones",
				"Las transacciones enviadas no son las de este caso. Los revisores deciden cómo seguir.",
			],
		],
		executed: [
			["Hecho: la recuperación se ha ejecutado", "Usted ya no tiene que hacer nada."],
			["La recuperación se ha ejecutado", "El caso ha terminado."],
		],
		rejected: [
			["Este caso está cerrado", "No ha movido nada."],
			["Este caso está cerrado", "No ha movido nada."],
		],
	},
	closed: {
		contested_by_lost_account: {
			heading: "Cerrado: la clave de la cuenta no está perdida",
			mine: "Alguien ha firmado con esa clave que la cuenta es suya. Si el titular ha fallecido, presente un caso nuevo como heredero: ese llega a los revisores aunque alguien se oponga. Si un ladrón tiene la clave, acuda a la policía.",
			theirs: "Lo ha terminado la propia clave de la cuenta. No hay nada más que hacer.",
		},
		withdrawn_by_claimant: {
			heading: "Cerrado: el caso se retiró",
			mine: "Usted lo retiró. Puede presentar un caso nuevo, que debe ser distinto de este, por ejemplo en las transacciones.",
			theirs: "El solicitante lo retiró.",
		},
		rejected_by_reviewer: {
			heading: "Cerrado: los revisores rechazaron el caso",
			mine: "Puede presentar un caso nuevo cuando tenga lo que faltaba, como una orden auténtica que nombre exactamente las cuentas y las transacciones del caso.",
			theirs: "Los revisores lo han rechazado.",
		},
	},
	progress: {
		label: "Los pasos de este caso",
		together: "Al mismo tiempo:",
		steps: {
			filed: "Presentación",
			court: "En el tribunal",
			check: "Comprobación",
			wait: "Plazo de espera",
			carried: "Ejecución",
		},
		states: {
			done: "Hecho",
			now: "Ahora",
			next: "Más adelante",
			halted: "En pausa",
			closed: "Cerrado aquí",
			never: "No alcanzado",
		},
		who: "Quién actúa",
		you: "Usted",
		actors: {
			claimant: "El solicitante",
			reviewers: "Los revisores",
			time: "Nadie: el plazo acaba solo",
			sender: "Quien pueda actuar por la cuenta",
			nobody: "Ya nadie",
		},
		owner: {
			object: "Puede oponerse",
			until: "hasta que se ejecute",
			notBefore: "No antes del",
			deadline: "Plazo del solicitante para la orden",
			recipient: "Lo presenta la cuenta",
		},
		since: "Desde",
		by: "Introduzca la orden antes de",
		ends: "Plazo de espera",
		deadline: "Hasta cuándo",
		noDeadline: "No hay fecha límite",
		usually: "Cuánto suele tardar",
		usual: {
			claimant: "Un tribunal suele tardar meses",
			reviewers: "Suelen ser unos días",
			time: "",
			sender: "Minutos, una vez enviadas",
			nobody: "",
		},
	},
	order: {
		notNow: "Este caso no admite ahora una resolución judicial",
		none: "Todavía no se ha introducido ninguna orden.",
		enter: "Introducir la orden judicial",
		replace: "Introducir una orden corregida",
		file: "1. La orden en un archivo",
		fileLead:
			"Un PDF o un escaneo en PDF, de hasta 10 MB. Pueden leerlo los revisores y el operador, y también el sitio web o la aplicación que le envió aquí, si lo hubo. No puede quitarse.",
		onFile: "Ya tenemos:",
		facts: "2. Lo que dice la orden",
		lead: "Cópielo letra por letra. Después lo firma, y los revisores lo comparan con los registros del tribunal.",
		caption: labels.orderTitle,
		captionHint: "Por ejemplo: Sucesión de Juan Pérez",
		number: "Número de procedimiento",
		court: labels.court,
		courtHint: "Su código o su nombre",
		docket: labels.docketNumber,
		docketHint: "El número del asiento en el registro del tribunal. Si no hay, escriba 0.",
		wrongDocket: "Escriba un número entero, como 17.",
		go: common.action.goToSign,
		signTitle: "Firme la orden judicial",
		signLead: "Su cuenta firma que esta orden pertenece a este caso. No mueve nada.",
		submit: "Introducir la orden",
		verified: "verificada por un revisor",
		verified_once: "verificada por un revisor; falta el segundo",
		unverified: "todavía sin verificar",
	},
	close: {
		notNow: "Este caso no se puede cerrar ahora",
		withdraw: {
			title: signing.actions.withdraw,
			lead: "El caso se cierra para siempre. Puede presentar otro, pero no esta misma recuperación de nuevo.",
			reason: "¿Por qué? El motivo forma parte del caso y de lo que firma.",
			sure: "Quiero cerrar este caso para siempre.",
			go: common.action.goToSign,
			signTitle: "Firme la retirada",
			signLead: "Con esta firma el caso se cierra en el acto y para siempre.",
			submit: signing.actions.withdraw,
		},
		contest: {
			title: "Oponerse a este caso",
			reason: "¿Por qué? El motivo forma parte del caso y de lo que firma.",
			sure: "La cuenta es mía y me opongo a esta recuperación.",
			go: common.action.goToSign,
			signTitle: "Firme la oposición",
			signLead: "Solo la cuenta que se reclama puede firmar esto. No mueve nada.",
			submit: "Oponerse al caso",
		},
		unsure: "Márquelo primero.",
	},
	sign: {
		account: labels.signer,
		reason: labels.reason,
		back: "Volver al caso",
	},
	documents: {
		none: "No se ha añadido ningún documento.",
		lead: "La propia orden, un certificado de defunción, el nombramiento del albacea: archivos PDF de hasta 10 MB. Se guardan cifrados, con una clave del operador. Pueden leerlos los revisores, el operador y el sitio web o la aplicación por donde se presentó el caso. Un documento no puede quitarse.",
		name: "¿Qué es?",
		nameHint: "Por ejemplo: nombramiento del albacea",
		file: "Archivo PDF",
		addHeading: "Añadir un documento",
		add: "Añadir el documento",
		progress: "Enviado hasta ahora",
		bytes: (count) => `${Math.ceil(count / 1024)} KB`,
		problem: "El documento no se ha añadido:",
	},
	/** The recovery module, which is a contract on the network. */
	module: {
		heading: "El módulo de recuperación en la red",
		unavailable: "No se pudo consultar la red en este momento. Vuelva a cargar esta página.",
		states: {
			not_offered: "Este servicio no acepta aprobaciones para esta red.",
			not_configured: "La cuenta no tiene módulo de recuperación.",
			unknown:
				"No hay nada programado. Cuando la hayan aprobado suficientes revisores, cualquiera puede programar la recuperación.",
			waiting: "La recuperación está programada. Aún se puede detener.",
			ready:
				"La recuperación ya se puede ejecutar, por cualquiera. Hasta que eso ocurra, aún se puede detener.",
			expired: "El plazo terminó sin ejecución. Necesita nuevas aprobaciones.",
			vetoed: "La recuperación se detuvo en la red. Necesita nuevas aprobaciones.",
			executed: "La recuperación se ejecutó en la red.",
		},
		chain: labels.network,
		approvals: "Aprobaciones",
		of: (count: number, needed: number) => `${count} de ${needed} necesarias`,
		vetoes: "Revisores que votan por detenerla",
		stopped:
			"El caso está en pausa o cerrado, pero la red no lo sabe. Los revisores deben detener allí la recuperación de inmediato.",
		from: "Se puede ejecutar desde",
		until: "hasta",
		schedule: "La llamada que la programa, que cualquiera puede enviar",
		execute: "La llamada que la ejecuta, que cualquiera puede enviar",
	},
	execution: {
		enter: "Introducir los hashes",
		title: labels.onChain,
		lead: "Cuando se haya ejecutado la orden, introduzca los hashes de las transacciones. El servicio lee la cadena y la compara con el caso.",
		hashes: "Hashes de las transacciones",
		hashesHint: "0x y 64 caracteres cada uno, uno por línea, en su orden.",
		ask: {
			heading: "Lo que puede escribirles",
			text: (of) =>
				`Un tribunal ha ordenado transacciones de la cuenta ${of.lostAccount} en la red ${of.network}. Le ruego que envíe exactamente estas, en este orden: ${of.transactions} Antes, compruebe la orden: le entrego el archivo de pruebas del caso, que puede abrir en ${of.service}/verify. La huella del caso es ${of.jrcHash}. Después, dígame los hashes de las transacciones.`,
		},
		reportHeading: "¿Se ha ejecutado la orden?",
		report: "Comprobar la cadena",
		seen: "Transacciones que lo ejecutaron",
		reported: "Transacciones que se han comunicado:",
		states: { confirming: "vista, pero la cadena todavía puede cambiar", final: "definitivas" },
		found: {
			confirming:
				"Las transacciones hacen lo que pide el caso. La cadena todavía puede cambiar, así que volveremos a comprobarla.",
			unseen: "La cadena todavía no tiene estas transacciones.",
			unproven: "La cadena no prueba que estas transacciones ejecutaran el caso, ni lo contrario.",
			mismatch: "Estas transacciones hicieron algo distinto de lo que pide el caso.",
			final: "El resultado es definitivo.",
		},
		again: "Próxima comprobación:",
		notAgain: "No habrá más comprobaciones automáticas.",
		hashProblem: "Introduzca al menos un hash: 0x y 64 caracteres.",
	},
	links: {
		title: "Compartir las pruebas",
		lead: "Quien tenga el enlace puede ver las pruebas de este caso durante treinta días: cuentas, transacciones, orden e historial, pero ningún documento. No se muestra el correo electrónico del solicitante, aunque quien lo adivine puede confirmarlo.",
		make: common.action.makeLink,
		made: "El enlace está creado",
		once: "Cópielo ahora. Se muestra solo esta vez, porque no lo guardamos.",
		already: "Este enlace ya se había creado",
		alreadyText: "Se mostró una vez. Si no lo tiene, revóquelo y cree otro.",
		list: "Enlaces que funcionan ahora",
		until: "Funciona hasta el",
		created: "Creado el",
		revoke: common.action.revoke,
		foreign: "creado por otra persona",
	},
	mail: {
		heading: "Recibir avisos por correo",
		lead: "Le escribimos cuando el caso se detiene, y qué falta; cuando sigue; cuando se verifica la orden, cuando puede ejecutarse y cuando se ejecuta; y tres días antes de que el caso caduque por falta de una orden. Su dirección se guarda cifrada.",
	},
	competing: {
		title: "Otras reclamaciones sobre la misma cuenta",
		lead: "Estos casos nombran la misma cuenta perdida. Los revisores también los ven, y el tribunal debería conocerlos.",
		more: "Puede haber más.",
		all: "Ver todas las reclamaciones sobre esta cuenta",
	},
	danger: "Otros pasos",
};
