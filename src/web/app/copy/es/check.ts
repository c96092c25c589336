import type { check as english } from "../en/check.ts";

export const check: typeof english = {
	title: "¿Puede ayudarme un juzgado?",
	lead: "Cuatro preguntas, un minuto. Le dicen si un tribunal puede ayudarle antes de que gaste tiempo o dinero. No guardamos ninguna respuesta.",
	skip: "Saltar las preguntas",
	account: {
		summary: "Conozco la dirección de la cuenta",
		hint: "0x y 40 caracteres. Preguntamos a la red qué clase de cuenta es, así no tiene que saberlo usted.",
		look: "Consultar la cuenta",
		address: "Cuenta",
		found: "Lo que dice la red",
		noNode: "No podemos consultar cuentas de esa red. Responda a las cuatro preguntas.",
		notNow:
			"Ahora no se puede preguntar a la red. Inténtelo de nuevo en un minuto, o responda usted a las cuatro preguntas.",
		kinds: {
			key: {
				title: "Esta cuenta se abre con una sola clave.",
				text: "No tiene código. Salvo que la cartera instale allí un contrato más adelante, solo quien tenga su clave puede mover lo que contiene.",
			},
			delegated_key: {
				title: "Esta cuenta se abre con una sola clave, y además ejecuta un contrato.",
				text: "El contrato quizá permita actuar a otros, como guardianes. Solo la empresa que ofrece la cartera puede decírselo.",
			},
			safe: {
				title: "Es una Safe.",
				text: "Sus titulares actúan juntos, y sus módulos pueden actuar sin ellos.",
			},
			contract: {
				title: "Es un contrato que no conocemos.",
				text: "Quién puede actuar por él lo dice su código. Pregunte a la empresa que ofrece la cartera.",
			},
		},
		signers: "Firmas necesarias",
		threshold: (needed, owners) =>
			owners === 1 ? "Debe firmar su único titular" : `Deben firmar ${needed} de ${owners} titulares`,
		owners: "Propietarios",
		modules: "Módulos",
		noModules: "Ninguno",
		moreModules: "Hay más módulos que estos.",
		more: (count) => `y ${count} más`,
		ours: "Módulo de recuperación",
		recoveryModule: {
			ready:
				"Activado. El titular ha nombrado en él a los revisores de este servicio, así que pueden cumplir una resolución judicial sin clave.",
			foreign: "Activado, pero el titular no ha nombrado en él a suficientes revisores de este servicio.",
			none: "No está activado",
		},
		holds: "Contiene",
		unreadToken: "no se pudo leer un token de nuestra lista",
		unseen:
			"Esto es lo que la red dice en este momento. No dice nada de otras redes, de NFT, de depósitos en otros contratos ni de tokens que no estén en la lista de este servicio.",
	},
	missing: "Elija una respuesta.",
	submit: "Ver la respuesta",
	questions: {
		kind: {
			legend: "¿Qué clase de cuenta es?",
			options: {
				key: "Se abre con una sola clave o frase semilla, como en MetaMask, Ledger o Trezor",
				shared: "Una Safe u otra cuenta con varios titulares",
				smart: "Una cartera inteligente con guardianes, llave de acceso o inicio de sesión por correo",
				company: "Una cuenta en una plataforma de intercambio u otra empresa",
				unknown: "No lo sé",
			},
		},
		others: {
			legend: "¿Quién más podría abrirla?",
			options: {
				owner: "Otro titular todavía puede firmar",
				guardian: "Hay guardianes que pueden ayudar",
				backup: "Quizá haya una copia de la clave, como una frase semilla en papel",
				nobody: "Nadie, o no lo sé",
			},
		},
		cause: {
			legend: "¿Por qué no se puede abrir?",
			options: {
				lost: "Se perdió la clave",
				died: "El titular ha fallecido",
				stolen: "Alguien robó la clave o lo que había en la cuenta",
			},
		},
		holds: {
			legend: "¿Qué contiene?",
			options: {
				token: "También USDC, USDT, tokens de acciones u otro token que emite una empresa",
				coin: "Solo la moneda de la red, como ether, o tokens sin emisor",
				unknown: "No lo sé",
			},
		},
	},
	verdicts: {
		can: "Esto puede funcionar",
		ask: "Pregunte antes a otra persona",
		cannot: "Una resolución judicial no puede abrir esta cuenta",
	},
	nobodyElse:
		"Ha respondido que otra persona puede abrirla. Con una sola clave, eso solo es posible si esa persona tiene la misma clave. En ese caso, pregúntele primero.",
	issuer: {
		named: (names) => `Quizá. Depende de ${names.join(" y ")}.`,
		first:
			"Pregunte al emisor si cumple una resolución judicial sobre una clave perdida. Puede enviarle estas palabras:",
		letter:
			"Se ha perdido la única clave de una cuenta que contiene tokens emitidos por ustedes. Si un tribunal lo ordena, ¿los reponen en otra cuenta? ¿Qué debe decir la resolución?",
	},
	ends: {
		module: {
			title: "Los revisores pueden cumplir una resolución judicial",
			why: "El titular ha activado el módulo de recuperación. Los revisores que nombró en él pueden mover lo que contiene la cuenta, tras un plazo de espera.",
			next: "Empiece aquí una recuperación. El titular, y quien él haya nombrado, puede detenerla durante la espera.",
		},
		owners: {
			title: "Los demás titulares pueden cumplir una resolución judicial",
			why: "Pueden enviar transacciones en nombre de la cuenta, y la orden les dice qué deben enviar.",
			next: "Si ya hay bastantes titulares de acuerdo, pueden ayudarle sin tribunal. Pregúnteles primero. Si no, empiece aquí una recuperación.",
		},
		company: {
			title: "Pregunte antes a la plataforma o a la empresa",
			why: "La empresa tiene la clave, así que puede darle acceso directamente. Sabe qué hacer tras un fallecimiento o una contraseña perdida.",
			next: "Escriba a su servicio de atención. Vuelva solo si le pide una resolución judicial sobre esta cuenta.",
		},
		backup: {
			title: "Busque antes la copia",
			why: "Quien tenga la frase semilla puede abrir la cuenta hoy mismo. Es más rápido que cualquier tribunal.",
			next: "Busque en cajas fuertes y en cartas, y pregunte a su abogado. No escriba nunca la frase semilla en una página web, tampoco en esta, ni se la dé a nadie que ofrezca ayuda. Si no encuentra ninguna copia, vuelva y responda «Nadie».",
		},
		guardians: {
			title: "Pregunte antes a los guardianes",
			why: "Los guardianes pueden dar una clave nueva a la cuenta, a menudo en unos días y sin tribunal.",
			next: "Abra la ayuda de la cartera y busque «recuperación». Si los guardianes no quieren actuar sin una resolución judicial, empiece aquí una recuperación.",
		},
		maker: {
			title: "Pregunte antes a la empresa que ofrece la cartera",
			why: "Solo quien pueda disponer de la cuenta puede cumplir una resolución judicial. Esa empresa puede decirle quién es.",
			next: "Pregunte: «¿Quién puede enviar una transacción de esta cuenta si falta la clave del titular?». Si le dan un nombre, empiece aquí una recuperación. Si la respuesta es «nadie», una orden no abre la cuenta.",
		},
		stolen: {
			title: "La clave la tiene el ladrón, y ninguna orden lo cambia",
			why: "Nadie más puede mover lo que hay en la cuenta, y lo que ya salió está en otra cuenta.",
			next: "Denúncielo a la policía. Si las monedas llegaron a una plataforma, la policía o un tribunal pueden hacer que se bloqueen allí. Avise también al emisor de los tokens robados: algunos pueden bloquearlos.",
		},
		keyOnly: {
			title: "Esta cuenta solo se abre con su clave",
			why: "Ni una empresa, ni un tribunal, ni este servicio pueden enviar nada sin ella.",
			next: "Siga buscando la clave o una copia. Si la cuenta contiene además un token que emite una empresa, como USDC, vuelva a responder a la última pregunta.",
		},
		issuer: {
			title: "Quizá. Depende del emisor del token.",
			why: "La moneda de la red, como ether, solo se mueve con la clave, y ningún juez puede moverla sin ella. Pero la empresa que emite un token, como USDC o USDT, puede reponerlo si un tribunal lo ordena.",
			next: "Si responde que sí, o mientras espera, prepare aquí su caso. Es gratis y no le compromete a nada.",
		},
	},
	how: {
		heading: "Cómo funciona",
		steps: [
			["Usted lo prepara", "Dice qué cuenta se ha perdido y qué debe ocurrir, y lo firma."],
			["Un tribunal decide", "Imprime nuestro documento y lo lleva a un tribunal, que decide si lo concede."],
			["Se comprueba", "Los revisores preguntan al tribunal. El titular tiene tiempo para oponerse."],
			["Se ejecuta", "Quien pueda actuar por la cuenta envía las transacciones. Usted lo sigue desde aquí."],
		],
		time: [
			"Cuánto tarda",
			"Diez minutos para usted. Un tribunal suele tardar meses. Después corre un plazo de espera; su caso muestra el último día.",
		],
		cost: [
			"Cuánto cuesta",
			"Este servicio es gratuito. Los tribunales y abogados tienen sus propias tarifas, y cada transacción paga una comisión de red.",
		],
	},
};
