import type { RecoveryReason } from "../../../../protocol/intent.ts";
import type { petition as english } from "../en/petition.ts";

const grounds: Record<RecoveryReason, string> = {
	"lost key": "La cuenta pertenece al solicitante, que ha perdido la clave y no tiene copia.",
	inheritance:
		"La cuenta pertenecía a [nombre de la persona fallecida], que falleció el [fecha]. El solicitante es [heredero o albacea], como acredita [documento].",
	other: "[Por qué la cuenta pertenece al solicitante y por qué no puede usarla.]",
};

export const petition: typeof english = {
	title: "Texto de muestra para el tribunal",
	caution:
		"Es una muestra y no asesoramiento jurídico. Qué tribunal decide y qué palabras necesita depende del derecho de cada lugar. Pida a un abogado que lo adapte.",
	petition: "Para la solicitud",
	order: "Para la orden",
	toCourt: (of) => [
		`El solicitante, [nombre y domicilio], pide al tribunal que resuelva sobre la cuenta en blockchain (cadena de bloques) ${of.lostAccount} en ${of.network}.`,
		grounds[of.reasonForRecovery],
		`El solicitante controla la cuenta ${of.recoveryAccount} y ha firmado con ella la recuperación, que está presentada en ${of.service} como caso ${of.caseId}. Su huella (jrcHash) es ${of.jrcHash}.`,
		`El solicitante pide al tribunal que ordene lo siguiente, en este orden y nada más: ${of.transactions}`,
		`El documento de prueba adjunto describe la recuperación. Cualquiera puede comprobarlo en ${of.service}/verify.`,
	],
	ofCourt: (of) => [
		`[Nombre del solicitante] tiene derecho a lo que contiene la cuenta ${of.lostAccount} en ${of.network}, en la medida de las transacciones siguientes.`,
		`Se acuerda ejecutar la recuperación identificada con la huella (jrcHash) ${of.jrcHash}: ${of.transactions}`,
		`Quien pueda actuar por la cuenta puede enviar estas transacciones cuando acabe el plazo de espera que ${of.service} muestra para el caso, y ninguna otra.`,
		"[Cómo fue oído o notificado el titular de la cuenta.]",
		"[Título, número de procedimiento, número de asiento, fecha y sello del tribunal.]",
	],
};
