/** Loads `listed-passwords.ts`, most of which is its filter of 330 KiB. */

type ListedPasswords = { isListed(password: string): boolean };

/** Relative to the Worker's entry. Not a literal, which wrangler would bundle into the API's script. */
const MODULE = "./passwords.mjs";

const load = (name: string): Promise<ListedPasswords> => import(name);

export const loadListedPasswords = () => load(MODULE);
