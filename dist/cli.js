#!/usr/bin/env node
import { realpath, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve } from './node.js';
import { c as createService, p as projectsOf, D as DEFAULT_PERSONAL_KEY } from './service-index.js';

const DEFAULT_PORT = 8e3;
const DEFAULT_HOST = "127.0.0.1";
const OPTIONS = ["--port", "--host", "--seed"];
function cliCommand(words) {
  if (words.includes("--help") || words.includes("-h") || words[0] === "help") return { kind: "help" };
  const [command, ...rest] = words;
  if (command === void 0) return { kind: "wrong", detail: "say what to do: earshot serve" };
  if (command !== "serve") return { kind: "wrong", detail: `there is no command ${command}` };
  const values = /* @__PURE__ */ new Map();
  for (let at = 0; at < rest.length; at++) {
    const [name, inline] = splitAtEquals(rest[at]);
    if (!OPTIONS.includes(name)) return { kind: "wrong", detail: `there is no option ${name}` };
    const value = inline ?? rest[++at];
    if (value === void 0 || value === "") return { kind: "wrong", detail: `${name} needs a value` };
    values.set(name, value);
  }
  const port = values.get("--port") ?? String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    return { kind: "wrong", detail: `--port must be a number from 0 to 65535, not ${port}` };
  }
  return {
    kind: "serve",
    port: Number(port),
    host: values.get("--host") ?? DEFAULT_HOST,
    seed: values.get("--seed")
  };
}
function splitAtEquals(word) {
  const at = word.indexOf("=");
  return at < 0 ? [word, void 0] : [word.slice(0, at), word.slice(at + 1)];
}
const SEED_FIELDS = {
  projects: "a list",
  id: "a number",
  name: "a text",
  projectKey: "a text",
  timeZone: "a text",
  flags: "a list or an object",
  cohorts: "a list",
  surveys: "a list",
  persons: "a list",
  groups: "a list",
  groupTypes: "a list",
  config: "an object",
  quota: "an object",
  users: "a list",
  personalKeys: "a list",
  strictTags: "true or false",
  strictTokens: "true or false",
  userBodies: "true or false",
  requireUserScopes: "true or false",
  publicGet: "true or false",
  legacyRoutes: "true or false",
  maxBodyBytes: "a number",
  maxEvents: "a number",
  throttles: "an object",
  requestLogSize: "a number"
};
function seedFault(content) {
  if (kindOf(content) !== "an object") return "it must hold a JSON object";
  for (const [field, value] of Object.entries(content)) {
    const wanted = Object.hasOwn(SEED_FIELDS, field) ? SEED_FIELDS[field] : void 0;
    if (wanted === void 0) return `there is no option ${field}`;
    if (!wanted.includes(kindOf(value))) return `${field} must be ${wanted}`;
    const isList = Array.isArray(value) && field !== "groupTypes";
    if (isList && !value.every((item) => kindOf(item) === "an object"))
      return `${field} must be a list of objects`;
  }
  return void 0;
}
function kindOf(value) {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  const kinds = { string: "a text", number: "a number", boolean: "true or false" };
  return kinds[typeof value] ?? "an object";
}

const HELP = `earshot serve   answers flags, surveys and events on this machine, in memory

  --port <number>   where to listen; 0 takes any free port (8000)
  --host <name>     which address to listen on (127.0.0.1)
  --seed <file>     JSON with projects, flags, surveys, persons ... to begin with
  --help            this text

Stops at Ctrl-C. Exit code 2: the arguments make no sense; 1: it could not start.`;
async function runCli(words, world) {
  const command = cliCommand(words);
  if (command.kind === "help") {
    world.out(HELP);
    return 0;
  }
  if (command.kind === "wrong") {
    world.err(`earshot: ${command.detail}

${HELP}`);
    return 2;
  }
  try {
    const options = command.seed === void 0 ? {} : await readSeed(command.seed);
    const service = createService(options);
    await service.state.flags();
    const { url, close } = await serve(service, command);
    world.out(greeting(url, options));
    await new Promise((resolve) => world.onStop(resolve));
    await close();
    return 0;
  } catch (error) {
    world.err(`earshot: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
async function readSeed(file) {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`cannot read the seed file ${file}`);
  });
  const content = parsed(text, file);
  const fault = seedFault(content);
  if (fault) throw new Error(`the seed file ${file} is wrong: ${fault}`);
  return content;
}
function parsed(text, file) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the seed file ${file} is wrong: it is not JSON`);
  }
}
function greeting(url, options) {
  const projects = projectsOf(options);
  const keys = options.personalKeys?.map(({ key }) => key) ?? [DEFAULT_PERSONAL_KEY];
  const [first] = projects;
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, projectKey }) => `Project ${id}: key ${projectKey}`),
    `Personal keys: ${keys.join(", ")}`,
    `Surveys: ${url}/api/projects/${first?.id ?? 1}/surveys/   Interface: ${url}/openapi.json`,
    "",
    "Paste into a page:",
    `<script async crossorigin src="https://your-cdn.example/earshot.js" data-api-key="${first?.projectKey}" data-api-host="${url}"><\/script>`
  ].join("\n");
}
async function isStarted() {
  const started = process.argv[1];
  return started !== void 0 && await realpath(started).catch(() => "") === fileURLToPath(import.meta.url);
}
async function main() {
  if (!await isStarted()) return;
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
