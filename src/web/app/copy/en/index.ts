import { acts } from "./acts.ts";
import { common } from "./common.ts";
import { developers } from "./developers/index.ts";
import { exhibit } from "./exhibit.ts";
import { home } from "./home.ts";
import { verify } from "./verify.ts";
import { wallet } from "./wallet.ts";

export const en = { acts, common, developers, exhibit, home, verify, wallet };
