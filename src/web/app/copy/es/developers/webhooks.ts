import type {
	deliveries as englishDeliveries,
	endpoints as englishEndpoints,
} from "../../en/developers/webhooks.ts";
import { labels } from "../labels.ts";

export const endpoints: typeof englishEndpoints = {
	title: "Webhooks",
	one: "Destino de webhooks",
	lead: "El servicio envía cada paso de sus casos a estas direcciones, firmado con un secreto de cada una.",
	none: "Todavía no hay ningún destino.",
	labels: { url: "URL", description: "Descripción", eventTypes: "Eventos" },
	urlHint:
		"https, y accesible desde Internet. Un servicio en su propia máquina admite también http://127.0.0.1:9000/hooks.",
	descriptionHint: "Para qué sirve. Puede quedar vacía.",
	types: {
		"recovery_case.created": "se presenta un caso, o vuelve a esperar su resolución judicial",
		"recovery_case.pending":
			"se adjunta o se verifica una resolución judicial, o la recuperación ya puede ejecutarse",
		"recovery_case.action_required": "un caso está en pausa y alguien debe actuar",
		"recovery_case.executed": "la recuperación se ha ejecutado",
		"recovery_case.rejected": "un caso ha terminado sin recuperación",
		"account.claimed": "un caso nombra una cuenta que usted vigila",
		"account.claim_changed": "una reclamación sobre una cuenta que usted vigila ha cambiado",
		"account.recovery_scheduled":
			"se programó en su cadena una recuperación de una cuenta que usted vigila, y ningún caso la permite",
	},
	words: {
		url: "debe ser una dirección https accesible desde Internet, sin usuario ni fragmento",
		description: "debe caber en una línea de 256 caracteres",
		eventTypes: "necesita al menos un evento",
		EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: "Su cuenta tiene el máximo de destinos. Elimine uno primero.",
	},
	statuses: { untried: "aún sin llamadas", healthy: labels.works, failing: "falla", disabled: "desactivado" },
	disabledReasons: {
		by_owner: "por usted",
		gone: "porque el receptor respondió 410",
		failing: "porque no se entregó nada en cinco días",
	},
	successRate: "Con éxito en siete días",
	lastSuccess: "Último éxito",
	lastFailure: "Último fallo",
	previousSecret: "El secreto anterior firma hasta",
	create: "Crear un destino",
	createAction: "Crear el destino",
	edit: "Modificar",
	save: "Guardar",
	deliveries: "Ver lo que se entregó",
	back: "A los destinos",
	done: {
		saved: "El destino se ha modificado.",
		disabled:
			"El destino está desactivado. Puede recuperar sus eventos durante 30 días; la lista de eventos (GET /events) los conserva siempre.",
		enabled: "El destino está activado.",
		deleted: "El destino se ha eliminado.",
	},
	secret: {
		title: "El secreto del destino",
		label: "Secreto",
		use: "Su receptor comprueba con él que un webhook viene de este servicio (Standard Webhooks).",
		back: "Al destino",
		already: "Esto ya se hizo",
		alreadyText:
			"El mismo formulario se envió otra vez, por ejemplo al recargar, así que no se hizo nada dos veces. El secreto solo se mostró la primera vez. Si no lo tiene, sustituya el secreto del destino.",
	},
	test: {
		title: "Prueba",
		text: "Envía un evento firmado de un caso que no existe y muestra lo que responde su receptor.",
		action: "Enviar un evento de prueba",
		delivered: "entregado",
		failed: "no entregado",
	},
	disable: {
		title: "Desactivar",
		text: "No se envía nada hasta que lo active de nuevo. Los eventos de ese tiempo pueden recuperarse.",
		action: "Desactivar el destino",
	},
	enable: {
		title: "Activar",
		text: "Las entregas empiezan de nuevo, sin fallos anteriores.",
		action: "Activar el destino",
	},
	rotate: { title: "Secreto nuevo", action: "Sustituir el secreto" },
	overlap: "Cuánto tiempo firma también el secreto anterior",
	overlaps: { "86400": labels.oneDay, "0": labels.leaked, "3600": labels.oneHour },
	remove: {
		title: "Eliminar",
		text: "El destino desaparece con su secreto y sus entregas.",
		sure: "Eliminar este destino definitivamente",
		action: "Eliminar el destino",
	},
};

export const deliveries: typeof englishDeliveries = {
	title: "Entregas",
	none: "No hay entregas. Se borran 30 días después de terminar.",
	labels: { status: labels.status, since: "Eventos desde (UTC)" },
	words: {
		since: "debe ser una fecha con hora",
		WEBHOOK_ENDPOINT_DISABLED: "El destino está desactivado, así que no se le envía nada. Actívelo primero.",
		RESOURCE_NOT_FOUND: "Este destino no tiene ninguna entrega de este evento.",
	},
	statuses: { waiting: "espera", delivered: "entregada", failed: "fallida", skipped: "omitida" },
	see: "Ver lo que se envió",
	one: "Entrega",
	headers: "Cabeceras de la solicitud",
	headersText:
		"Son las mismas en cada intento. Cada intento lleva además su hora y sus firmas, que no se guardan.",
	body: "Cuerpo de la solicitud",
	next: "Próximo intento",
	noAttempt: "Aún no se ha intentado.",
	attempts: "Intentos",
	at: "Enviada",
	httpStatus: "Código de estado",
	duration: "Duración",
	response: "Respuesta",
	empty: "vacía",
	errors: {
		timeout: "Sin respuesta completa en 15 segundos",
		connection_failed: "La conexión falló",
		target_refused: "La URL ya no está permitida",
		secret_unavailable: "El servicio no pudo abrir el secreto",
		interrupted: "El servicio se detuvo durante el intento",
	},
	redeliver: "Enviar otra vez",
	done: { redelivered: "El evento se envía otra vez ahora. Recargue la página para ver la respuesta." },
	counted: (count) => `Se enviarían otra vez ${count} eventos.`,
	recovered: (count) => `Se envían otra vez ${count} eventos.`,
	more: "Hay más. Repítalo cuando se hayan entregado estos.",
	recover: {
		title: "Recuperar tras una interrupción",
		text: "Envía otra vez los eventos que fallaron o se omitieron, nunca los que se entregaron.",
		hint: "Elija un momento al menos cuatro días antes de la interrupción, porque un evento falla hasta ese tiempo después de ocurrir.",
		count: "Solo contarlos",
		send: "Enviarlos otra vez",
	},
};
