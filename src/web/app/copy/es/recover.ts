import type { recover as english } from "../en/recover.ts";
import { common } from "./common.ts";
import { labels } from "./labels.ts";
import { problems } from "./problems.ts";

export const recover: typeof english = {
	title: "Recuperar una cuenta",
	rail: {
		label: "Pasos",
		place: (number, count) => `Paso ${number} de ${count}:`,
		check: "¿Puede ayudarme un juzgado?",
		who: "Usted",
		lost: "La cuenta",
		what: "Qué hacer",
		read: "Revisión",
		sign: "Firma",
	},
	done: "hecho",
	who: {
		lead: "Indique qué cuenta ha perdido y qué quiere recuperar, y fírmelo con una cartera. Después lo lleva a un tribunal. Nada se mueve antes de que el tribunal haya decidido.",
		leadOfHeir:
			"Alguien ha fallecido y ha dejado una cuenta en blockchain (cadena de bloques). Usted dice qué debe hacerse con lo que contiene y lo firma. Después lo lleva a un tribunal. Nada se mueve antes de que el tribunal haya decidido.",
		need: "Qué necesita",
		needs: {
			wallet: "Una cartera propia que funcione. Con ella firma, y suele ser la que recibe lo recuperado.",
			address: "La dirección de la cuenta, por ejemplo 0x9A38…d412.",
			time: "Unos diez minutos. Puede parar en cualquier momento.",
		},
		limits: "Lo que este servicio no puede hacer",
		limitsText:
			"No tenemos claves y no podemos mover nada. Cuando el tribunal haya decidido, debe hacerlo alguien que pueda actuar por la cuenta: otro titular, un guardián, la empresa que la gestiona o el emisor de un token. Si no hay nadie, una resolución judicial no abre la cuenta. Pregunte antes a la empresa que ofrece la cartera.",
		limitsOfKey:
			"No tenemos claves y no podemos mover nada. Su cuenta tiene una sola clave, así que solo puede ayudar el emisor del token. Pregúntele antes de pagar a un abogado.",
		module:
			"Algunos titulares han activado el módulo de recuperación. Entonces pueden hacerlo juntos los revisores que ellos eligieron, tras un plazo y salvo que alguien los detenga.",
		moduleMore: "Quién puede detener una recuperación y hasta cuándo (en inglés)",
		signIn: "Iniciar sesión con su cartera nueva",
		signedIn: "Ha iniciado sesión con esta cuenta, que presenta el caso:",
		signedInOther: "Ha iniciado sesión con esta cuenta:",
		other: common.action.otherAccount,
		go: common.action.continue,
	},
	kept: "Sus datos permanecen en este navegador hasta que presente el caso. Antes no guardamos nada.",
	notKept:
		"JavaScript está desactivado, así que este navegador tampoco guarda nada: si cierra esta página, pierde lo escrito.",
	draft: {
		heading: "Ya había empezado",
		text: "Este navegador ha guardado lo que escribió. Nadie más lo tiene.",
		resume: "Continuar donde lo dejó",
		discard: "Borrarlo de este navegador",
	},
	lost: {
		heading: "¿Qué cuenta se ha perdido?",
		account: "Dirección de la cuenta perdida",
		accountHint: "0x y 40 caracteres. Cópiela y péguela para evitar errores.",
		chain: labels.network,
		chooseChain: "Elija la red",
		reason: "¿Qué ha ocurrido?",
		reasons: {
			"lost key": "Se perdió la clave",
			inheritance: "El titular ha fallecido y soy heredero o albacea",
			other: "Otra cosa, como el robo de la clave",
		},
		email: "Su correo electrónico (opcional)",
		emailHint:
			"Para que los revisores puedan escribirle. Lo ven ellos y el operador. La confirma después de presentar el caso; solo entonces le escribimos.",
		receives: "Su cartera nueva, que presenta el caso y recibe:",
		ofHeir: {
			heading: "¿Qué cuenta dejó la persona fallecida?",
			account: "Dirección de la cuenta de la persona fallecida",
		},
	},
	what: {
		heading: "¿Qué quiere recuperar?",
		lead: "¿Qué monedas y tokens quiere recuperar, y cuánto? Se envían en este orden, cuando un tribunal lo haya ordenado.",
		none: "Todavía no hay nada en la lista. Añada abajo lo que debe enviarse.",
		list: "En la lista",
		holdings: {
			heading: "¿Qué contiene la cuenta?",
			offer: "Si no sabe qué contiene la cuenta, podemos consultarlo.",
			show: "Mostrar qué contiene",
			noNode: "Este servicio no puede preguntar a esa red. Busque la cuenta en un explorador de bloques.",
			ask: (host) => `¿No sabe cuánto contiene? Pida a ${host} el importe exacto.`,
			exact:
				"Si escribe más de lo que contiene la cuenta, la transferencia falla. Si escribe menos, el resto se queda allí y necesita otro caso.",
			onlyKey: (coin) =>
				`Esta cuenta se abre con una sola clave, y solo esa clave puede enviar ${coin ?? "la moneda de la red"}. Ningún tribunal puede cambiarlo. Añada un token que su emisor pueda reponer, como USDC.`,
			notSo: "La cuenta se abre con más de una clave",
			notNow: "Ahora no se puede preguntar a la red. Inténtelo de nuevo en un minuto.",
			nothing: "La cuenta no contiene moneda de la red ni ningún token de la lista de este servicio.",
			unread: "No se pudo leer un token de la lista de este servicio, así que puede faltar aquí.",
			addOne: (number) => `Enviar todo lo de la número ${number}`,
			addAll: "Enviarlo todo",
			fixed:
				"Los importes quedan fijados cuando usted firma. Lo que la cuenta reciba después no entra, y si contiene menos de lo indicado, falla el caso entero.",
			oneEach:
				"Para mayor seguridad, presente un caso por cada moneda o token: así, uno que no alcance no deshace los demás.",
			unseen:
				"Esta lista incluye la moneda de la red y los tokens que conoce este servicio. No incluye NFT, depósitos en otros contratos ni nada de otras redes.",
		},
		remove: "Quitar",
		up: "Subir",
		down: "Bajar",
		number: (number) => `la número ${number}`,
		coin: {
			heading: (symbol) => `Añadir ${symbol ?? "la moneda de la red"}`,
			amount: labels.amount,
			amountHint: "Por ejemplo: 1,5",
			add: "Añadir este pago",
		},
		token: {
			heading: "Añadir un token",
			listed: "Token",
			other: "Otro token",
			token: "Dirección del contrato del token",
			amount: labels.amount,
			amountHint: "Por ejemplo: 250,75",
			decimals: "Decimales del token (opcional)",
			decimalsHint:
				"Si lo deja vacío, se pregunta al contrato. Si no responde, busque el token en un explorador de bloques. Un número equivocado cambia el importe.",
			add: "Añadir esta transferencia",
		},
		data: {
			heading: "Añadir otra cosa (para expertos)",
			to: "Contrato o cuenta a la que se llama",
			value: "Monedas que se envían además, en wei",
			data: "Datos (calldata)",
			dataHint: "0x y dígitos hexadecimales, como los da una cartera o un programa.",
			add: "Añadir esta transacción",
		},
		to: labels.to,
		toHint: "Ya figura su propia cuenta. Cámbiela solo si debe recibirlo otra persona.",
	},
	transaction: (number) => `Transacción ${number}`,
	read: {
		heading: "Compruebe lo que va a firmar",
		lead: "Esto es exactamente lo que va a firmar. Una vez firmado, nadie puede cambiarlo, ni siquiera usted.",
		receives: labels.recoveryAccount,
		chain: labels.network,
		reason: labels.reason,
		email: labels.email,
		noEmail: labels.none,
		happens: "Qué ocurre, en este orden",
		fingerprint: "Huella de su caso, que la resolución judicial debe citar",
		exists: "Esta misma recuperación ya se ha presentado.",
		toCase: "Ver el caso",
		change: "Cambiar",
		tick: "Marque cada línea si es correcta",
		look: "Compruebe también esto",
		warnings: {
			somebody_else: (number, address) =>
				`La número ${number} va a otra persona: ${address}. Sé quién es y lo quiero así.`,
			unlimited: (number, address) =>
				`La número ${number} permite a ${address} tomar un importe ilimitado, ahora y después. Lo quiero así.`,
			safe_rules: (number, address) =>
				`La número ${number} cambia cuántos titulares de la Safe ${address} deben firmar. Los demás titulares podrán entonces decidir sin usted. Sé quiénes son y lo quiero así.`,
			unreadable: (number, address) =>
				`Nadie puede saber por la número ${number} qué hará ${address} con ella, ni quién recibe algo. La he comprobado yo.`,
			lost_without_code: (_number, address) =>
				`La cuenta ${address} es una cuenta ordinaria en esta red. Sin su clave no se puede enviar nada desde ella. Una resolución judicial alcanza entonces solo lo que otros pueden mover, como un token por su emisor. Compruebe la dirección y la red.`,
			to_lost_account: (number) =>
				`La número ${number} paga a la propia cuenta perdida, así que sigue perdido. Lo quiero así.`,
			data_to_account: (number, address) =>
				`La número ${number} envía datos a ${address}. Si es una cuenta ordinaria, los datos no tienen efecto.`,
			data_without_contract: (number, address) =>
				`La número ${number} envía datos a ${address}, que no es ningún contrato en esta red. Allí los datos no tienen efecto. Compruebe la dirección y la red.`,
		},
		untickedError:
			"Marque cada línea que sea correcta. Si una no lo es, vuelva atrás y cambie la transacción.",
	},
	sign: {
		heading: "Firmar y presentar el caso",
		lead: "Su cartera nueva firma lo que usted ha leído. Firmar no cuesta nada y no mueve nada.",
		allows: "Qué hace la firma",
		allowsItems: [
			"Presenta este caso en nombre de su cuenta.",
			"Indica qué transferencias podrá ordenar el juez.",
		],
		forbids: "Qué no hace",
		forbidsItems: [
			"No da a nadie acceso a su cuenta.",
			"No mueve nada. Sin una resolución judicial no ocurre nada.",
		],
		submit: "Presentar el caso",
		notFiled: "El caso no se ha presentado y no se ha perdido nada de lo que escribió:",
		tooManyOpen:
			"Tiene tantos casos abiertos sobre esta cuenta perdida como el servicio admite de una persona. Retire uno en «Sus casos», o espere a que se decida alguno, y presente este de nuevo.",
		taken: "Esta recuperación ya está presentada, con otro correo electrónico o por otra persona.",
	},
	next: {
		title: "Su caso está registrado. Ahora le toca ir al juzgado",
		lead: "El servicio guarda su caso, pero solo un tribunal puede decidirlo. Estos son los pasos:",
		steps: {
			court: "Llévelo a un tribunal",
			courtText:
				"Suele ser el juzgado civil de su domicilio. Un abogado puede decírselo. La resolución debe citar la huella que figura en el documento.",
			courtTextOfHeir:
				"Es el juzgado o la notaría que tramita la herencia, normalmente en el último domicilio de la persona fallecida. Un abogado puede decírselo. La resolución debe citar la huella que figura en el documento.",
			bring: "Qué llevar",
			paper: "El documento para el tribunal, impreso",
			evidence:
				"El archivo de pruebas, que demuestra lo que dice el documento: en una memoria USB o por correo, como prefiera el tribunal",
			own: "Su documento de identidad y lo que demuestre que la cuenta es suya",
			ownOfHeir:
				"El testamento o la declaración de herederos, el certificado de defunción y su documento de identidad",
			order: "Introduzca la orden aquí",
			orderText:
				"Cuando tenga la resolución judicial, introdúzcala en la página del caso y fírmela con esta cuenta.",
			wait: "Espere hasta que la recuperación se pueda ejecutar",
			waitText:
				"La página del caso indica desde cuándo. Si alguien tiene todavía la clave de la cuenta, puede oponerse hasta que se ejecute. Después envía las transacciones quien pueda disponer de la cuenta, o el emisor repone su token. Este servicio no puede enviarlas.",
		},
		until: labels.pausesOn,
		notLost: labels.notLost,
		notMailed: (email) => `Usted indicó ${email}. Todavía no le escribimos:`,
		confirm: "confirme la dirección",
		calendar: common.action.saveDates,
		toCase: common.action.toCase,
	},
	calendar: {
		expires:
			"Su caso de recuperación queda en pausa si no tiene resolución judicial. Podrá introducirla también después",
		executable: "Su caso de recuperación: ya se puede ejecutar",
	},
	problems: {
		address: problems.address,
		checksum: "Un carácter de esta dirección está mal: sus mayúsculas no encajan. Cópiela de nuevo.",
		same: "La cuenta perdida y la que recibe deben ser distintas.",
		chain: problems.chain,
		reason: "Elija qué ha ocurrido.",
		email: "Escriba un correo electrónico o déjelo vacío.",
		amount:
			"Escriba el importe como un número, así: 2500 o 1,5. No puede tener más decimales que la moneda o el token.",
		elsewhere: (number, symbol, network) =>
			`La número ${number} es de ${symbol} en ${network}. Quítela y añada el token de su red.`,
		wei: "Escriba un número entero de wei o déjelo vacío.",
		decimals: "Escriba un número entero de 0 a 36.",
		decimalsUnknown:
			"El contrato no dice aquí sus decimales. Tómelos de su página en un explorador de bloques.",
		decimalsDiffer: (told: number) => `El contrato dice ${told}. Escriba ese número o déjelo vacío.`,
		decimalsRestated: (stated) =>
			`Para este token usted indicó ${stated} más arriba. Escriba el mismo número o quite antes esa transacción.`,
		data: "Escriba 0x y un número par de dígitos hexadecimales.",
		none: "Añada lo que debe enviarse: escriba abajo un importe y pulse «Añadir esta transferencia».",
		tooMany: "Un caso admite 500 transacciones. Quite una antes.",
	},
};
