/** Over 300 lines, for the reason in `en/mail.ts`. */
import type { MailFacts } from "../../../../mail/mail-kinds.ts";
import { actInWords, type MailCopy, type MailKindNames } from "../../mail/mail-words.ts";
import type { mail as english } from "../en/mail.ts";
import { cases } from "./cases.ts";
import { labels } from "./labels.ts";
import { watch } from "./watch.ts";

const SECURITY =
	"Se lo enviamos porque se trata de la seguridad de su cuenta; por eso no se puede desactivar.";

const CHOSEN = "Se lo enviamos porque su cuenta de desarrollador recibe correos de este tipo.";

const WATCHED = `Se lo enviamos porque esta dirección se confirmó en nuestra página «${watch.title}». Puede darla de baja allí, lo que tarda siete días.`;

const claim =
	(subject: string, what: string, isOpen = true): MailCopy["claim_filed"] =>
	({ host, network, time }, { account, chainId, cases, earliest }) => ({
		subject,
		text: [
			...(isOpen
				? [
						`Puede oponerse a la reclamación hasta que se ejecute, lo que no ocurrirá antes del ${time(earliest)}.`,
					]
				: []),
			`Usted recibe correos de ${host} sobre la cuenta de abajo. ${what}`,
			...(cases === "1" ? [] : [`Se trata de ${cases} reclamaciones sobre la cuenta.`]),
		],
		facts: [["Cuenta", account], ...(chainId === "" ? [] : ([["Red", network(chainId)]] as const))],
		link: [
			`/contest?account=${account}`,
			isOpen ? "Ver la reclamación y oponerse" : "Ver las reclamaciones sobre la cuenta",
		],
		more: isOpen
			? [
					"¿La cuenta es suya y no ha pedido esto? Opóngase en esa página, con una firma de su cartera. Nadie puede hacerlo por usted, y no cuesta nada.",
					"¿Lo ha pedido usted? Entonces no tiene que hacer nada.",
				]
			: [],
		why: WATCHED,
	});

const resume =
	(path: string, page: string): MailCopy["resume_mail"] =>
	({ host }) => ({
		subject: "Su código para volver a recibir correos",
		text: [
			`Los correos de ${host} a esta dirección se detuvieron, porque uno volvió o se marcó como no deseado.`,
			`Alguien, probablemente usted, pidió recibirlos de nuevo. Copie este código en la página «${page}»:`,
		],
		link: [path, "Abrir la página"],
		more: ["El código vale un día. ¿No lo pidió usted? No haga nada, y no llegará nada más."],
		why: "Se lo enviamos porque se pidió en una sesión de su cuenta. Recibe uno al día como máximo.",
	});

const CLAIMED =
	"Se lo enviamos porque esta dirección se confirmó en la página del caso. Quítela allí y los correos terminan al momento.";

const OWN_CASE = {
	case_filed: "Su recuperación está presentada",
	case_halted: "Su recuperación está en pausa",
	case_answered: "Su recuperación sigue adelante",
	case_verified: "Se ha verificado la resolución judicial de su recuperación",
	case_executable: "Su recuperación ya puede ejecutarse",
	case_executed: "Su recuperación se ha ejecutado",
	case_closed: "Su recuperación está cerrada",
	case_expiring: "Su recuperación necesita pronto una resolución judicial",
};

const ownCase = (
	kind: keyof typeof OWN_CASE,
	text: readonly string[],
	caseId: string,
): ReturnType<MailCopy["case_filed"]> => ({
	subject: OWN_CASE[kind],
	text,
	facts: [["Caso", caseId]],
	link: [`/cases/${caseId}`, "Ver el caso"],
	more: ["Inicie sesión allí con la cuenta a la que se recupera. Abrir la página no firma nada."],
	why: CLAIMED,
});

const REVIEWS =
	"Se lo enviamos porque su cuenta puede revisar. Termina en la página de su cuenta, o con la dirección al final de este correo.";
