/** Text of the validator itself, such as "Invalid input: expected string, received undefined". */
const RAW =
	/\b(?:invalid (?:input|option|element|key|string|type|url|uuid|email|iso)|expected|received|too (?:small|big)|unrecognized|pattern|regex)\b/i;

/** The form of this service: "must …", "is …" or "has …", or a sentence. */
const OURS = /^(?:(?:must|is|has|does|may|cannot|needs|the|comes) |[A-Z].*\.$)/;

export const isRawText = (message: string): boolean => RAW.test(message) || !OURS.test(message);
