import type { contest as english } from "../en/contest.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { verify } from "./verify.ts";

const stopFacts: [label: string, text: string][] = [
	[
		"Qué hace",
		"Le dice al módulo de recuperación que detenga esta única recuperación. No mueve nada ni da derechos a nadie. Después, la recuperación necesita nuevas aprobaciones.",
	],
	[
		"Quién puede enviarla",
		"El Safe la detiene al momento: firman tantos de sus propietarios como para cualquier otra transacción. Los revisores votan por detenerla. El primero de ellos, o alguien a quien usted nombró para retrasarla, la retrasa una vez.",
	],
	[
		"Hasta cuándo",
		"Hasta que alguien la haya ejecutado. Entre su programación y ese momento pasa al menos un día. Hágalo hoy, aunque todavía no haya nada programado.",
	],
	[
		"Cuánto cuesta",
		"La comisión de la red, que la cartera de quien la envía muestra antes. Este servicio no cobra nada.",
	],
	[
		"Sin cartera a mano",
		"Envíe la dirección de esta página, o el archivo de abajo, a otro propietario del Safe, a un revisor o a alguien a quien usted nombró para retrasarla. No es un secreto, y nadie puede hacer otra cosa con ello.",
	],
];

export const contest: typeof english = {
	title: "Impugnar una reclamación",
	lead: "Si alguien reclama una cuenta que es suya, puede detener la reclamación. No cuesta nada y no mueve nada. Para enterarse a tiempo, pida que le avisemos por correo o mire aquí de vez en cuando.",
	lookUp: {
		heading: "¿Qué se reclama sobre una cuenta?",
		account: labels.yourAccount,
		accountHint: "La dirección, que empieza por 0x.",
		submit: "Mostrar las reclamaciones",
	},
	claims: {
		heading: "Reclamaciones sobre esta cuenta",
		of: (network) => `En ${network}, sobre`,
		anywhere: "En todas las redes, sobre",
		chain: labels.network,
		none: "Nadie reclama ahora esta cuenta.",
		noneHint:
			"Aun así puede detener por adelantado las reclamaciones nuevas: las de una red, durante los próximos treinta días.",
		case: labels.case,
		reason: "Motivo que se alega",
		recipient: "Quién lo recibiría",
		earliest: "No antes del",
		noDate: (date) => `${date}, aunque hoy llegara una orden judicial`,
		contestOne: "Impugnar solo esta reclamación",
		objected: "Usted se opuso a esta reclamación. Los revisores deciden si sigue.",
		readCase: "Leer el caso",
		more: "Mostrar más",
		contestAll: "Impugnarlas todas",
		contestAllOn: (network) => `Impugnarlas todas en ${network}`,
		contestComing: "Detener las nuevas durante treinta días",
	},
	/** Beside a contest, on a network with the recovery module. */
	stop: {
		heading: "Detener esto en la cadena",
		why: "Impugne también aquí. Pero si la cuenta es un Safe con el módulo de recuperación, es posible que los revisores ya hayan aprobado esta recuperación. Una impugnación no retira sus firmas: con ellas cualquiera puede hacer que se ejecute en la red. Solo esta llamada la detiene allí.",
		facts: stopFacts,
		byWallet: "Con una cartera en este navegador",
		byWalletText:
			"Para una cartera conectada como el propio Safe, y para los revisores y quienes pueden retrasarla. El módulo rechaza la llamada desde la dirección propia de un propietario del Safe.",
		with: "Detenerla con {wallet}",
		elsewhere: "Enviar la llamada desde otro programa",
		to: "A",
		data: "Datos",
	},
	statuses: {
		created: "presentado, espera una orden judicial",
		pending: "orden judicial recibida, aún sin ejecutar",
		action_required: verify.statuses.action_required,
		executed: verify.statuses.executed,
		rejected: verify.statuses.rejected,
	},
	standing: {
		heading: "Sus impugnaciones vigentes",
		text: "Las nuevas reclamaciones sobre estas cuentas se detienen hasta el día indicado, salvo que usted ponga fin a la impugnación.",
		none: "No tiene ninguna.",
		signIn: "Iniciar sesión con la cuenta",
		signInText:
			"Inicie sesión con la cuenta para ver quién recibiría lo que contiene, y para ver una impugnación vigente y ponerle fin. Para impugnar no hace falta iniciar sesión.",
		caption: "Impugnaciones vigentes",
		account: labels.account,
		chain: labels.network,
		until: "Vigente hasta",
		end: "Ponerle fin",
		endTitle: "¿Poner fin a esta impugnación?",
		endEffect:
			"Las nuevas reclamaciones sobre esta cuenta ya no quedarán en pausa. Los casos que cerró o dejó en pausa siguen como están.",
		endAction: "Poner fin a la impugnación",
	},
	notes: {
		all: (cases) =>
			cases === "0"
				? "Su impugnación se ha aceptado. No había ninguna reclamación abierta. Durante treinta días detiene las nuevas."
				: `Su impugnación se ha aceptado. En unos minutos alcanza ${cases === "1" ? "una reclamación abierta" : `${cases} reclamaciones abiertas`}, y durante treinta días detiene las nuevas.`,
		one: "Su impugnación se ha aceptado. Así están ahora las reclamaciones.",
		ended: "La impugnación ha terminado.",
	},
	all: {
		title: "Impugnar todas las reclamaciones sobre una cuenta",
		does: "Lo que hace",
		doesItems: [
			"En unos minutos se impugna cada reclamación abierta sobre esta cuenta y esta red.",
			"Durante treinta días, las nuevas reclamaciones sobre la cuenta se detienen del mismo modo.",
		],
		doesNot: "Lo que no hace",
		doesNotItems: [
			"Nunca cierra un caso que se presente después, tampoco uno suyo: si pierde la clave la semana que viene, aún podrá recuperar la cuenta.",
			"Vale solo para esta red. Impugne en cada red que utilice.",
			"No mueve nada, no cuesta nada y no da a nadie acceso a la cuenta.",
		],
		deadline:
			"Puede enviar la firma hasta la hora indicada abajo. Guarde la dirección de esta página si deben firmar varias personas.",
		submit: "Impugnar todas",
		again: "Empezar de nuevo con otro mensaje",
	},
	one: {
		title: "Impugnar un caso",
		reason: "¿Por qué impugna?",
		reasonHint: "Una línea. Formará parte del mensaje, y podrá leerla quien vea el caso.",
		next: common.action.goToSign,
		signer: "Debe firmarlo la cuenta reclamada, y ninguna otra.",
		submit: "Impugnar este caso",
		unchanged: "Cambiar el motivo",
		incomplete:
			"Este enlace no indica ninguna reclamación abierta sobre esta cuenta. Consulte la cuenta y elija el caso allí.",
		ended: "Este caso ya no se puede impugnar: está cerrado o ejecutado, o este mensaje ya se usó.",
	},
	back: "Volver a las reclamaciones",
};
