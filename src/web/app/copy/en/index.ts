import { about } from "./about.ts";
import { acts } from "./acts.ts";
import { cases } from "./cases.ts";
import { check } from "./check.ts";
import { common } from "./common.ts";
import { contest } from "./contest.ts";
import { desk } from "./desk.ts";
import { developers } from "./developers/index.ts";
import { estate } from "./estate.ts";
import { estateModule } from "./estate-module.ts";
import { exhibit } from "./exhibit.ts";
import { home } from "./home.ts";
import { labels } from "./labels.ts";
import { links } from "./links.ts";
import { mail } from "./mail.ts";
import { petition } from "./petition.ts";
import { problems } from "./problems.ts";
import { recover } from "./recover.ts";
import { resolve } from "./resolve.ts";
import { review } from "./review.ts";
import { signing } from "./signing.ts";
import { verify } from "./verify.ts";
import { wallet } from "./wallet.ts";
import { watch } from "./watch.ts";

export const en = {
	about,
	acts,
	cases,
	check,
	common,
	contest,
	developers,
	estate,
	estateModule,
	exhibit,
	home,
	labels,
	links,
	mail,
	petition,
	problems,
	recover,
	resolve,
	desk,
	review,
	signing,
	verify,
	wallet,
	watch,
};
