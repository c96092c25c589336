/** All texts of the pages. English defines which there are, and a text that another language lacks is a type error. */
import type { Language } from "../../../kernel/languages.ts";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";

export type Copy = typeof en;

const COPIES: Record<Language, Copy> = { en, es };

export const copyFor = (language: Language): Copy => COPIES[language];
