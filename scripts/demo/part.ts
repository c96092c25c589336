/** Something that the demo must stop at its end, and that must not end before. */
export type Part = { name: string; died?: Promise<unknown>; stop(): unknown };
