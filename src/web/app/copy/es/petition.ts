import type { RecoveryReason } from "../../../../protocol/intent.ts";
import type { petition as english } from "../en/petition.ts";

const grounds: Record<RecoveryReason, string> = {
	"lost key": "La cuenta pertenece al solicitante, que ha perdido la clave y no tiene copia.",
	inheritance:
		"La cuenta pertenecía a [nombre de la persona fallecida], que falleció el [fecha]. El solicitante es [heredero o albacea], como acredita [documento].",
	other: "[Por qué la cuenta pertenece al solicitante y por qué no puede usarla.]",
};

const entitled: Record<RecoveryReason, string> = {
	"lost key": "[Nombre del solicitante] es titular de la cuenta",
	inheritance:
		"[Nombre del solicitante], como [heredero o albacea] de [nombre de la persona fallecida], tiene derecho a la cuenta",
	other: "[Nombre del solicitante] tiene derecho a la cuenta",
};

const heard: Record<RecoveryReason, string> = {
	"lost key": "[Cómo se notificó o se dio audiencia a quien pudiera tener la clave o reclamar la cuenta.]",
	inheritance:
		"[Cómo se notificó o se dio audiencia a los demás herederos y a quien pudiera reclamar la cuenta.]",
	other: "[Cómo se notificó o se dio audiencia al titular de la cuenta.]",
};

const oneKey = "[Si la cuenta se abre con una sola clave:]";
const issuerHeard = "[Cómo se notificó o se dio audiencia al emisor.]";

export const petition: typeof english = {
	title: "Modelo de escrito para el tribunal",
	caution:
		"Es una muestra y no asesoramiento jurídico. Qué tribunal decide y qué palabras necesita depende del derecho de cada lugar. Pida a un abogado que lo adapte.",
	petition: "Para la solicitud",
	order: "Propuesta de resolución",
	issuer: "[emisor del token]",
	replaces: (of) => `a ${of.issuer} reponer en ${of.to} los ${of.amount} que tiene la cuenta ${of.from}`,
	toCourt: (of) => [
		`El solicitante, [nombre y domicilio], pide al tribunal que resuelva sobre la cuenta en blockchain (cadena de bloques) ${of.lostAccount} en ${of.network}.`,
		grounds[of.reasonForRecovery],
		`El solicitante controla la cuenta ${of.recoveryAccount} y ha firmado con ella la recuperación, que está presentada en ${of.service} como caso ${of.caseId}. Su huella (jrcHash) es ${of.jrcHash}.`,
		`El solicitante pide al tribunal que ordene lo siguiente, en este orden y nada más: ${of.transactions}`,
		...(of.replacements === undefined
			? []
			: [
					`${oneKey} Solo el emisor del token puede ejecutarlo. El solicitante pide al tribunal que ordene ${of.replacements}.`,
					issuerHeard,
				]),
		`El documento adjunto describe la recuperación. Cualquiera puede comprobarlo en ${of.service}/verify.`,
	],
	ofCourt: (of) => [
		`${entitled[of.reasonForRecovery]} ${of.lostAccount} en ${of.network}, a los efectos de las transacciones siguientes.`,
		`Se acuerda ejecutar la recuperación identificada con la huella (jrcHash) ${of.jrcHash}: ${of.transactions}`,
		`${of.replacements === undefined ? "" : "[Si alguien puede actuar por la cuenta:] "}Quien pueda actuar por la cuenta puede enviar estas transacciones cuando acabe el plazo de espera que ${of.service} muestra para el caso, y ninguna otra.`,
		...(of.replacements === undefined
			? []
			: [
					`${oneKey} Solo el emisor del token puede ejecutarlo. El tribunal ordena ${of.replacements}, cuando acabe el plazo de espera que ${of.service} muestra para el caso, y no reponer nada más.`,
					issuerHeard,
				]),
		heard[of.reasonForRecovery],
		"[Título, número de procedimiento, número de asiento, fecha y sello del tribunal.]",
	],
};
