/** Over 300 lines, for the reason in `en/cases.ts`. */
import type { cases as english } from "../en/cases.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { recover } from "./recover.ts";
import { signing } from "./signing.ts";

export const cases: typeof english = {
	title: common.nav.cases,
	lead: "Sus casos y las reclamaciones sobre su cuenta, primero los más recientes.",
	none: "No hay casos de esta cuenta. Si presentó el suyo con otra, inicie sesión con ella.",
	start: common.action.recover,
	more: "Casos anteriores",
	groups: { turn: "Le toca a usted", waiting: "A la espera de otros", closed: "Cerrados" },
	case: {
		heading: "Caso de recuperación",
		title: (status, number) => `Caso de recuperación, ${status} (${number})`,
		status: labels.status,
		headingOfOwner: "Alguien reclama su cuenta",
		object: "¿Todavía tiene la clave? Entonces opóngase",
		timeline: "Qué ha ocurrido",
		note: "Un revisor escribió",
		noteBefore: "Un revisor había pedido",
		lacksOrder: "Introduzca la resolución judicial en cuanto la tenga. Sin ella el caso no puede seguir.",
		parties: labels.theCase,
		address: "Dirección de esta página",
		calendar: common.action.saveDates,
		evidence: "Descargar el archivo de pruebas, que demuestra todo esto",
		verify: "Comprobar un archivo de pruebas",
		details: "Detalles y pruebas",
		live: "Esta página se actualiza sola.",
		changed: (status) => `Novedad del caso: ${status}.`,
		ended: "Su sesión se ha cerrado, por eso esta página ya no muestra nada.",
		signIn: common.action.signInAgain,
	},
	watch: {
		since: "La cuenta perdida no se vigila desde el",
		because: {
			node_outage: "porque ningún servidor de su red responde",
			reserve_used_up: "porque el servicio ha agotado sus comprobaciones de hoy",
		},
		effect: "Si las transacciones se ejecutan entretanto, un revisor examina antes la cuenta.",
		short: "Sin vigilancia desde el",
	},
	turn: (verb) => `Le toca a usted: ${verb}`,
	doing: {
		created: [
			[
				"consiga una resolución judicial",
				"Imprima el documento para el tribunal y llévelo allí. Cuando el tribunal haya decidido, introduzca aquí su orden.",
			],
			[
				"Falta la resolución judicial",
				"El solicitante debe traer una orden de un tribunal. Sin ella, a la cuenta no le pasa nada.",
			],
		],
		answered: [
			["Su respuesta ha llegado. Un revisor la está leyendo.", "Ahora no tiene que hacer nada."],
			["El solicitante ha respondido. Un revisor lo está leyendo.", ""],
		],
		order_attached: [
			[
				"Estamos comprobando su resolución judicial",
				"Los revisores preguntan al tribunal si la orden es auténtica. Ahora no tiene que hacer nada.",
			],
			[
				"Se está comprobando la resolución judicial",
				"Los revisores preguntan al tribunal si la orden es auténtica.",
			],
		],
		order_verified: [
			[
				"Ahora no tiene que hacer nada: corre el plazo de espera",
				"La resolución judicial es auténtica. Si alguien tiene todavía la clave de la cuenta, puede oponerse hasta que todo se haya ejecutado.",
			],
			[
				"Corre el plazo de espera",
				"La resolución judicial es auténtica. Si alguien tiene todavía la clave de la cuenta, puede oponerse hasta que todo se haya ejecutado.",
			],
		],
		executable: [
			[
				"ejecute la recuperación con ayuda",
				"Le ayuda alguien que pueda actuar por la cuenta: otro titular, un guardián, la empresa que la gestiona o el emisor del token.",
				"Envíele la carta de abajo.",
				"Esa persona envía las transacciones y le da un número por cada una. Empieza por 0x.",
				"Introduzca esos números. Los comprobamos y el caso queda terminado.",
			],
			[
				"Lista para ejecutarse",
				"Alguien que pueda actuar por la cuenta, como otro titular o un guardián, ya puede enviar las transacciones.",
			],
		],
		order_unverifiable: [
			[
				"introduzca una orden corregida",
				"Los revisores no han podido comprobar que su orden sea auténtica. Introduzca una corregida, o añada un documento que les responda.",
			],
			[
				"No se ha podido confirmar la orden",
				"El solicitante debe introducir una resolución judicial corregida.",
			],
		],
		documents_missing: [
			[
				"añada los documentos que faltan",
				"Añada lo que piden los revisores. Si la propia orden tenía errores, introduzca una corregida.",
			],
			["Faltan documentos", "El solicitante debe añadirlos."],
		],
		expired: [
			[
				"introduzca la orden cuando la tenga",
				"Su caso está en pausa y no se ha perdido nada. Sigue cuando usted introduzca la orden.",
			],
			["En pausa: todavía no hay resolución judicial", "El caso sigue cuando el solicitante la introduzca."],
		],
		contested: [
			[
				"Alguien que tiene la clave se ha opuesto",
				"Lo ha firmado con la clave de la cuenta. Puede añadir documentos que apoyen su caso.",
			],
			["El titular se ha opuesto", ""],
		],
		lost_account_active: [
			[
				"Alguien ha usado la cuenta",
				"Puede que alguien tenga todavía su clave. Ahora no tiene que hacer nada.",
			],
			["Alguien ha usado la cuenta", "Puede que alguien tenga todavía su clave."],
		],
		executed_without_verified_order: [
			[
				"Se envió antes de comprobar la orden",
				"Las transacciones se enviaron cuando nadie había comprobado aún la resolución judicial. Los revisores la comprueban ahora. No tiene que hacer nada.",
			],
			["Se envió antes de comprobar la orden", "Los revisores comprueban ahora la orden."],
		],
		executed_before_challenge_period: [
			[
				"Se envió demasiado pronto",
				"Las transacciones se enviaron antes de acabar el plazo de espera. No tiene que hacer nada.",
			],
			["Se envió demasiado pronto", "Las transacciones se enviaron antes de acabar el plazo de espera."],
		],
		owner_not_watched: [
			[
				"Los revisores examinan antes la cuenta",
				"Las transacciones se enviaron mientras no podíamos vigilar la cuenta. Los revisores averiguan si su titular la usaba. No tiene que hacer nada.",
			],
			[
				"Los revisores examinan antes la cuenta",
				"Las transacciones se enviaron mientras la cuenta no se vigilaba. Los revisores averiguan si su titular la usaba.",
			],
		],
		execution_mismatch: [
			[
				"Se enviaron otras transacciones",
				"Las transacciones enviadas no son las de este caso. Ahora no tiene que hacer nada.",
			],
			["Se enviaron otras transacciones", "Las transacciones enviadas no son las de este caso."],
		],
		executed: [
			[
				"Hecho: la recuperación se ha ejecutado",
				"Las transacciones del caso se han enviado. Ya no tiene que hacer nada.",
			],
			["La recuperación se ha ejecutado", "El caso ha terminado."],
		],
		rejected: [
			["Este caso está cerrado", "No se ha movido nada."],
			["Este caso está cerrado", "No se ha movido nada."],
		],
	},
	objected: {
		heading: "Usted se ha opuesto",
		held: "La reclamación está en pausa. No tiene que hacer nada más. Si los revisores la dejan seguir, puede oponerse de nuevo.",
		ended: "Con eso la reclamación quedó cerrada. No se ha movido nada, y no tiene que hacer nada más.",
	},
	closed: {
		contested_by_lost_account: {
			heading: "Cerrado: alguien todavía usa la clave de la cuenta",
			mine: (whom) => [
				"Alguien se ha opuesto y lo ha firmado con esa clave, así que no está perdida. Eso cierra un caso por clave perdida, pero ningún otro. Lo que puede hacer ahora:",
				"Si el titular ha fallecido: presente un caso nuevo como heredero.",
				`Si un ladrón tiene la clave: acuda a la policía y presente un caso nuevo con el motivo «${recover.lost.reasons.other}».`,
				`Si no es nada de eso: pregunte a ${whom}.`,
			],
			theirs:
				"Alguien se ha opuesto y lo ha firmado con la propia clave de la cuenta. Nadie tiene que hacer nada más.",
		},
		withdrawn_by_claimant: {
			heading: "Cerrado: el caso se retiró",
			mine: () => [
				"Usted retiró el caso. Puede presentar un caso nuevo. Debe ser distinto de este en algo: una cuenta, la red, el motivo o una transacción.",
			],
			theirs: "El solicitante retiró el caso.",
		},
		rejected_by_reviewer: {
			heading: "Cerrado: los revisores rechazaron el caso",
			mine: (whom) => [
				`Puede presentar un caso nuevo cuando tenga lo que faltaba, como una orden que nombre exactamente sus cuentas y transacciones. Si cree que los revisores se equivocan, pregunte a ${whom}.`,
			],
			theirs: "Los revisores han rechazado el caso.",
		},
	},
	whom: (name, contact) =>
		contact === null
			? "un abogado, o al sitio web o la aplicación que le envió aquí"
			: `${name ?? "quien gestiona este servicio"} (${contact})`,
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
			parallel: "Corre al mismo tiempo",
			next: "Más adelante",
			halted: "En pausa",
			closed: "Cerrado",
			never: "No alcanzado",
		},
		who: "Quién actúa",
		you: {
			claimant: { claimant: "Usted", sender: "Usted, con ayuda de alguien" },
			reviewer: { reviewers: "Usted o un colega" },
			owner: {},
		},
		actors: {
			claimant: "El solicitante",
			reviewers: "Los revisores",
			time: "Nadie: el plazo acaba solo",
			sender: "El solicitante, con alguien que pueda actuar por la cuenta",
			nobody: "Ya nadie",
		},
		owner: {
			object: "Puede oponerse",
			until: "hasta que se ejecute",
			notBefore: "No puede ejecutarse antes del",
			filedBy: "Presentada por",
		},
		deadline: "Hasta cuándo",
		noDeadline: "Sin fecha límite",
		pauses: "Sin fecha límite. Si no hay orden, el caso solo queda en pausa el",
		usually: "Cuánto suele tardar",
		usual: {
			claimant: "Un tribunal suele tardar meses",
			reviewers: "Suelen ser unos días",
			time: "",
			sender: "Minutos, en cuanto se envíen",
			nobody: "",
		},
		next: "Qué viene después",
		comes: {
			created: "Los revisores preguntan al tribunal si la orden es auténtica",
			answered: "El caso sigue, o el revisor pregunta de nuevo o lo cierra",
			order_attached: "Cuando la orden esté confirmada y acabe el plazo de espera, puede ejecutarse",
			order_verified: "Puede ejecutarse, con alguien que pueda actuar por la cuenta",
			executable: "Comprobamos los números y el caso queda terminado",
			order_unverifiable: "Los revisores comprueban de nuevo",
			documents_missing: "Los revisores los leen. El caso sigue, o preguntan de nuevo",
			expired: "Los revisores preguntan al tribunal si la orden es auténtica",
			contested: "Los revisores deciden si el caso sigue o se cierra",
			lost_account_active: "Los revisores deciden si el caso sigue o se cierra",
			executed_without_verified_order: "Si la orden es auténtica, el caso puede terminarse",
			executed_before_challenge_period: "Los revisores solo pueden cerrar el caso",
			owner_not_watched: "El caso termina o se cierra",
			execution_mismatch: "El caso sigue o se cierra",
			executed: "Nada: el caso ha terminado",
			rejected: "Nada: el caso está cerrado",
		},
	},
	order: {
		notNow: "Este caso no admite ahora una resolución judicial",
		none: "Todavía no se ha introducido ninguna orden.",
		enter: "Introducir la resolución judicial",
		replace: "Introducir una orden corregida",
		file: "1. La orden en un archivo",
		fileLead:
			"Un PDF o un escaneo en PDF, de hasta 10 MB. Pueden leerlo los revisores y el operador, y también el sitio web o la aplicación que le envió aquí, si lo hubo. Una vez añadido, no se puede borrar.",
		onFile: "Ya tenemos:",
		paper: "El archivo de la orden",
		noFile: "Todavía ninguno. Los revisores lo necesitan: aún puede añadirlo en la página del caso.",
		facts: "2. Lo que dice la orden",
		lead: "Cópielo letra por letra. Después lo firma, y los revisores lo comparan con los registros del tribunal.",
		captionHint: "Por ejemplo: Sucesión de Juan Pérez",
		courtHint: "Por ejemplo: Juzgado de Primera Instancia n.º 3 de Valencia",
		docketHint:
			"Algunos tribunales numeran los papeles de un caso en su registro. Si el suyo no tiene ese número, déjelo vacío.",
		wrongDocket: "Escriba un número entero, como 17.",
		go: common.action.goToSign,
		signTitle: "Firme la resolución judicial",
		signLead: "Su cuenta firma que esta orden pertenece a este caso. No mueve nada.",
		submit: "Introducir la orden",
		verified: "un revisor confirmó que es auténtica",
		verified_once: "un revisor confirmó que es auténtica; falta el segundo",
		unverified: "todavía sin comprobar",
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
		lead: "Por ejemplo la propia orden, un certificado de defunción o el papel del tribunal que le nombra heredero. Archivos PDF de hasta 10 MB. Pueden leerlos los revisores, el operador y el sitio web o la aplicación que le envió aquí. Se guardan cifrados y no pueden quitarse.",
		name: "¿Qué es?",
		nameHint: "Por ejemplo: certificado de defunción",
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
			ready: "Cualquiera puede ejecutar ya la recuperación. Hasta que eso ocurra, aún se puede detener.",
			expired: "El plazo para ejecutarla terminó y nadie lo hizo. Necesita nuevas aprobaciones.",
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
		enter: "Introducir los números",
		title: "En la red",
		lead: "Cada transacción enviada tiene un número, su hash. Introduzca aquí los números. Los buscamos en la red y comparamos lo que se hizo con el caso.",
		hashes: "Números de las transacciones (hashes)",
		hashesHint: "Uno por línea, en su orden. Cada uno es 0x y 64 caracteres más.",
		ask: {
			open: "Escribir a quien le ayude",
			heading: "Una carta para quien le ayude",
			mail: "Enviarla por correo electrónico",
			subject: "Le ruego que ejecute una resolución judicial",
			text: (of) =>
				`Un tribunal ha ordenado transacciones de la cuenta ${of.lostAccount} en ${of.network}. Le ruego que envíe exactamente estas, en este orden: ${of.transactions} Antes, compruebe la orden: le entrego el archivo de pruebas del caso, que puede abrir en ${of.service}/verify. La huella del caso es ${of.jrcHash}. Después, dígame los números (hashes) de las transacciones.`,
		},
		reportHeading: "¿Ya se ha ejecutado? Introduzca los números",
		report: "Comprobar los números",
		seen: "Transacciones que lo ejecutaron",
		reported: "Transacciones que se han comunicado:",
		states: { confirming: "vistas, pero la red todavía puede cambiar", final: "definitivas" },
		found: {
			confirming:
				"Las transacciones hacen lo que pide el caso. La red todavía puede cambiar, así que volveremos a comprobarlo.",
			unseen: "La red todavía no tiene estas transacciones.",
			unproven: "La red no muestra si estas transacciones ejecutaron el caso.",
			mismatch: "Estas transacciones hicieron algo distinto de lo que pide el caso.",
			final: "El resultado es definitivo.",
		},
		again: "Próxima comprobación:",
		notAgain: "No habrá más comprobaciones automáticas.",
		hashProblem: "Introduzca al menos un número: 0x y 64 caracteres más.",
	},
	links: {
		title: "Compartir las pruebas",
		lead: "Quien tenga el enlace puede ver durante treinta días lo que demuestra este caso: cuentas, transacciones, orden e historial, pero ningún documento. No se muestra el correo electrónico del solicitante, aunque quien lo adivine puede saber que ha acertado.",
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
		heading: "Recibir correos sobre su caso",
		unconfirmed: "Usted indicó una dirección con el caso. No le escribimos hasta que la confirme aquí.",
		lead: "Le avisamos cuando el caso queda en pausa (y de lo que falta) y cuando sigue; cuando se ha comprobado la orden; cuando la recuperación puede ejecutarse y cuando se ejecuta; y tres días antes de que quede en pausa por falta de orden. Su dirección se guarda cifrada.",
	},
	competing: {
		title: "Otros también reclaman esta cuenta",
		advice: "Informe a su abogado y al tribunal de cada reclamación. Los revisores también las ven.",
		all: "Ver todas las reclamaciones sobre esta cuenta",
	},
	danger: "Otros pasos",
};