const OPERATES = "Se lo enviamos porque el ajuste ALERTS_TO de este servicio nombra esta dirección.";

const REVIEW = {
	review_digest: "Lo que hoy espera a los revisores",
	review_overdue: "Algo lleva demasiado tiempo esperando a un revisor",
};

const waiting = ({ cases: count, releases, origins }: MailFacts<"review_digest">) =>
	[
		["Casos", count],
		["Solicitudes de un testamento", releases],
		["Sitios web", origins],
	] as const;

const kinds: MailCopy = {
	review_digest: ({ host }, facts) => ({
		subject: REVIEW.review_digest,
		text: [`En ${host} esto espera a un revisor:`],
		facts: waiting(facts),
		link: ["/review", "Ver la cola"],
		why: REVIEWS,
	}),
	review_overdue: ({ host }, { hours, ...facts }) => ({
		subject: REVIEW.review_overdue,
		text: [`En ${host} esto espera ya ${hours} horas, y aún no se le había avisado:`],
		facts: waiting(facts),
		link: ["/review", "Ver la cola"],
		why: REVIEWS,
	}),
	review_stop: ({ host, time }, { caseId, until }) => ({
		subject: "Detenga una recuperación en su red",
		text: [
			`En ${host} un caso se detuvo o se cerró cuando su recuperación ya estaba aprobada, por ejemplo porque el dueño se opuso. Las aprobaciones firmadas pueden usarse en la red hasta el ${time(until)}.`,
			"La detienen allí los revisores de la cuenta. La página del caso tiene el veto para firmar.",
		],
		facts: [["Caso", caseId]],
		link: [`/review/cases/${caseId}`, "Ver el caso"],
		why: SECURITY,
	}),
	dead_letters: ({ host }, { letters }) => ({
		subject: "Hay eventos que no se pudieron entregar",
		text: [
			`En ${host} fallaron eventos de casos camino de los destinos de webhooks, y no se reintentan solos.`,
			"Un revisor puede devolverlos en la página de abajo. Ninguno se ha perdido.",
		],
		facts: [["Eventos", letters]],
		link: ["/review/dead-letters", "Verlos"],
		why: OPERATES,
	}),
	job_stopped: ({ host }) => ({
		subject: "Un trabajo de mantenimiento no termina",
		text: [
			`En ${host} se pidió hace más de un día un trabajo (reindex o rotate-kek) que no ha terminado.`,
			"Su registro nombra los objetos que fallan: véase “What to watch” en la guía del operador.",
		],
		why: OPERATES,
	}),
	evidence_key_ending: ({ host, time }, { until }) => ({
		subject: "Hay que cambiar la clave que firma las pruebas",
		text: [
			`La clave con la que ${host} firma pruebas debe cambiarse antes del ${time(until)}. Sigue firmando hasta entonces.`,
			"Cómo: “Changing secrets” en la guía del operador.",
		],
		why: OPERATES,
	}),
	resume_mail: resume("/developers/account/confirm", "Confirmar la dirección"),
	resume_watcher: (place, { pepper, caseId }) =>
		resume(caseId === "" ? "/watch" : `/cases/${caseId}`, watch.title)(place, { pepper }),
	case_filed: ({ host }, { caseId }) =>
		ownCase(
			"case_filed",
			[
				`Se ha presentado en ${host} una recuperación a favor de su cuenta. Desde ahora avisamos a esta dirección.`,
				"Su página dice qué sigue. Si aún no hay resolución judicial, el próximo paso es suyo: lleve el documento a un tribunal.",
			],
			caseId,
		),
	case_halted: (_, { caseId, reason }) =>
		ownCase("case_halted", ["Su recuperación no sigue por sí sola.", ...actInWords(cases, reason)], caseId),
	case_answered: (_, { caseId }) =>
		ownCase(
			"case_answered",
			[
				"Se ha añadido una resolución judicial o un documento, o un revisor ha dejado que el caso continúe.",
				"Los revisores comprueban la orden con el tribunal. Si aún no la hay, el próximo paso es suyo.",
			],
			caseId,
		),
	case_verified: ({ time }, { caseId, until }) =>
		ownCase(
			"case_verified",
			[
				`La recuperación puede ejecutarse desde el ${time(until)}. Hasta que se ejecute, el dueño de la cuenta puede oponerse.`,
				"Hasta entonces no tiene que hacer nada.",
			],
			caseId,
		),
	case_executable: (_, { caseId }) => ownCase("case_executable", actInWords(cases, "executable"), caseId),
	case_executed: (_, { caseId }) =>
		ownCase("case_executed", [...cases.doing.executed[0], "Este es el último correo sobre ella."], caseId),
	case_closed: (_, { caseId }) =>
		ownCase(
			"case_closed",
			[
				"Se ha cerrado, y no ha trasladado nada. Su página dice por qué.",
				"Este es el último correo sobre ella.",
			],
			caseId,
		),
	case_expiring: ({ time }, { caseId, until }) =>
		ownCase("case_expiring", [`${labels.pausesOn} ${time(until)}.`, labels.notLost], caseId),
	confirm_watcher: ({ host }, { caseId }) => ({
		subject: "Su código para recibir correos",
		text: [
			`Alguien, seguramente usted, pidió a ${host} que envíe correos a esta dirección.`,
			"Copie este código en la página donde ha iniciado sesión con su cuenta:",
		],
		link: [caseId === "" ? "/watch" : `/cases/${caseId}`, "Abrir la página"],
		more: ["El código vale un día. ¿No lo pidió usted? No haga nada, y no llegará nada más."],
		why: "Se lo enviamos porque alguien nos dio esta dirección. Recibirá como mucho uno al día.",
	}),
	watcher_removal: ({ host, at }, { account }) => ({
		subject: "Dejará de recibir avisos sobre una cuenta",
		text: [
			`El ${at} alguien que puede firmar por la cuenta de abajo pidió a ${host} que quite esta dirección. Dentro de siete días dejará de recibir avisos.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Entonces otra persona tiene su clave. Conserve esta dirección con este código, y traslade lo que hay en la cuenta:",
		],
		facts: [["Cuenta", account]],
		link: ["/watch/keep", "Conservar la dirección"],
		why: WATCHED,
	}),
	claim_filed: claim(
		"Alguien reclama su cuenta",
		"Alguien la reclama y quiere que un tribunal ordene trasladar lo que contiene a otra cuenta.",
	),
	claim_order_attached: claim(
		"Una resolución judicial para una reclamación sobre su cuenta",
		"Quien la reclama ha adjuntado una resolución judicial, que ahora comprueban los revisores.",
	),
	claim_order_verified: claim(
		"Se ha verificado la resolución judicial de una reclamación sobre su cuenta",
		"Los revisores han verificado la resolución judicial. La reclamación podrá ejecutarse cuando acabe el plazo de espera.",
	),
	claim_executable: claim(
		"Ya puede ejecutarse una reclamación sobre su cuenta",
		"El plazo de espera ha terminado, pero aún puede oponerse hasta que la reclamación se ejecute.",
	),
	claim_executed: claim(
		"Se ha ejecutado una reclamación sobre su cuenta",
		"La reclamación se ha ejecutado: lo que nombra la resolución judicial ha salido de la cuenta.",
		false,
	),
	recovery_scheduled: ({ host, time, network }, { account, chainId, until }) => ({
		subject: "Se programó en su red una recuperación de su cuenta",
		text: [
			`Puede trasladar lo que tiene la cuenta desde el ${time(until)}, si no se detiene antes en la red. Ningún caso abierto en ${host} la permite.`,
			"La firmaron revisores de la cuenta, o alguien con sus claves. Deténgala con la propia cuenta: el módulo de recuperación acepta su veto.",
		],
		facts: [
			["Cuenta", account],
			["Red", network(chainId)],
		],
		link: ["/contest", "Ver las reclamaciones sobre la cuenta"],
		why: WATCHED,
	}),
	release_requested: ({ host, time }, { account, until }) => ({
		subject: "Alguien pide su testamento",
		text: [
			`Si usted vive, opóngase antes del ${time(until)}. Después deciden dos revisores, pero puede oponerse hasta que se entregue el testamento.`,
			`Un juzgado, una notaría o un despacho ha pedido a ${host} el testamento que usted guarda allí con la cuenta de abajo. Su oposición pone fin a la solicitud y no necesita motivo.`,
		],
		facts: [["Cuenta", account]],
		link: ["/estate/releases", "Verlo y oponerse"],
		why: WATCHED,
	}),
	claim_closed: claim(
		"Ha terminado una reclamación sobre su cuenta",
		"La reclamación está cerrada. No se ha trasladado nada.",
		false,
	),
	confirm_email: ({ brand, host }) => ({
		subject: `Su código para ${brand}`,
		text: [
			`Alguien, seguramente usted, abrió una cuenta de desarrollador en ${host} con esta dirección.`,
			"¿Es suya? Inicie sesión allí y copie este código en la página «Confirmar la dirección»:",
		],
		link: ["/developers/account/confirm", "Abrir la página"],
		more: [
			"El código vale un día. Al confirmar la dirección terminan las claves de API y los destinos de webhooks que la cuenta tenía antes.",
			"¿No abrió ninguna cuenta? No haga nada. Sin este código nadie puede confirmar su dirección.",
		],
		why: "Se lo enviamos porque alguien nos dio esta dirección. Recibirá como mucho uno al día.",
	}),
	change_email: ({ host }) => ({
		subject: "Su código para cambiar la dirección",
		text: [
			`Alguien, probablemente usted, pidió cambiar la dirección de su cuenta en ${host}. Otro código se envió a la dirección nueva.`,
			"Copie este código en la página «Cambiar la dirección», donde ha iniciado sesión:",
		],
		link: ["/developers/account/email", "Abrir la página"],
		more: [
			"El código vale un día. ¿No fue usted? No se lo dé a nadie. Alguien sabe su contraseña: ponga ahora una nueva, y el cambio se anula.",
		],
		why: SECURITY,
	}),
	confirm_new_email: ({ host }) => ({
		subject: "Su código para una dirección nueva",
		text: [
			`Alguien, probablemente usted, pidió usar esta dirección para una cuenta de desarrollador en ${host}. Otro código se envió a la dirección actual de la cuenta.`,
			"Copie este código en la página «Cambiar la dirección», donde ha iniciado sesión:",
		],
		link: ["/developers/account/email", "Abrir la página"],
		more: ["El código vale un día. ¿No lo pidió usted? No haga nada, y no llegará nada más."],
		why: "Se lo enviamos porque alguien nos dio esta dirección. Recibe uno al día como máximo.",
	}),
	email_changed: ({ host, at }) => ({
		subject: "La dirección de su cuenta ha cambiado",
		text: [
			`El ${at} cambió la dirección de una cuenta en ${host}, con un código de la dirección anterior y otro de la nueva. Este correo va a las dos.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Avise enseguida al operador del servicio.",
		],
		link: ["/privacy", "Cómo contactar al operador"],
		why: SECURITY,
	}),
	reset_password: ({ host }) => ({
		subject: "Su código para una contraseña nueva",
		text: [
			`Alguien, seguramente usted, pidió una contraseña nueva para su cuenta en ${host}.`,
			"Copie este código en la página «Establecer una contraseña nueva». Vale una vez, durante 15 minutos:",
		],
		link: ["/developers/reset", "Abrir la página"],
		more: ["¿No la pidió usted? No haga nada. Su contraseña sigue igual."],
		why: SECURITY,
	}),
	password_changed: ({ host, at }) => ({
		subject: "Su contraseña ha cambiado",
		text: [
			`La contraseña de su cuenta en ${host} cambió el ${at}. Todas las sesiones han terminado.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Establezca ahora una contraseña nueva y revise después sus claves de API.",
		],
		link: ["/developers/forgotten", "Establecer una contraseña nueva"],
		why: SECURITY,
	}),
	new_device: ({ host, at }) => ({
		subject: "Un dispositivo nuevo ha iniciado sesión",
		text: [
			`El ${at} alguien inició sesión en su cuenta de ${host} con la contraseña correcta, desde un navegador o programa que no lo había hecho antes.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Establezca ahora una contraseña nueva. Así terminan todas las sesiones.",
		],
		link: ["/developers/forgotten", "Establecer una contraseña nueva"],
		why: SECURITY,
	}),
	endpoint_disabled: ({ host, at }, { endpointId }) => ({
		subject: "Se desactivó un destino de webhooks",
		text: [
			`El ${at} ${host} dejó de enviar eventos a un destino de webhooks de su cuenta, porque respondió que ya no existe o porque no se entregó nada durante cinco días.`,
			"No se pierde ningún evento: active el destino cuando funcione y recupere después lo que le falta.",
		],
		facts: [["Destino", endpointId]],
		link: [`/developers/endpoints/${endpointId}`, "Ver el destino"],
		why: CHOSEN,
	}),
	site_decided: ({ host, at }, { status }) => ({
		subject: status === "allowed" ? "Su sitio está autorizado" : "Su sitio no está autorizado",
		text:
			status === "allowed"
				? [
						`El ${at} un revisor de ${host} autorizó un sitio de su cuenta.`,
						"Sus enlaces ya pueden mostrarlo, y sus páginas pueden presentar casos de sus usuarios.",
					]
				: [
						`El ${at} un revisor de ${host} rechazó un sitio de su cuenta. El motivo está en la página siguiente.`,
					],
		link: ["/developers/origins", "Ver sus sitios"],
		why: CHOSEN,
	}),
	passkey_added: ({ host, at }) => ({
		subject: "Se añadió una llave de acceso a su cuenta",
		text: [
			`El ${at} se añadió una llave de acceso a su cuenta en ${host}. Desde ahora se pide en cada inicio de sesión.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Entonces alguien conoce su contraseña. Establezca ahora una nueva y avise al operador del servicio.",
		],
		link: ["/developers/account/passkeys", "Ver sus llaves de acceso"],
		why: SECURITY,
	}),
	passkey_removed: ({ host, at }) => ({
		subject: "Se quitó una llave de acceso de su cuenta",
		text: [
			`El ${at} se quitó una llave de acceso de su cuenta en ${host}.`,
			"¿Fue usted? Entonces no tiene que hacer nada.",
			"¿No fue usted? Establezca ahora una contraseña nueva y avise al operador del servicio.",
		],
		link: ["/developers/account/passkeys", "Ver sus llaves de acceso"],
		why: SECURITY,
	}),
	recovery_code_used: ({ host, at }) => ({
		subject: "Un código de recuperación abrió su cuenta",
		text: [
			`El ${at} alguien inició sesión en su cuenta de ${host} con la contraseña correcta y uno de sus códigos de recuperación, en lugar de una llave de acceso.`,
			"¿Fue usted? Entonces añada de nuevo una llave de acceso y genere códigos nuevos.",
			"¿No fue usted? Establezca ahora una contraseña nueva y avise al operador del servicio.",
		],
		link: ["/developers/account/passkeys", "Ver sus llaves de acceso"],
		why: SECURITY,
	}),
	key_issued: ({ host, at }, { hint }) => ({
		subject: "Una clave de API nueva",
		text: [`El ${at} se creó una clave de API para su cuenta en ${host}.`],
		facts: [["La clave termina en", hint]],
		link: ["/developers/keys", "Ver sus claves"],
		more: ["¿No fue usted? Revoque la clave allí y establezca después una contraseña nueva."],
		why: SECURITY,
	}),
};

const kindNames: MailKindNames = {
	endpoint_disabled: "Se desactivó un destino de webhooks",
	site_decided: "Un revisor decidió sobre un sitio suyo",
	...OWN_CASE,
	...REVIEW,
};

export const mail: typeof english = {
	kinds,
	kindNames,
	stopped: {
		bounced: (day) =>
			`El correo a esta dirección volvió el ${day}: el buzón no existe, o no existía entonces.`,
		complained: (day) =>
			`El ${day} alguien que lee esta dirección marcó nuestro correo como no deseado, quizá al pulsar «spam».`,
		suppressed: (day) => `El ${day} nuestro servicio de envío rechazó esta dirección.`,
		effect: "Por eso no le enviamos nada, tampoco avisos.",
		lift: "¿Funciona el buzón? Pida un código por correo. Con el código vuelven los correos.",
		final: "Use otra dirección o pregunte al operador de este servicio.",
	},
	end: (url) => `Para no recibir más correos de este tipo, abra esta página y pulse su botón: ${url}`,
	off: {
		title: "¿No recibir más correos de este tipo?",
		lead: "No recibirá más correos del tipo que le trajo aquí. Los que tratan de la seguridad de su cuenta siguen llegando.",
		action: "Desactivarlos",
		done: "Estos correos están desactivados",
		effect: (name) => `No recibirá más correos del tipo «${name}».`,
		unknown:
			"Esta dirección no viene de uno de nuestros correos o no está completa. No se desactivó nada. Cópiela otra vez del correo.",
		account: "Elegir sus correos en la página de su cuenta",
	},
	codeOnly: (host) => `Introduzca este código solo en ${host}. Nadie de nuestra parte se lo pedirá.`,
	never: "Nunca pedimos una contraseña, una frase de recuperación ni un pago, ni por correo ni por teléfono.",
	about: (url) => `Qué enviamos y cómo saber que es nuestro: ${url}`,
	page: {
		title: "Nuestros correos",
		lead: "Qué envía este servicio, desde dónde, y qué no pide nunca.",
		none: "Este servicio no envía correos. Un correo que dice ser suyo es un fraude.",
		from: "Todos los correos vienen de",
		what: {
			heading: "Qué enviamos",
			items: [
				"Un código, después de que alguien nos dio su dirección o pidió una contraseña nueva. Usted mismo lo copia en nuestra página.",
				"Un aviso cuando alguien reclama su cuenta, en cada paso siguiente, y cuando alguien pide su testamento, si dio su dirección para ello.",
				"Noticias de una recuperación que usted presentó, si dio su dirección en su página.",
				"Un aviso cuando cambia la contraseña de su cuenta de desarrollador, cuando un dispositivo nuevo inicia sesión y cuando se crea una clave de API.",
			],
		},
		how: {
			heading: "Cómo saber que un correo es nuestro",
			items: [
				"Sus enlaces llevan solo a este sitio. Si tiene dudas, escriba usted la dirección.",
				"Abrir un enlace no cambia nada. Solo un botón de una página de este sitio cambia algo.",
				"No trae archivos ni imágenes, ni palabras que haya escrito otra persona.",
			],
		},
		never: {
			heading: "Qué no pedimos nunca",
			items: [
				"Su contraseña, su frase de recuperación o su clave privada.",
				"Un código, por teléfono o en una respuesta.",
				"Un pago para recuperar una cuenta.",
			],
		},
	},
	local: {
		title: "Buzón de esta máquina",
		lead: "Este servicio funciona en su máquina, así que su correo se queda aquí. Primero, lo más reciente.",
		empty: "Todavía no hay correos.",
		to: "Para",
		at: "Enviado",
		subject: "Asunto",
		html: "Como lo muestra un programa de correo",
		back: "Todos los correos",
	},
};
