export type * from "../../rules/intent.ts";
