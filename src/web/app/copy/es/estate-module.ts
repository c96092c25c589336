import type { estateModule as english } from "../en/estate-module.ts";
import { labels } from "./labels.ts";

const days = (count: number) => (count === 1 ? "1 día" : `${count} días`);

export const estateModule: typeof english = {
	title: "Preparar una cuenta para una recuperación",
	lead: "Mientras tiene sus claves, puede permitir que revisores de este servicio ejecuten más adelante en su cuenta la orden de un tribunal. Un contrato en la red, el módulo de recuperación, los ata a ella.",
	notAudited:
		"El módulo de recuperación no está auditado: nadie salvo sus autores lo ha revisado. Suficientes revisores juntos pueden trasladar todo lo que tiene la cuenta, pasado el plazo y si nadie los detiene. No prepare una cuenta con más de lo que pueda permitirse perder.",
	off: "Este servicio no ofrece el módulo de recuperación: su operador no ha nombrado para él ni redes ni revisores.",
	unavailable:
		"No se pudo preguntar a la red en este momento, o se le ha preguntado demasiado desde la suya. Nada ha cambiado. Inténtelo de nuevo en un minuto.",
	days,
	account: {
		heading: "¿Qué cuenta?",
		labels: { account: "Dirección de la cuenta", chainId: labels.network },
		hint: "La dirección que tiene sus bienes; empieza por 0x.",
		submit: "Verla en la red",
		chain: "Este servicio ofrece el módulo solo en las redes de esta lista.",
	},
	kinds: {
		key: {
			heading: "Es la cuenta de una clave",
			text: "Solo su clave puede actuar por ella, y no admite módulos. Sin la clave nadie puede ejecutar en ella la orden de un tribunal. Si lo desea, cree un Safe, traslade a él lo que tiene esta cuenta y prepare el Safe.",
		},
		delegated_key: {
			heading: "Es la cuenta de una clave con un delegado",
			text: "No admite módulos, porque la clave puede cambiar de delegado (EIP-7702) en cualquier momento. Lo que puede ocurrir sin la clave lo decide solo el delegado. Si desea que revisores ejecuten la orden de un tribunal, cree un Safe y prepárelo.",
		},
		contract: {
			heading: "Es un contrato, pero no un Safe que conozcamos",
			text: "El módulo funciona con Safes desde la versión 1.3.0, que reconocemos por su código. Otra cuenta inteligente puede tener su propia recuperación: pregunte a quien la hizo. Lo que además pueda actuar por ella, como otro propietario, aún puede ejecutar la orden de un tribunal.",
		},
		safe: {
			heading: "Es un Safe, que admite el módulo",
			text: "Sus propietarios activan el módulo y nombran a los revisores en una sola transacción, que firman como cualquier otra del Safe.",
		},
	},
	missing:
		"El contrato del módulo aún no está en esta red, así que ninguna cuenta puede activarlo. Pida al operador de este servicio que lo ponga allí.",
	noMultiSend:
		"Esta red no tiene una biblioteca MultiSend que conozcamos, así que solo la aplicación del Safe puede hacer el lote.",
	chain: {
		heading: "Lo que consta ahora en la red",
		owners: "Propietarios del Safe",
		signatures: "Propietarios que deben firmar",
		module: "Módulo de recuperación",
		isEnabled: "activado",
		isNotEnabled: "no activado",
		reviewers: "Revisores",
		approvals: "Revisores que deben aprobar",
		vetoers: "Pueden aplazar una vez una recuperación",
		delay: "Una recuperación se puede detener durante",
		expiry: "Después se puede ejecutar durante",
		generation: "Número de esta configuración",
		of: (needed, count) => `${needed} de ${count}`,
		states: {
			ready:
				"La cuenta está preparada. Sus revisores pueden ejecutar lo que haya ordenado un tribunal, pasado el plazo.",
			disabled:
				"La cuenta ha nombrado revisores, pero el módulo no está activado. Nadie puede ejecutar una recuperación. Haga la transacción de abajo.",
			empty:
				"El módulo está activado, pero no hay revisores nombrados. Nadie puede ejecutar una recuperación. Haga la transacción de abajo.",
			none: "La cuenta no está preparada. Nadie puede ejecutar una recuperación mediante el módulo.",
		},
		foreign:
			"Pertenecen a este servicio menos revisores de los que deben aprobar. Por eso este servicio solo no puede hacer ejecutar una orden.",
	},
	form: {
		prepare: "Preparar la cuenta",
		change: "Cambiar la configuración",
		changeEnds: "Un cambio anula todo lo que los revisores hayan firmado o programado para la cuenta.",
		labels: {
			reviewers: "Revisores",
			threshold: "Cuántos de ellos deben aprobar",
			delayDays: "Días en que se puede detener una recuperación",
			expiryDays: "Días en que después se puede ejecutar",
			vetoers: "Quién puede aplazar una vez una recuperación (puede quedar vacío)",
		},
		hints: {
			reviewers:
				"Una dirección por línea. Figuran los revisores de este servicio, los únicos que pueden aprobar aquí. Los que usted añada pueden detener una recuperación.",
			threshold:
				"Si deben aprobar todos, un solo revisor puede detener cualquier recuperación, y una clave perdida las impide.",
			delayDays:
				"De 1 a 3650. La propia cuenta puede detener una recuperación hasta que se ejecute, y también suficientes revisores.",
			expiryDays: "De 1 a 3650. Después, los revisores deben aprobar de nuevo.",
			vetoers: "Una dirección por línea: por ejemplo otra clave suya, o alguien que vigila por usted.",
		},
		submit: "Hacer la transacción",
		problems: {
			address: "Introduzca direcciones de 0x y 40 caracteres, una por línea.",
			count: "Nombre al menos a uno y como mucho a 32.",
			twice: "Una dirección está dos veces.",
			own: "La propia cuenta no puede ser una de estas.",
			threshold: "Introduzca un número desde 1 hasta el número de revisores.",
			days: "Introduzca un número entero de días de 1 a 3650.",
		},
	},
	sign: {
		title: "Haga que el Safe realice la transacción",
		lead: "Aún no ha ocurrido nada. Los propietarios del Safe comparan lo que pone aquí con lo que muestra su propia cartera, y firman allí.",
		facts: "Qué hace",
		enables: "Activa el módulo de recuperación de esta dirección:",
		ways: "Cómo enviarla",
		app: {
			heading: "En la aplicación del Safe",
			text: "Descargue el archivo. Abra su Safe y en él la aplicación «Transaction Builder», y suelte allí el archivo. Compare las llamadas y firme.",
			download: "Descargar el archivo",
		},
		direct: {
			heading: "Con una cartera de este navegador",
			text: "A este Safe le basta un propietario, así que su cartera puede enviar la transacción ella misma, y paga la comisión de la red. Debe estar conectada con este propietario:",
			button: "Enviarla con {wallet}",
			none: "Use otra de las vías si este navegador no tiene cartera.",
		},
		data: {
			heading: "Como datos, para otro programa",
			call: "La llamada que hace el Safe (operación 0)",
			delegateCall: "La llamada que hace el Safe: una llamada delegada a MultiSend (operación 1)",
			parts: (at) => `Llamada ${at} del lote`,
		},
		after: "Cuando los propietarios la hayan enviado, mire de nuevo la red. Solo cuenta lo que consta allí.",
		again: "Ver lo que consta en la red",
		change: "Cambiar las entradas",
	},
	batchName: "Módulo de recuperación",
};
