import { common } from "./common.ts";
import { home } from "./home.ts";

export const en = { common, home };
