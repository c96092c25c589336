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
	title: "Detener una reclamación sobre su cuenta",
	lead: "Si alguien reclama una cuenta que es suya, puede detener la reclamación. No cuesta nada y no mueve nada.",
	lookUp: {
		heading: "¿Qué se reclama sobre una cuenta?",
		another: "Consultar otra cuenta",
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
		by: {
			"lost key": "Alguien dice que la clave se perdió",
			inheritance: "Alguien reclama la cuenta como heredero",
			other: "Alguien reclama la cuenta por otro motivo",
		},
		effect: "Su firma",
		effects: {
			ended: "cierra esta reclamación",
			held: "deja en pausa esta reclamación hasta que decidan los revisores",
		},
		outcomes: {
			ended: "esta reclamación está cerrada",
			held: "esta reclamación está en pausa, y deciden los revisores, a menudo en unos días",
		},
		byYou: "Usted se ha opuesto",
		byAccount: "La cuenta se ha opuesto",
		filedBy: "Presentada por",
		does: "Lo que haría",
		earliest: "Se ejecuta como muy pronto",
		noDate: (date) => `${date}, si un tribunal lo ordenara hoy`,
		contestOne: "Oponerme solo a esta reclamación",
		nothingToDo: "No tiene que hacer nada más con estas reclamaciones.",
		readCase: "Leer el caso",
		more: "Mostrar más",
		everywhere: "Ver las reclamaciones en todas las redes",
		contestAll: "Oponerme a todas",
		contestAllOn: (network) => `Oponerme a todas en ${network}`,
		inAdvance: "Detener por adelantado las reclamaciones nuevas",
		contestComing: "Detener las nuevas durante treinta días",
		contestElsewhere: "Detener las nuevas en otra red",
	},
	/** Beside an objection, on a network with the recovery module. */
	stop: {
		heading: "Detener esto en la cadena",
		why: "Opóngase también aquí. Pero si la cuenta es un Safe con el módulo de recuperación, es posible que los revisores ya hayan aprobado esta recuperación. Una oposición no retira sus firmas: con ellas cualquiera puede hacer que se ejecute en la red. Solo esta llamada la detiene allí.",
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
		created: "presentado, espera una resolución judicial",
		pending: "resolución judicial recibida, aún sin ejecutar",
		action_required: verify.statuses.action_required,
		executed: verify.statuses.executed,
		rejected: verify.statuses.rejected,
	},
	standing: {
		heading: "Sus oposiciones a reclamaciones nuevas",
		text: "Las nuevas reclamaciones sobre estas cuentas se detienen hasta el día indicado, salvo que usted ponga fin antes a la oposición.",
		none: "No tiene ninguna.",
		signIn: "Iniciar sesión con la cuenta",
		signInText:
			"Así verá quién recibiría lo que contiene la cuenta, las reclamaciones ya cerradas y hasta cuándo se detienen las nuevas. Para oponerse no hace falta iniciar sesión.",
		caption: "Oposiciones a reclamaciones nuevas",
		account: labels.account,
		chain: labels.network,
		until: "Vigente hasta",
		end: "Volver a admitir las nuevas",
		endTitle: "¿Volver a admitir reclamaciones nuevas?",
		endEffect:
			"Las nuevas reclamaciones sobre esta cuenta ya no quedarán en pausa. Los casos que cerró o dejó en pausa siguen como están.",
		endUndo: "Para detener otra vez las reclamaciones nuevas, tendría que volver a firmar.",
		endAction: "Admitirlas",
	},
	result: {
		heading: "Usted se ha opuesto",
		of: {
			"lost key": [
				"La reclamación por pérdida de la clave queda cerrada.",
				"Las reclamaciones por pérdida de la clave quedan cerradas.",
			],
			inheritance: [
				"La reclamación de quien dice ser su heredero queda en pausa. Los revisores deciden, a menudo en unos días.",
				"Las reclamaciones de quienes dicen ser sus herederos quedan en pausa. Los revisores deciden, a menudo en unos días.",
			],
			other: [
				"La reclamación por otro motivo queda en pausa. Los revisores deciden, a menudo en unos días.",
				"Las reclamaciones por otro motivo quedan en pausa. Los revisores deciden, a menudo en unos días.",
			],
		},
		none: "No había ninguna reclamación abierta.",
		uncounted:
			"Las reclamaciones por pérdida de la clave quedan cerradas. Las demás quedan en pausa, y deciden los revisores, a menudo en unos días.",
		ended: "Esta reclamación queda cerrada.",
		held: "Esta reclamación queda en pausa. Los revisores deciden, a menudo en unos días.",
		coming: (network, until) =>
			`Las reclamaciones nuevas en ${network} quedan en pausa hasta el ${until}, y por ahora no tiene que hacer nada más allí.`,
		elsewhere: "¿Usa la cuenta en otras redes? Opóngase también allí.",
	},
	revoked: "La oposición ha terminado.",
	all: {
		title: "Oponerse a todas las reclamaciones sobre una cuenta",
		now: (ended, held, network) =>
			[
				"Su firma",
				[
					...(ended > 0
						? [`cierra ${ended === 1 ? "1 reclamación" : `${ended} reclamaciones`} por pérdida de la clave`]
						: []),
					...(held > 0
						? [`deja en pausa ${held === 1 ? "otra reclamación" : `otras ${held} reclamaciones`}`]
						: []),
				].join(" y "),
				`en ${network}, y deja en pausa allí las reclamaciones nuevas durante treinta días.`,
			].join(" "),
		does: "Lo que hace",
		doesItems: [
			"Es una oposición a cada reclamación abierta sobre esta cuenta en esta red.",
			"Durante treinta días, las nuevas reclamaciones sobre la cuenta se detienen del mismo modo.",
		],
		doesNot: "Lo que no hace",
		doesNotItems: [
			"Nunca cierra un caso que se presente después, tampoco uno suyo: si pierde la clave la semana que viene, aún podrá recuperar la cuenta.",
			"Vale solo para esta red. Opóngase en cada red que utilice.",
			"No mueve nada, no cuesta nada y no da a nadie acceso a la cuenta.",
		],
		several: "Si deben firmar varias personas",
		deadline:
			"Envíe a cada una la dirección de esta página, y envíe las firmas antes de la hora que indica el mensaje.",
		submit: "Oponerme a todas",
		again: "Empezar de nuevo con otro mensaje",
	},
	one: {
		title: "Oponerse a una reclamación",
		reason: "¿Por qué se opone?",
		reasonHint:
			"Puede dejar esta línea como está. Formará parte del mensaje, y podrá leerla quien vea el caso.",
		usual: "Tengo la clave de esta cuenta y no he pedido esto.",
		next: common.action.goToSign,
		signer: "Debe firmarlo la cuenta reclamada, y ninguna otra.",
		submit: "Oponerme a esta reclamación",
		unchanged: "Cambiar el motivo",
		incomplete:
			"Este enlace no indica ninguna reclamación abierta sobre esta cuenta. Consulte la cuenta y elija el caso allí.",
		ended:
			"Ya no es posible oponerse a esta reclamación: está cerrada o ejecutada, o este mensaje ya se usó.",
	},
	back: "Volver a las reclamaciones",
};
