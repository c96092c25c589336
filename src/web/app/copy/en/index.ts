import { acts } from "./acts.ts";
import { common } from "./common.ts";
import { developers } from "./developers/index.ts";
import { exhibit } from "./exhibit.ts";
import { home } from "./home.ts";
import { review } from "./review.ts";
import { verify } from "./verify.ts";
import { wallet } from "./wallet.ts";

export const en = { acts, common, developers, exhibit, home, review, verify, wallet };
