import { entry } from "./entry.ts";

export const developers = { entry };
