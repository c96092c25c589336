import type { desk as english } from "../en/desk.ts";
import { labels } from "./labels.ts";

export const desk: typeof english = {
	comparison: {
		way: "Comparar y decidir",
		heading: "Comparar con los documentos del tribunal",
		lead: "Escriba lo que dicen los documentos, tal como lo lee en ellos. Nada se rellena por usted. No cuentan las mayúsculas ni los espacios; la puntuación, sí. Una casilla vacía cuenta como no comparada. Su comparación se guarda con el caso.",
		more: (count) => `Los ${count} datos que siguen no se ofrecen aquí.`,
		labels: {
			"courtOrder.title": "Título de la resolución, con sus nombres",
			"courtOrder.fullCaseNumber": labels.caseNumber,
			"courtOrder.courtId": labels.court,
			"courtOrder.docketNumber": labels.docketNumber,
			jrcHash: labels.fingerprint,
			"case.recoveryAccount": labels.recoveryAccount,
		},
		receiver: (transaction) => `Transacción ${transaction}: quién recibe`,
		amount: (transaction) => `Transacción ${transaction}: importe`,
		value: "Dato",
		claimed: "Solicitado",
		found: "En los documentos",
		result: "Resultado",
		inWhole: "Como lo escribe el documento; por ejemplo, 2.500,00",
		inUnits:
			"En las unidades más pequeñas, un número entero, porque nadie ha dicho a este servicio cuántos decimales tiene el token",
		units: (units) => `${units} unidades mínimas`,
		token: (address) => `Del token ${address}. Compruebe que los documentos se refieren a este token.`,
		checked: (decimals) =>
			`He consultado el token: tiene ${decimals} ${decimals === 1 ? "decimal" : "decimales"}, como dice el solicitante`,
		tick: "Comparado, y es lo mismo",
		differs: "Qué es distinto",
		same: "Es lo mismo que se solicita.",
		other: "No es lo que se solicita.",
		read: "Leído como {amount}.",
		notTicked: "No se registra: escrito, pero sin marcar",
		notCompared: "Sin comparar",
		recorded: "Es lo mismo",
		explained: "Es distinto",
		compared: "Lo que ha comparado",
		count: (compared, all) => `Ha comparado ${compared} de ${all} datos.`,
		left: (count, all, labels) => `No ha comparado ${count} de ${all} datos: ${labels.join("; ")}.`,
		stored: (count, all, differing) =>
			`Comparados: ${count} de ${all}${differing === 0 ? "" : differing === 1 ? ", 1 es distinto" : `, ${differing} son distintos`}`,
		noDocument: "Este caso no tiene ningún documento.",
		problems: {
			empty: "Escriba lo que dicen los documentos antes de marcarlo.",
			unequal:
				"No es lo que se solicita, así que no se puede marcar. Si es un error al escribir, corríjalo. Si no, quite la marca y diga qué es distinto.",
			unexplained: "No es lo que se solicita. Diga qué es distinto. Si es un error al escribir, corríjalo.",
			amount: "Esto no es un importe. Escriba solo el número, como 2.500,00.",
			unchecked:
				"Consulte cuántos decimales tiene el token y marque esta casilla. De ellos depende cuánto se solicita.",
			otherAmount: (read, claimed) =>
				`Lo leemos como ${read}, y se solicita ${claimed}. Si es un error al escribir, corríjalo. Si los documentos dicen eso, no ordenan esto y la resolución no se puede verificar: ponga el caso en pausa o rechácelo, y diga por qué.`,
			otherOrder:
				"Los documentos nombran algo distinto de lo solicitado. Si es un error al escribir, corríjalo. Si los documentos dicen eso, no ordenan esto y la resolución no se puede verificar: ponga el caso en pausa o rechácelo, y diga por qué.",
		},
	},
	doing: {
		order_attached: [
			"Compruebe la resolución judicial",
			"Pregunte al tribunal si la resolución es auténtica y compare lo que dice con la solicitud.",
		],
		answered: [
			"Lea la respuesta del solicitante",
			"Ha añadido lo que pidió un revisor. Léalo y vuelva a decidir.",
		],
		contested: [
			"Lea la oposición",
			"Se ha opuesto alguien que tiene la clave de la cuenta. Decida si el caso continúa o se cierra.",
		],
		lost_account_active: [
			"Alguien ha usado la cuenta perdida",
			"Así que quizá no esté perdida. Pregunte al solicitante y decida si el caso continúa o se cierra.",
		],
		executed_without_verified_order: [
			"Compruebe la resolución judicial: las transacciones ya se enviaron",
			"Si la resolución es auténtica, verifíquela y permita que el caso continúe. Si no, rechace el caso.",
		],
	},
	howTo: {
		title: "Cómo comprobar una resolución",
		steps: [
			"Busque usted el caso en el tribunal, en su registro público o por teléfono. Tome el número del sitio del propio tribunal, nunca del documento.",
			"Pregunte a la secretaría si la resolución existe, está en vigor y nombra estas cuentas. Un escaneo por sí solo no prueba nada.",
			"Escriba lo que dicen los documentos, dato por dato. La huella, si la resolución la cita, une la resolución a esta solicitud y a ninguna otra.",
			"Ponga el caso en pausa si falta algo o no está claro y el solicitante puede corregirlo. Rechácelo si la resolución es falsa u ordena otra cosa.",
			"Si alguien se opone al caso, lea primero la oposición. No verifique nada mientras las partes litiguen sobre ello.",
		],
	},
	decision: {
		heading: "Decidir",
		remaining: "Poner en pausa o rechazar",
		closed: "Este caso está cerrado. No queda nada por decidir.",
		which: "Su decisión",
		choices: {
			verify_order:
				"Verificar la resolución judicial: he consultado al tribunal y la resolución es auténtica",
			verify_halted: "Solo verificar la resolución judicial: es auténtica, pero el caso sigue en pausa",
			verify_and_resume: "Verificar la resolución judicial y permitir que el caso continúe",
			require_action: "Poner el caso en pausa: el solicitante debe hacer algo",
			clear: "Permitir que el caso continúe",
			clear_unverified: "Permitir que el caso continúe, sin verificar la resolución",
			attest_execution: "Atestiguar que la recuperación se ejecutó en la cadena",
			reject: "Rechazar el caso definitivamente",
		},
		statusReason: "Por qué queda en pausa",
		statusReasonOpen: "Elija por qué",
		statusReasonMissing: "Elija por qué.",
		noPaper:
			"No se ha añadido ningún documento. Puede preguntar al tribunal con el número del caso o pedir el archivo al solicitante.",
		ask: "Pedir el archivo al solicitante",
		txHash: "Hash de la última transacción",
		txHashHint: "0x y 64 caracteres. Solo para cadenas con las que este servicio no tiene conexión.",
		reasonHint: "Una línea. El solicitante la lee y queda en el historial del caso.",
		look: "Continuar",
		decisionMissing: "Elija una decisión.",
		reasonMissing: "Indique su motivo.",
		moved: "El caso ha cambiado desde que lo leyó. Ahora no se ha cambiado nada. Vuelva a leerlo y decida.",
		questions: {
			verify_order: "¿Verificar esta resolución judicial?",
			verify_halted: "¿Verificar esta resolución judicial y dejar el caso en pausa?",
			verify_and_resume: "¿Verificar esta resolución judicial y permitir que el caso continúe?",
			require_action: "¿Poner este caso en pausa?",
			clear: "¿Permitir que este caso continúe?",
			clear_unverified: "¿Permitir que este caso continúe, sin verificar su resolución?",
			attest_execution: "¿Atestiguar esta recuperación?",
			reject: "¿Rechazar este caso?",
		},
		effects: {
			verify_order:
				"Usted confirma que la resolución es auténtica. Cuando termine el plazo de espera, la recuperación podrá ejecutarse.",
			verify_halted:
				"Usted confirma que la resolución es auténtica. El caso sigue en pausa hasta que un revisor permita que continúe.",
			verify_and_resume:
				"Usted confirma que la resolución es auténtica y el caso continúa. Cuando termine el plazo de espera, la recuperación podrá ejecutarse.",
			require_action:
				"El caso queda en pausa hasta que el solicitante lo corrija. Mientras tanto, el plazo de espera sigue corriendo.",
			clear: "El caso continúa.",
			clear_unverified: "El caso continúa y un revisor todavía debe verificar su resolución.",
			attest_execution:
				"Usted responde de que esta transacción ejecutó la recuperación. Con el mismo testimonio de un segundo revisor, el caso se considera ejecutado.",
			reject: "El caso se cierra y permanece cerrado. El solicitante tendría que presentar uno nuevo.",
		},
		judgedAgain: "La recuperación ya se ejecutó, así que se juzga de nuevo enseguida.",
		told: {
			who: "A quién se avisa",
			claimant: "El solicitante lee su motivo cuando abre el caso.",
			byMail: "Si ha activado los correos, le escribimos enseguida.",
			partner: "Al socio que presentó el caso se le avisa enseguida.",
			email: (address) =>
				address === null
					? "No ha dejado ninguna dirección para los revisores, así que usted no puede escribirle."
					: `Usted puede escribirle: ${address}.`,
		},
		reviewers: {
			only: "No hace falta un segundo revisor.",
			first:
				"Su palabra es la primera de dos. La resolución se considera auténtica cuando la verifique también otro revisor.",
			second: "Un colega la ha verificado antes, así que su palabra decide.",
		},
		did: {
			verify_order: "La resolución está verificada.",
			verify_and_resume: "La resolución está verificada y el caso continúa.",
			require_action: "El caso está en pausa.",
			clear: "El caso continúa.",
			attest_execution: "Su testimonio sobre la recuperación ha quedado registrado.",
			reject: "El caso está rechazado.",
		},
		doubt: {
			lead: (labels) =>
				`${labels.length === 1 ? "1 dato es distinto" : `${labels.length} datos son distintos`} de lo solicitado: ${labels.join("; ")}. Una resolución de otro caso no sirve para este.`,
			known: "Conozco la diferencia y mi motivo la explica",
			missing: "Marque que conoce la diferencia, o vuelva atrás.",
		},
		actions: {
			verify_order: "Sí, la resolución es auténtica",
			verify_halted: "Sí, la resolución es auténtica",
			verify_and_resume: "Sí, es auténtica y que continúe",
			require_action: "Sí, poner el caso en pausa",
			clear: "Sí, que continúe",
			clear_unverified: "Sí, que continúe",
			attest_execution: "Sí, atestiguarla",
			reject: "Sí, rechazar el caso",
		},
	},
	/** A document beside a case or a request for a will. */
	viewer: {
		show: "Mostrar aquí",
		strip: "Documento y comparación",
		paper: "Documento",
		compare: "Comparar",
		close: "Cerrar el documento",
		download: "Descargar el archivo",
		noScript: "Un script muestra aquí el documento. Si no aparece nada, descargue el archivo.",
		previous: "Anterior",
		next: "Siguiente",
		smaller: "Reducir",
		larger: "Ampliar",
		place: "Página {page} de {pages}, {percent} %",
		drawing: "Dibujando la página {page} de {pages}…",
		noText: "Esta página es una imagen, sin texto para un lector de pantalla.",
		sheet: "Página del documento",
		loading: "Cargando: {percent} %",
		opening: "La huella es la registrada. Abriendo el documento… Si tarda mucho, descargue el archivo.",
		caution:
			"Solo se muestran las páginas: ni enlaces, ni formularios, ni archivos adjuntos. Si parece que falta algo, descargue el archivo. Un lector de pantalla recibe el texto que declara el archivo, que puede diferir de lo que se ve.",
		unavailable:
			"No se ha podido cargar el documento. Vuelva a cargar esta página; si no sirve, descargue el archivo.",
		differs:
			"Lo que se ha cargado no es el documento registrado: su SHA-256 es otro. No se muestra. Vuelva a cargar esta página; si se repite, avise al operador.",
		locked: "El documento necesita una contraseña, así que no se puede mostrar. Pida una copia sin ella.",
		broken: "Este PDF está dañado, así que no se puede mostrar. Descargue el archivo, o pida otra copia.",
		failed:
			"El visor no ha arrancado o se ha detenido, así que no se muestra nada. Vuelva a cargar esta página; si no sirve, descargue el archivo.",
	},
	objection: {
		heading: "La oposición",
		ofAll: "Se dirige contra todos los casos de esta red que nombran la cuenta, y no da ningún motivo.",
		signed: "Recibida el",
		proof:
			"Está firmada con la cuenta reclamada, así que alguien tiene su clave: el titular o un ladrón. Lo que dice no está probado.",
	},
	notes: {
		heading: "Notas para colegas",
		lead: "Solo los revisores y el operador leen estas notas. Lo que deba leer el solicitante va en el motivo de una decisión.",
		none: "No hay ninguna.",
		closed:
			"Su cuenta presentó este caso, u otro que compite con él, así que no se le muestran las notas de sus revisores.",
		note: "Nota nueva",
		hint: "Una línea de hasta 1000 caracteres. Se elimina 90 días después de cerrarse el caso.",
		add: "Añadir la nota",
		by: "Escrita por",
		you: "usted",
		remove: "Quitar",
		added: "Su nota se ha guardado.",
		removed: "Su nota se ha quitado.",
	},
	taking: {
		take: "Tomar este caso",
		giveBack: "Devolverlo",
		yours: "Lo tiene usted",
		by: "Lo tiene",
		until: "hasta",
		done: "El caso es suyo durante un día, o hasta que se decida. Sus colegas lo ven.",
		givenBack: "Ha devuelto el caso.",
		lost: "Mientras tanto, otro revisor ha tomado este caso. Abajo ve quién y hasta cuándo.",
	},
	groups: {
		label: "Grupos de casos pendientes",
		all: "Todos",
		new: "Por comprobar",
		contested: "Con oposición",
		answered: "Respondidos",
		second: "Falta otro revisor",
		mine: "Míos",
	},
	weeks: {
		title: "Por semana",
		week: "Semana desde",
		waiting: "Pendientes al final de la semana",
		cases: "Casos",
		decided: "Decididos en la semana",
		decisions: "Decisiones",
	},
};
