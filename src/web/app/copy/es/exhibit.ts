import type { exhibit as english } from "../en/exhibit.ts";

export const exhibit: typeof english = {
	title: "Documento para el tribunal: una recuperación y cómo comprobarla",
	lead: (service) =>
		`Esta página describe una recuperación de una cuenta en blockchain (cadena de bloques), tal como está presentada en ${service}. Cualquiera puede comprobar que sus cuentas, transacciones e historial son los registrados. No muestra quién tiene derecho: eso lo decide el tribunal.`,
	open: "Abrir el documento para el tribunal",
	evidence: "Archivo de pruebas",
	print: "Imprimir esta página",
	printed: "Generado el",
	petitioner: "Nombre del solicitante",
	deceased: "Persona fallecida, y fecha",
	fingerprint: {
		heading: "La huella de esta recuperación",
		text: "La huella (jrcHash) representa las cuentas, la red, el motivo y todas las transacciones de abajo. Si uno solo de sus dígitos fuera distinto, la huella también lo sería. Una orden que la cite no puede referirse a ninguna otra recuperación.",
		code: "La misma huella como código. Abre la página donde cualquiera puede comprobarla:",
		alt: "Código QR de la dirección que está al lado",
	},
	transactions: {
		text: "Estas transacciones, en este orden, y ninguna otra:",
		oneKey:
			"La red no muestra ningún contrato en esta cuenta. Si se abre con una sola clave, solo el emisor del token puede ejecutarlo.",
		cut: (bytes) => `… ${bytes} bytes en total. El archivo de pruebas los tiene completos.`,
	},
	history: "Cada entrada tiene un hash que abarca todas las anteriores.",
	documents: {
		heading: "Documentos en el expediente",
		text: "El servicio guarda cada documento cifrado. Su hash muestra si una copia es el mismo archivo.",
		bytes: (count) => `${count} bytes`,
	},
	verify: {
		heading: "Cómo comprueba cualquiera esta página",
		items: (address) => [
			"Pida a la parte que presenta esta página el archivo de pruebas del caso. Es un solo archivo, firmado por el servicio.",
			`Escanee el código de arriba, o abra ${address} y elija allí el archivo. La comprobación se hace en el navegador. No hace falta cuenta, y el archivo no se envía a ninguna parte.`,
			"La página dice si el archivo corresponde a esta huella, si fue cambiado y quién firmó qué. Si una entrada falla, la página la nombra.",
			"Compare la huella, las cuentas, las transacciones y el hash de la última entrada con los de este papel. Si el archivo tiene más entradas que el papel, son posteriores a la impresión.",
			"Las reglas y los formatos son públicos, así que un perito puede repetir la comprobación con otras herramientas.",
		],
	},
};
