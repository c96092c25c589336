import type { about as english } from "../en/about.ts";
import { common } from "./common.ts";

const sections: typeof english.privacy.sections = [
	{
		heading: "Si solicita una recuperación o se opone a una",
		rows: [
			[
				"El caso: cuentas, cadena, motivo, transacciones, firmas, resolución judicial, historial",
				"Usted, el titular de la cuenta perdida, el socio a través del cual lo presentó y los revisores. Cualquiera puede consultar si una cuenta se reclama: desde cuándo, por qué motivo, si su titular se ha opuesto, y el estado. Nadie más ve quién recibiría.",
				"Se conserva siempre, porque un tribunal debe poder comprobarlo",
			],
			[
				"Su correo electrónico, si lo indicó",
				"Usted, el socio y los revisores",
				"Con el caso. Desaparece cuando se elimina la cuenta del socio. Su hash permanece en el historial y en las pruebas, y quien adivine la dirección puede confirmarla con él",
			],
			["Los documentos que añada, cifrados", "Usted, el socio y los revisores", "Se conservan con el caso"],
			[
				"Notas que los revisores escriben para sus colegas",
				"Los revisores",
				"Hasta 90 días después del cierre del caso",
			],
			[
				"Lo que un socio ha rellenado en un enlace para usted, como cuentas o su correo electrónico",
				"Quien empiece el enlace",
				"Hasta que el enlace se use, se anule o caduque",
			],
			[
				"Enlaces que muestran las pruebas de un caso",
				"Quien tenga el enlace",
				"Hasta que caduque (treinta días por defecto) o se revoque",
			],
			[
				"Una oposición a todos los casos de una cuenta, con su firma",
				"El titular y los revisores",
				"Se conserva siempre, para que no pueda usarse dos veces",
			],
		],
	},
	{
		heading: "Si hace vigilar una cuenta",
		rows: [
			[
				"Su correo electrónico, cifrado",
				"Usted, con casi todas las letras omitidas. El operador, que tiene la clave, podría leerlo",
				"Hasta siete días después de quitarlo",
			],
			["Correos enviados, sin dirección ni texto", "Nadie", "Treinta días"],
		],
	},
	{
		heading: "Si prepara su herencia",
		rows: [
			[
				"La dirección de su cuenta y las condiciones que aceptó",
				"Usted y los socios a través de los cuales firmó algo",
				"Hasta que usted lo borre todo",
			],
			[
				"Su testamento, cifrado",
				"Usted. La cuenta de un tribunal, tras una entrega aprobada por dos revisores",
				"Hasta que usted lo borre todo",
			],
			[
				"Códigos para sus herederos, como hash con clave",
				"El código no lo ve nadie. Usted y el socio a través del cual se creó ven la etiqueta, los últimos caracteres y los usos",
				"Hasta que usted lo borre todo",
			],
			[
				"Solicitudes de su testamento, con los datos y la orden del tribunal",
				"Usted, quien lo pidió y los revisores",
				"Hasta que usted lo borre todo",
			],
			[
				"Tras el borrado: hashes con clave que impiden reutilizar mensajes antiguos",
				"Nadie",
				"Se conservan siempre",
			],
		],
	},
	{
		heading: "Si tiene una cuenta de desarrollador, tribunal, notario o revisor",
		rows: [
			[
				"Correo electrónico, función, fecha de registro",
				"Usted y los revisores",
				"Hasta que elimine la cuenta",
			],
			["Su contraseña, como un hash que no se puede revertir", "Nadie", "Hasta que elimine la cuenta"],
			[
				"Claves de API, como hashes, con etiqueta y últimos caracteres",
				"Usted",
				"90 días después de terminar",
			],
			[
				"Sus sitios, enlaces y direcciones de webhook",
				"Usted; los revisores ven los sitios",
				"Hasta que los quite o elimine la cuenta; los enlaces terminados desaparecen a los 90 días",
			],
		],
	},
	{
		heading: "Para todos",
		rows: [
			[
				"Quién hizo qué y cuándo, con identificadores y hashes con clave de redes y cuentas",
				"Los revisores",
				"Se conserva siempre; los intentos rechazados desaparecen a los 90 días",
			],
			[
				"Lo que escribe en estas páginas antes de firmar",
				"Se queda en su navegador. Se consulta al servicio, que no guarda nada de ello",
				"Hasta que usted o su navegador lo borre",
			],
		],
	},
];

export const about: typeof english = {
	terms: {
		title: common.nav.terms,
		lead: "Estas condiciones son para quienes guardan aquí su testamento. El titular acepta una versión firmándola.",
		version: (version) => `Condiciones de ${version}`,
		current: "vigentes",
		never: "Una versión no se cambia nunca una vez publicada.",
		older: "Estas condiciones son anteriores. Las vigentes están aquí:",
		language: "Las condiciones se muestran en el idioma en que los titulares las firman, el inglés.",
		file: "El texto que se firma",
		raw: "Abrir el archivo",
	},
	privacy: {
		title: "Qué se guarda y durante cuánto tiempo",
		lead: "Este servicio guarda lo que necesitan los tribunales y las personas implicadas, y nada para publicidad ni medición.",
		operator: (name, contact) =>
			`${name} gestiona este servicio y es responsable de los datos.${contact === null ? "" : ` Contacto: ${contact}`}`,
		all: "El operador puede verlo todo, también los documentos y testamentos: sin las claves que los abren, el servicio no podría entregarlos a revisores y tribunales. El cifrado los protege de quien robe o copie el almacenamiento, no del operador. Las tablas dicen quién más ve qué.",
		who: "Quién lo ve, además del operador",
		until: "Cuánto tiempo",
		sections,
		more: {
			heading: "Conviene saber",
			items: [
				"Las páginas solo usan las cookies que necesitan: su sesión, su idioma, un enlace que usted ha iniciado, una marca de que este navegador ya inició sesión y, durante un minuto, lo que ha hecho un formulario.",
				"Ninguna página carga nada de otro sitio.",
				"Lo que está en una cadena de bloques es público y nadie puede quitarlo de allí.",
				"Los documentos y testamentos se cifran antes de guardarse, cada uno con su propia clave. Una clave del operador abre esas claves.",
				"Puede borrar su testamento y sus códigos con una firma y eliminar una cuenta de desarrollador con su contraseña.",
			],
		},
	},
};
