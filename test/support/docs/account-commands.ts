/**
 * The commands in the documents that no test can run, because they ask a deployment in a Cloudflare account, each with
 * its reason. They are still checked for syntax, npm scripts and options (test/unit/docs/commands.test.ts).
 */
export const ACCOUNT_COMMANDS: Readonly<Record<string, string>> = {
	"npm run reindex -- --remote": "writes a job into the database of a deployment",
	"npm run rotate-kek -- --remote": "writes a job into the database of a deployment",
};
