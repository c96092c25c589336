/** Over 300 lines, for the reason in `en/verify.ts`. */
import type { verify as english } from "../en/verify.ts";
import { labels } from "./labels.ts";

export const verify: typeof english = {
	title: "Comprobar las pruebas de un caso",
	lead: "Un archivo de pruebas contiene todo lo que ocurrió en un caso, con las firmas de quienes lo hicieron. Esta página dice si un archivo es auténtico y si corresponde al papel que tiene en la mano. El archivo no sale de su navegador. Con conexión, la página pregunta a este servicio si después ocurrió algo más, solo por la huella.",
	steps: {
		heading: "Cómo se comprueba",
		items: [
			"Consiga el archivo de pruebas del caso: de una de las partes, de la página del caso o por un enlace de pruebas.",
			"Si tiene el documento impreso, escriba su huella aquí abajo.",
			"Elija el archivo, o suéltelo sobre esta página.",
			"Lea lo que dice la página. Si una entrada falla, la nombra.",
		],
	},
	without: {
		heading: "Para comprobar hace falta JavaScript, o la línea de comandos",
		off: "Esta página comprueba el archivo con JavaScript, que está desactivado en su navegador. Actívelo.",
		notLoaded: "Una parte de esta página no ha llegado",
		reload:
			"Sin esa parte la página no puede comprobar archivos. Revise su conexión y vuelva a cargar la página. Si sigue igual, inténtelo en unos minutos o con otro navegador.",
		expert:
			"Un perito también puede comprobar el archivo sin esta página: la guía «Evidence for courts» (en inglés), en /developers/docs/evidence, tiene los comandos. No hace falta cuenta ni ayuda nuestra.",
	},
	offline:
		"Esta página tiene todo lo que necesita. Puede desconectar la red ahora y comprobar un archivo igualmente. Solo no se podrá comprobar si ocurrió algo después.",
	file: {
		label: "Archivo de pruebas",
		hint: "Un archivo que termina en .json. No sale de este dispositivo.",
		drop: "También puede soltar el archivo en cualquier lugar de esta página.",
		unreadable: "El archivo no se pudo abrir. Elíjalo otra vez.",
		paper:
			"Esto es un PDF, quizá el propio papel, y no el archivo de pruebas. Elija el archivo que termina en .json. Si no lo tiene, pídalo a la parte.",
		other:
			"Esto no es un archivo de pruebas, o es solo una parte de uno, así que no dice nada de un caso. Elija el archivo que termina en .json, exactamente como se descargó. Si no lo tiene, pídalo a la parte.",
		large: "El archivo es mayor de lo que puede ser un archivo de pruebas, así que no se abrió.",
		again: "Se ha cambiado el idioma. Elija el archivo otra vez.",
	},
	link: {
		reading: "Obteniendo las pruebas de este enlace …",
		gone: "Este enlace no muestra nada. Puede que haya caducado, que haya sido revocado o que falte una parte de la dirección. Pida uno nuevo a quien se lo dio, o el propio archivo de pruebas.",
		tooMany: "Llegaron demasiadas solicitudes de su red. Espere un minuto y vuelva a cargar esta página.",
		failed:
			"No se pudieron obtener las pruebas. Revise su conexión y vuelva a cargar esta página. Un archivo que ya tenga se puede comprobar sin conexión.",
	},
	fingerprint: {
		heading: "Ha llegado aquí desde un documento impreso",
		text: "El código del papel nombra una recuperación por su huella, que ya está escrita aquí abajo. Pida a quien le dio el papel el archivo de pruebas que le corresponde y elíjalo. Esta página compara entonces las dos huellas y comprueba todo lo que hay en el archivo.",
		label: "Huella en el papel",
		hint: "64 cifras y letras después de 0x. No importan las mayúsculas, los espacios, los guiones ni los saltos de línea. Déjelo vacío si no tiene ningún papel.",
		typed: {
			foreign: (signs, places) =>
				`«${signs}» en la posición ${places} no puede ser: una huella solo tiene cifras de 0 a 9 y letras de a a f.`,
			alike: (sign, place, read) => `«${sign}» en la posición ${place} se lee como ${read}.`,
			count: (count, all) =>
				count < all ? `Van ${count} de ${all}.` : `${count} signos son demasiados: son ${all}.`,
			whole: "Están los 64.",
		},
		none: "Aún no se ha comparado con su papel. Si tiene uno, escriba su huella arriba.",
		part: ({ count, agree, differs }) =>
			differs === null
				? `${count === 1 ? "El primero" : `Los primeros ${count}`} de los 64 ${count === 1 ? "coincide" : "coinciden"} con el archivo. Escriba los demás: solo todos juntos demuestran que el archivo corresponde al papel.`
				: `Van ${count} de 64, así que aún no hay nada demostrado. ${agree === 0 ? "Falta" : `Hasta el dígito ${agree} coinciden; después falta`}, sobra o está mal algún dígito: mire el bloque ${differs.number} del papel. Ahí escribió ${differs.typed}.`,
		few: {
			title: "Las dos huellas no coinciden",
			text: "Son casi iguales. Mire otra vez el papel en estas posiciones. Si se equivocó al escribir, corríjalo arriba. Si el papel dice eso, el archivo no es de su papel.",
			place: (place, paper, file) => `Posición ${place}: usted escribió ${paper}; el archivo tiene ${file}.`,
		},
		same: "El archivo corresponde al papel: ambos tienen la misma huella.",
		other: {
			title: "Este archivo no es del caso de su papel",
			text: "El archivo es de otro caso, así que nada de lo que contiene es de su papel. Pida a quien le dio el papel el archivo que le corresponde.",
			inFileLabel: "Huella en el archivo",
		},
		malformed:
			"La dirección de esta página no contiene ni una huella ni un enlace de pruebas completos. Vuelva a escanear el código, o copie la dirección entera.",
	},
	checking: "Comprobando el archivo …",
	checked: "Comprobado el",
	accepted: {
		title: "Las pruebas son auténticas",
		text: (issuer, time, hasOrder) =>
			`${issuer} emitió este archivo el ${time}. No se ha cambiado desde entonces, no falta ninguna entrada hasta ese momento, y cada firma hecha con una clave es de la cuenta que nombra. Eso no muestra que el solicitante tenga derecho${hasOrder ? ", ni que la resolución sea verdadera" : ""}.`,
		otherIssuer: (issuer, here) =>
			`El archivo nombra a ${issuer} como su servicio, pero esta página es de ${here}. Ambos usan la misma clave. Pregunte a ${issuer} si ${here} también es su dirección.`,
		compare: {
			heading: "Compare con su papel",
			items: ["La huella", "Las dos cuentas y la red", "Cada transacción", "El hash de la última entrada"],
			transactions: (count) => (count === 1 ? "1, descrita más abajo" : `${count}, descritas más abajo`),
			all: "El papel y el archivo coinciden.",
		},
		order: {
			heading: (hasOrder) =>
				hasOrder
					? "La resolución del tribunal debería"
					: "Si el tribunal concede la recuperación, su resolución debería",
			items: [
				"citar la huella entera, que representa exactamente estas cuentas y transacciones;",
				"nombrar las dos cuentas, la red y lo que debe moverse, en palabras y en cifras;",
				"decir quién puede enviar las transacciones, y desde cuándo;",
				"llevar el número de procedimiento, la fecha y el sello.",
			],
			compare: "Compare la resolución con estos puntos.",
			sample: "La parte puede imprimir un texto de muestra desde la página del documento para el tribunal.",
		},
		proves: {
			heading: "Esto queda probado",
			items: [
				"La recuperación es exactamente la que firmó la cuenta que recibe: cuentas, red y transacciones.",
				"Cada entrada se deriva de la anterior, en este orden y según las reglas del servicio.",
				"Cada mensaje marcado como comprobado se firmó con la clave de la cuenta que aparece a su lado.",
			],
		},
		trusts: {
			heading: "Esto se cree al servicio",
			items: [
				"Las horas de las entradas, y lo que los revisores decidieron y escribieron.",
				"Que las carteras de contrato aceptaron sus firmas, en el bloque que se nombra.",
				"Lo que se vio en la red. Cualquiera puede mirar allí las transacciones.",
				"Que no ocurrió nada después de hacerse el archivo. El archivo no lo puede mostrar; el servicio lo dice arriba.",
			],
			order: (caseNumber) =>
				`Si la resolución judicial es verdadera, aunque un revisor la haya comprobado. Decide el registro del propio tribunal, con el número ${caseNumber}.`,
		},
	},
	freshness: {
		limit: (time, entry) =>
			`Completo hasta el ${time}, entrada ${entry}. Lo que ocurrió después no está en este archivo.`,
		asking: "Preguntando a este servicio si ocurrió algo después …",
		latest: (time) => `Sigue siendo lo último: el ${time}, este servicio no tenía ninguna entrada posterior.`,
		later_entries: (count, time) =>
			`El ${time} había ${count === 1 ? "1 entrada posterior" : `${count} entradas posteriores`}. Pida un archivo más reciente antes de confiar en este.`,
		behind: (time) =>
			`La copia pública de este servicio, del ${time}, es más antigua que el archivo. Compruebe el archivo otra vez dentro de unos minutos.`,
		unproven:
			"Nada muestra si ocurrió algo después, porque este servicio no dio ninguna respuesta con su sello. Compruebe el archivo otra vez con conexión.",
		two_stories: {
			title: "El servicio ha contado dos historias",
			text: (entry) =>
				`El servicio selló este archivo, y ahora ha sellado otro contenido de la entrada ${entry}. Ambos no pueden ser verdad. Guarde el archivo y los valores de abajo: juntos lo prueban.`,
			inFile: "Hash de la entrada en el archivo",
			now: "Hash de la entrada ahora",
			seal: "El sello del servicio sobre él ahora",
		},
	},
	rejected: {
		title: "No confíe en este archivo",
		text: "La comprobación falló: el archivo fue cambiado, no está entero o no lo hizo este servicio.",
		advice:
			"Pida el archivo otra vez y ábralo exactamente como se descargó. Un programa que lo muestra o lo guarda de nuevo puede cambiarlo.",
		heading: "Lo que falla",
		ended: (count) => `La comprobación terminó tras los primeros ${count} fallos. Puede haber más.`,
		details: "Exactamente dónde, y con qué valores",
		path: "Lugar en el archivo",
		expected: "Se esperaba",
		found: "Se encontró",
	},
	parts: {
		case: labels.theCase,
		accounts: "Las cuentas",
		transactions: "Lo que hace la recuperación",
		order: "La resolución judicial",
		history: "Lo que ha ocurrido en el caso",
		events: "Avisos al socio",
	},
	fields: {
		caseId: labels.caseId,
		jrcHash: labels.fingerprint,
		status: labels.status,
		issuer: "Emitido por",
		issuedAt: "Emitido el",
		key: "Firmado con la clave",
		digest: "Hash del contenido que cubre el sello",
		lostAccountOf: labels.lostAccountOf,
		recoveryAccount: labels.recoveryAccount,
		chain: labels.chain,
		reason: labels.reason,
		filed: labels.filed,
		to: labels.calledAccount,
		value: labels.wei,
		data: labels.data,
		noData: labels.none,
		bytes: (count) => `${count} bytes`,
		caseNumber: labels.caseNumber,
		title: labels.orderTitle,
		docketNumber: labels.docketNumber,
		court: labels.court,
		verification: labels.verification,
		verifications: {
			unverified: "todavía no",
			verified_once: "por uno, falta el segundo",
			verified: "sí",
		},
		eventCount: (count) =>
			count === 1
				? "1 aviso, que se deriva del historial."
				: `${count} avisos, y todos se derivan del historial.`,
		entry: "Entrada",
		time: labels.time,
		who: labels.by,
		what: labels.what,
	},
	outsiders: "Estas transacciones pagan o dan poder a otra cuenta que la que recibe:",
	entryHash: labels.hash,
	signatures: {
		recovered: "Firma comprobada. Firmado por",
		as_recorded: (block) =>
			`Firma de una cartera de contrato, que la aceptó en el bloque ${block}, según anotó el servicio:`,
		by_passkey: "Firma comprobada. Firmado con la llave de acceso del revisor",
		none: "sin firma de una cartera",
	},
	chain: (name, id) =>
		name === null ? `la red ${id} (no es una red pública que conozcamos)` : `${name} (red ${id})`,
	reasons: { "lost key": "Se perdió la clave", inheritance: "Herencia", other: "Otro motivo" },
	statuses: {
		created: "presentado, a la espera de una resolución judicial",
		pending: "con resolución judicial",
		action_required: "en pausa",
		executed: "ejecutado",
		rejected: "cerrado",
	},
	phases: {
		order_attached: "resolución judicial adjunta, aún sin verificar",
		order_verified: "resolución judicial verificada, corre el plazo de espera",
		executable: "resolución judicial verificada, lista para ejecutarse",
	},
	answered: "con respuesta del solicitante",
	statusReasons: {
		order_unverifiable: "la resolución judicial no se pudo verificar",
		documents_missing: "faltan documentos",
		contested: "la cuenta perdida se ha opuesto",
		lost_account_active: "la cuenta perdida se usó",
		expired: "no llegó a tiempo ninguna resolución judicial",
		executed_without_verified_order: "ejecutado sin una orden verificada",
		executed_before_challenge_period: "ejecutado antes de que acabara el plazo de espera",
		owner_not_watched: "ejecutado mientras no se vigilaba la cuenta perdida",
		execution_mismatch: "se enviaron otras transacciones que las del caso",
		contested_by_lost_account: "la cuenta perdida se ha opuesto",
		withdrawn_by_claimant: "retirado por el solicitante",
		rejected_by_reviewer: "rechazado por un revisor",
	},
	actors: {
		you: "usted",
		developer: "el socio",
		recovery_account: "la cuenta que recibe",
		lost_account: "la cuenta perdida",
		clock: "el paso del tiempo",
		chain: "la cadena",
		reviewer: "un revisor",
	},
	moves: {
		create: "presentó el caso",
		attach_order: "introdujo la resolución judicial",
		contest: "se opuso al caso",
		withdraw: "retiró el caso",
		contest_all: "se opuso a todos los casos sobre la cuenta",
		expire: "acabó el plazo para la resolución judicial",
		allow_execution: "el plazo de espera terminó",
		observe_activity: "alguien usó la cuenta perdida",
		lose_watch: "la cuenta perdida ya no se pudo vigilar",
		regain_watch: "la cuenta perdida se volvió a vigilar",
		prove_execution: "las transacciones se vieron en la red",
		find_mismatch: "se vieron otras transacciones que las del caso",
		judge_execution: "las transacciones se comprobaron de nuevo",
		verify_order: "dijo que el tribunal confirmó la resolución",
		require_action: "puso el caso en pausa",
		clear: "dejó continuar el caso",
		reject: "rechazó el caso",
		attest_execution: "confirmó que la recuperación se ha ejecutado",
		add_document: "añadió un documento",
		approve_execution: "aprobó la recuperación en la red",
		observe_module: "el módulo de recuperación registró un cambio",
	},
	places: {
		bundle: "El archivo",
		head: "El sello del archivo",
		intent: labels.theRecovery,
		history: "El historial",
		events: "Los avisos",
		state: "El estado al final",
		entry: (entry, move) =>
			move === null ? `La entrada ${entry} del historial` : `La entrada ${entry} del historial (${move})`,
		event: (event) => `El aviso ${event}`,
	},
	faults: {
		not_json: "no es un archivo de pruebas.",
		not_canonical: "no está en su forma exacta. Otro programa lo abrió y lo guardó.",
		unknown_content: "tiene contenido que un archivo de pruebas no puede tener.",
		too_large: "es mayor que cualquier parte de un archivo de pruebas.",
		malformed: "no tiene la forma que aquí se prescribe.",
		head_not_jws: "no está en la forma prescrita.",
		head_wrong_header: "es de otra clase que el de las pruebas.",
		head_not_canonical: "tiene una firma que no está en su única forma aceptada.",
		head_wrong_content: "cubre otra cosa que pruebas.",
		keys_malformed: "no se puede comprobar, porque esta página no tiene claves.",
		key_unknown: (kid) =>
			`nombra la clave «${kid}», que este servicio nunca publicó. El archivo puede ser de otro servicio.`,
		key_ambiguous: (kid) => `nombra la clave «${kid}», que está publicada más de una vez.`,
		key_unusable: (kid) => `nombra la clave «${kid}», que este navegador no puede usar.`,
		head_wrong_signature: (kid) => `no se hizo con la clave «${kid}» del servicio.`,
		digest_differs: "fue cambiado después de que el servicio lo sellara.",
		jrc_hash_wrong: "tiene una huella que no corresponde a la recuperación que contiene.",
		case_id_wrong: "tiene un identificador de caso que no se deriva de la huella.",
		intent_differs: "no es la recuperación con la que se presentó el caso.",
		entry_missing: "carece de una entrada que un aviso nombró.",
		message_differs: "muestra otro mensaje que el que corresponde a este caso.",
		message_digest_wrong: "nombra otro mensaje que el que muestra.",
		signature_wrong: (expected, found) =>
			found === null
				? `tiene una firma que ${expected} no hizo.`
				: `debería estar firmada por ${expected}. Para este mensaje, la firma es de ${found}.`,
		decision_signature_wrong: "es una decisión que la llave de acceso indicada no firmó.",
		comparison_wrong: "contiene una comparación con lo solicitado que no es cierta o no está permitida.",
		sequence_wrong: (expected) => `tiene otro número que ${expected}, su lugar en el historial.`,
		payload_of_other_move: "anota un acto y muestra otro.",
		payload_changed: "fue cambiada: su contenido no corresponde a su huella.",
		chain_broken: "no se deriva de la entrada anterior. Una entrada fue cambiada, quitada o añadida.",
		move_rejected: "es un acto que las reglas no permiten en ese momento.",
		move_without_effect: "es un acto que aquí no tiene efecto, así que no puede estar en el historial.",
		second_creation: "presenta el caso por segunda vez.",
		creation_missing: "es la primera, pero no presenta el caso.",
		result_wrong: "nombra otro resultado que el que dan las reglas.",
		event_count_wrong: (expected, found) => `son ${found}, pero el historial da ${expected}.`,
		event_wrong: "no se deriva del historial.",
		state_wrong: "no es adonde lleva el historial.",
		version_wrong: (expected, found) => `tiene ${found} entradas, pero el caso tiene ${expected}.`,
	},
};
