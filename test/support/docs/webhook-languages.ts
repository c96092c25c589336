/** Runs the functions of docs/guides/webhook-languages.md, each in its own language, with requests as JSON. */
import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export type SignedRequest = { body: string; headers: Record<string, string>; secret: string };
/** The id of the event, or null if the function has rejected the request. */
export type Verdict = string | null;

type Language = {
	/** The file of the guide. */
	program: string;
	command: readonly [string, ...string[]];
	/** Exits with 0 where the language is at hand. */
	probe: readonly [string, ...string[]];
	/** Calls the function for each request on standard input, and prints the verdicts. */
	files: Readonly<Record<string, string>>;
};

const NODE = `import { readFileSync } from "node:fs";
import { verify } from "./verify-webhook.mjs";
const verdicts = [];
for (const { body, headers, secret } of JSON.parse(readFileSync(0)))
	verdicts.push(await verify(Buffer.from(body), headers, secret).then(({ id }) => id, () => null));
console.log(JSON.stringify(verdicts));
`;

const PYTHON = `import json, sys
from verify_webhook import verify_webhook
def verdict(request):
    try:
        return verify_webhook(request["body"].encode(), request["headers"], request["secret"])["id"]
    except ValueError:
        return None
print(json.dumps([verdict(request) for request in json.load(sys.stdin)]))
`;

const GO = `package main

import (
	"encoding/json"
	"net/http"
	"os"

	"partner/webhook"
)

func main() {
	var requests []struct {
		Body, Secret string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		panic(err)
	}
	verdicts := make([]*string, len(requests))
	for at, request := range requests {
		header := http.Header{}
		for name, value := range request.Headers {
			header.Set(name, value)
		}
		if event, err := webhook.Verify([]byte(request.Body), header, request.Secret); err == nil {
			verdicts[at] = &event.ID
		}
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

const PHP = `<?php
require 'verify_webhook.php';
$verdicts = [];
foreach (json_decode(file_get_contents('php://stdin'), true) as $request) {
    try {
        $verdicts[] = verify_webhook($request['body'], $request['headers'], $request['secret'])['id'];
    } catch (RuntimeException) {
        $verdicts[] = null;
    }
}
echo json_encode($verdicts);
`;

const RUBY = `require_relative "verify_webhook"
verdicts = JSON.parse($stdin.read).map do |request|
  verify_webhook(request["body"], request["headers"], request["secret"])["id"]
rescue RuntimeError
  nil
end
puts JSON.generate(verdicts)
`;

export const LANGUAGES = {
	"Node.js": {
		program: "verify-webhook.mjs",
		command: [process.execPath, "harness.mjs"],
		probe: [process.execPath, "--version"],
		files: { "harness.mjs": NODE },
	},
	Python: {
		program: "verify_webhook.py",
		command: ["python3", "harness.py"],
		probe: ["python3", "--version"],
		files: { "harness.py": PYTHON },
	},
	Go: {
		program: "webhook/verify.go",
		command: ["go", "run", "."],
		probe: ["go", "version"],
		files: { "main.go": GO, "go.mod": "module partner\n\ngo 1.19\n" },
	},
	PHP: {
		program: "verify_webhook.php",
		command: ["php", "harness.php"],
		probe: ["php", "--version"],
		files: { "harness.php": PHP },
	},
	Ruby: {
		program: "verify_webhook.rb",
		command: ["ruby", "harness.rb"],
		probe: ["ruby", "--version"],
		files: { "harness.rb": RUBY },
	},
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;

export function isAtHand(name: LanguageName): boolean {
	const [file, ...args] = LANGUAGES[name].probe;
	try {
		execFileSync(file, args, { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

/** @param folder has the guide's programs */
export async function verdictsOf(
	name: LanguageName,
	folder: string,
	requests: readonly SignedRequest[],
): Promise<Verdict[]> {
	const { command, files } = LANGUAGES[name];
	for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
	const [file, ...args] = command;
	return new Promise((resolve, reject) => {
		const child = execFile(file, args, { cwd: folder }, (error, stdout, stderr) => {
			if (error) reject(new Error(`${name} failed: ${stderr || error.message}`));
			else resolve(JSON.parse(stdout));
		});
		child.stdin?.end(JSON.stringify(requests));
	});
}
