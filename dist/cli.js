#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serve } from './node.js';
import { l as looseObject, r as record, u as unknown, b as boolean, a as union, s as strictObject, c as array, n as number, d as string, e as createService, D as DEFAULT_PERSONAL_KEY, f as resolveProjects } from './service-index.js';

const options = {
  port: { type: "string", default: "8000" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string" },
  data: { type: "string" },
  help: { type: "boolean", short: "h" }
};
function parseCliArguments([command, ...args]) {
  if (command === void 0) return { kind: "invalid", detail: "no command. Expected: earshot serve" };
  if (["help", "--help", "-h"].includes(command)) return { kind: "help" };
  if (command === "--version") return { kind: "version" };
  if (command !== "serve") return { kind: "invalid", detail: `unknown command '${command}'` };
  try {
    return serveCommand(parseArgs({ args, options }).values);
  } catch (error) {
    return { kind: "invalid", detail: error.message };
  }
}
function serveCommand({ help, port, host, seed, data }) {
  if (help) return { kind: "help" };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    return { kind: "invalid", detail: `--port must be a number from 0 to 65535, not '${port}'` };
  if (host === "") return { kind: "invalid", detail: "--host must not be empty" };
  if (data === "") return { kind: "invalid", detail: "--data must not be empty" };
  return { kind: "serve", port: Number(port), host, seed, data };
}

const SCRIPT_PATH = /^\/(earshot(?:\.full|-surveys|-encoders)?\.js)$/;
function serveScripts(service, folder) {
  return {
    fetch: async (input, init, connection) => {
      const script = input instanceof Request && input.method === "GET" ? await readScript(input.url, folder) : void 0;
      return script ?? service.fetch(input, init, connection);
    }
  };
}
async function hasScript(folder) {
  return await readScript("http://localhost/earshot.js", folder) !== void 0;
}
async function readScript(url, folder) {
  const file = SCRIPT_PATH.exec(new URL(url).pathname)?.[1];
  const text = file === void 0 ? void 0 : await readFile(join(folder, file), "utf8").catch(() => void 0);
  if (text === void 0) return void 0;
  const headers = { "Content-Type": "text/javascript; charset=utf-8", "Access-Control-Allow-Origin": "*" };
  return new Response(text, { headers });
}

const object = looseObject({});
const objects = array(object);
const text = string();
const properties = record(text, unknown());
const definition = looseObject({
  active: boolean().optional(),
  filters: looseObject({ groups: objects.optional(), multivariate: object.nullish(), payloads: object.nullish() }).optional()
});
const flagValue = union([boolean(), text, definition], "expected true, false, a variant or a definition");
const question = looseObject({ type: text, question: text });
const projectFields = {
  id: number(),
  name: text,
  projectKey: text,
  timeZone: text,
  flags: union(
    [array(definition.extend({ key: text })), record(text, flagValue)],
    "expected an array of objects with a key, or an object of flags"
  ),
  cohorts: array(looseObject({ id: number() })),
  surveys: array(looseObject({ questions: array(question).nullish() })),
  persons: array(
    strictObject({
      distinct_ids: array(text),
      properties: properties.optional(),
      is_identified: boolean().optional()
    })
  ),
  groups: array(strictObject({ type: text, key: text, properties: properties.optional() })),
  groupTypes: array(text),
  config: object,
  quota: strictObject({ flags: boolean(), events: boolean(), recordings: boolean() }).partial()
};
const throttle = strictObject({ requests: number(), perMs: number() });
const seedFields = {
  ...projectFields,
  projects: array(strictObject(projectFields).partial()),
  users: array(looseObject({ email: text })),
  personalKeys: array(
    strictObject({
      key: text,
      scopes: array(text).optional(),
      projects: array(number()).optional(),
      user: text.optional()
    })
  ),
  strictTags: boolean(),
  strictTokens: boolean(),
  userBodies: boolean(),
  requireUserScopes: boolean(),
  publicGet: boolean(),
  legacyRoutes: boolean(),
  maxBodyBytes: number(),
  maxEvents: number(),
  maxBytes: number(),
  throttles: strictObject({ flags: throttle, capture: throttle, management: throttle, users: throttle }).partial(),
  requestLogSize: number()
};
const seedFile = strictObject(seedFields).partial();
function parseSeedFile(text2) {
  const { data, error } = seedFile.safeParse(JSON.parse(text2));
  if (!error) return data;
  const { path, message } = error.issues[0];
  throw new Error(path.length > 0 ? `${path.join(".")}: ${message}` : message);
}

const HELP = `Usage: earshot serve [options]

Serves flags, surveys and event capture on this machine. Data is kept in memory, or in a database with --data.

Options:
  --port <number>  port to listen on, 0 for any free port (default: 8000)
  --host <name>    address to listen on (default: 127.0.0.1). Other machines need the
                   personal keys of the seed, or the random one that is printed
  --data <where>   SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or
                   postgres://user@host/name (default: EARSHOT_DATA, else memory)
  --seed <file>    JSON file with the projects, flags, surveys and persons to start with
  -h, --help       print this help
  --version        print the version (without a command)

Stop the service with Ctrl-C. Exit codes: 1 if it could not start, 2 for invalid arguments.`;
async function runCli(argv, io, folder = FOLDER) {
  const command = parseCliArguments(argv);
  if (command.kind === "help") {
    io.out(HELP);
    return 0;
  }
  if (command.kind === "version") {
    io.out(await readVersion());
    return 0;
  }
  if (command.kind === "invalid") {
    io.err(`earshot: ${command.detail}

${HELP}`);
    return 2;
  }
  let store;
  try {
    const seed = command.seed === void 0 ? {} : await readSeedFile(command.seed);
    const options = isLoopback(command.host) ? seed : withSecretKey(seed);
    const data = command.data ?? io.env["EARSHOT_DATA"];
    if (data) store = await (await import('./store.js')).openStore(data);
    else io.out("Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.");
    if (store && !isLoopback(command.host)) await removeDefaultKey(store);
    const service = createService({ requestLogSize: 0, store, ...options });
    await service.state.flags();
    const { url, close } = await serve(serveScripts(service, folder), command);
    io.out(startMessage(pageUrl(url), options, await hasScript(folder)));
    await new Promise((resolve) => io.onStop(resolve));
    await close();
    return 0;
  } catch (error) {
    io.err(`earshot: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await store?.close();
  }
}
async function removeDefaultKey(store) {
  await store.transaction((transaction) => transaction.remove("personalKeys", { key: DEFAULT_PERSONAL_KEY }));
}
async function readSeedFile(file) {
  try {
    return parseSeedFile(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`cannot use the seed file ${file}: ${error.message}`);
  }
}
function isLoopback(host) {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
function withSecretKey(options) {
  const { personalKeys } = options;
  if (!personalKeys)
    return { ...options, personalKeys: [{ key: `phx_${crypto.randomUUID().replaceAll("-", "")}` }] };
  if (personalKeys.every(({ key }) => key !== DEFAULT_PERSONAL_KEY)) return options;
  throw new Error(
    `--host opens the service to other machines. The seed must not contain the key ${DEFAULT_PERSONAL_KEY}.`
  );
}
function pageUrl(url) {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//localhost:");
}
function startMessage(url, options, hasScripts) {
  const projects = resolveProjects(options);
  const keys = options.personalKeys?.map(({ key }) => key) ?? [DEFAULT_PERSONAL_KEY];
  const [first] = projects;
  const scriptHost = hasScripts ? url : "https://your-cdn.example";
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, projectKey }) => `Project ${id}: key ${projectKey}`),
    `Personal keys: ${keys.join(", ")}`,
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/`,
    `API description: ${url}/openapi.json`,
    "",
    "Add to your page:",
    `<script async crossorigin src="${scriptHost}/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"><\/script>`
  ].join("\n");
}
const FOLDER = dirname(fileURLToPath(import.meta.url));
async function readVersion(folder = FOLDER) {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => void 0);
  return text === void 0 ? readVersion(dirname(folder)) : JSON.parse(text).version;
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
    env: process.env,
    onStop: (stop) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
    }
  });
}
void main();

export { runCli };
//# sourceMappingURL=cli.js.map
