#!/usr/bin/env node
import { realpath, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serve } from './node.js';
import { l as looseObject, u as union, r as record, a as unknown, s as string, b as strictObject, c as array, n as number, d as boolean, e as createService, f as resolveProjects, D as DEFAULT_PERSONAL_KEY } from './service-index.js';

const options = {
  port: { type: "string", default: "8000" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string" },
  help: { type: "boolean", short: "h" }
};
function parseCliArguments([command, ...args]) {
  if (command === void 0) return { kind: "invalid", detail: "no command. Expected: earshot serve" };
  if (["help", "--help", "-h"].includes(command)) return { kind: "help" };
  if (command !== "serve") return { kind: "invalid", detail: `unknown command '${command}'` };
  try {
    return serveCommand(parseArgs({ args, options }).values);
  } catch (error) {
    return { kind: "invalid", detail: error.message };
  }
}
function serveCommand({ help, port, host, seed }) {
  if (help) return { kind: "help" };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    return { kind: "invalid", detail: `--port must be a number from 0 to 65535, not '${port}'` };
  if (host === "") return { kind: "invalid", detail: "--host must not be empty" };
  return { kind: "serve", port: Number(port), host, seed };
}

const object = looseObject({});
const objects = array(object);
const seedFields = {
  projects: objects,
  id: number(),
  name: string(),
  projectKey: string(),
  timeZone: string(),
  flags: union([objects, record(string(), unknown())], "expected an array of objects or an object"),
  cohorts: objects,
  surveys: objects,
  persons: objects,
  groups: objects,
  groupTypes: array(string()),
  config: object,
  quota: object,
  users: objects,
  personalKeys: objects,
  strictTags: boolean(),
  strictTokens: boolean(),
  userBodies: boolean(),
  requireUserScopes: boolean(),
  publicGet: boolean(),
  legacyRoutes: boolean(),
  maxBodyBytes: number(),
  maxEvents: number(),
  maxBytes: number(),
  throttles: object,
  requestLogSize: number()
};
const seedFile = strictObject(seedFields).partial();
function parseSeedFile(text) {
  const { data, error } = seedFile.safeParse(JSON.parse(text));
  if (!error) return data;
  const { path, message } = error.issues[0];
  throw new Error(path.length > 0 ? `${path.join(".")}: ${message}` : message);
}

const HELP = `Usage: earshot serve [options]

Serves flags, surveys and event capture on this machine. All data is kept in memory.

Options:
  --port <number>  port to listen on, 0 for any free port (default: 8000)
  --host <name>    address to listen on (default: 127.0.0.1)
  --seed <file>    JSON file with the projects, flags, surveys and persons to start with
  -h, --help       print this help

Stop the service with Ctrl-C. Exit codes: 1 if it could not start, 2 for invalid arguments.`;
async function runCli(argv, io) {
  const command = parseCliArguments(argv);
  if (command.kind === "help") {
    io.out(HELP);
    return 0;
  }
  if (command.kind === "invalid") {
    io.err(`earshot: ${command.detail}

${HELP}`);
    return 2;
  }
  try {
    const options = command.seed === void 0 ? {} : await readSeedFile(command.seed);
    const service = createService({ requestLogSize: 0, ...options });
    await service.state.flags();
    const { url, close } = await serve(service, command);
    io.out(startMessage(url, options));
    await new Promise((resolve) => io.onStop(resolve));
    await close();
    return 0;
  } catch (error) {
    io.err(`earshot: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
async function readSeedFile(file) {
  try {
    return parseSeedFile(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`cannot use the seed file ${file}: ${error.message}`);
  }
}
function startMessage(url, options) {
  const projects = resolveProjects(options);
  const keys = options.personalKeys?.map(({ key }) => key) ?? [DEFAULT_PERSONAL_KEY];
  const [first] = projects;
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, projectKey }) => `Project ${id}: key ${projectKey}`),
    `Personal keys: ${keys.join(", ")}`,
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/`,
    `API description: ${url}/openapi.json`,
    "",
    "Add to your page:",
    `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"><\/script>`
  ].join("\n");
}
async function isMainModule() {
  const entryPath = process.argv[1];
  return entryPath !== void 0 && await realpath(entryPath).catch(() => "") === fileURLToPath(import.meta.url);
}
async function main() {
  if (!await isMainModule()) return;
  process.exitCode = await runCli(process.argv.slice(2), {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    onStop: (stop) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
    }
  });
}
void main();

export { runCli };
//# sourceMappingURL=cli.js.map
