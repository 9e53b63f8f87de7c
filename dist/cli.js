#!/usr/bin/env node
import { readFile, realpath } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { p as personalKeyRow, h as hashAndMask, b as personalKeyId, c as hashPersonalKey } from './service-tables.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from './node.js';
import { l as looseObject, r as record, u as unknown, b as boolean, a as union, s as strictObject, c as array, n as number, d as string, e as int, f as email, _ as _enum, N as NEVER, o as object$1, i as isObject, g as nextFlagId, h as seedFlagRow, j as seedUserRow, D as DEFAULT_PERSONAL_KEY, k as seed, m as createMemoryStore, p as createService, q as resolveProjects } from './service-index.js';

var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, key + "" , value);
class UsageError extends Error {
  constructor() {
    super(...arguments);
    __publicField(this, "name", "UsageError");
  }
}
function defineCommand(definition) {
  const { name, summary, positionals, options, run } = definition;
  return {
    name,
    summary,
    help: commandHelp(definition),
    run: async (args, io) => {
      const parsed = parse(args, options, positionals !== void 0);
      await run(parsed.values, io, parsed.positionals);
    }
  };
}
function parse(args, options, allowPositionals) {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    throw new UsageError(error.message);
  }
}
function commandHelp(definition) {
  const { name, positionals, description, options, notes } = definition;
  const rows = Object.entries(options).map(([option, { value, help }]) => [
    value === void 0 ? `--${option}` : `--${option} <${value}>`,
    help
  ]);
  rows.push(["-h, --help", "print this help"]);
  return [
    `Usage: earshot ${[name, positionals, "[options]"].filter(Boolean).join(" ")}`,
    "",
    description,
    "",
    "Options:",
    ...alignRows(rows),
    ...notes === void 0 ? [] : ["", notes]
  ].join("\n");
}
function alignRows(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(
    ([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll("\n", `
${" ".repeat(width + 4)}`)}`
  );
}

const dataOption = {
  type: "string",
  value: "where",
  help: "SQLite file or PostgreSQL URL, for example earshot.db or\npostgres://user@host/name (default: EARSHOT_DATA)"
};
async function withDatabase({ data, env, mayCreate = false }, work) {
  const url = data ?? env["EARSHOT_DATA"];
  if (!url) throw new UsageError("--data is missing. Expected a SQLite file or a PostgreSQL URL");
  const { openStore } = await import('./store.js');
  const store = await openStore(url, { mustExist: !mayCreate });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const CHUNK_LENGTH = 65536;
const exportCommand = defineCommand({
  name: "export",
  summary: "write everything of a database as lines of JSON",
  description: `Writes everything of a database to the output as lines of JSON, as it is at one moment. A service may use the
database meanwhile. The lines have personal data and two-factor secrets: keep them like a backup. Of personal
keys they have the hashes.`,
  options: { data: dataOption },
  notes: "Example: earshot export --data earshot.db > earshot.ndjson",
  run: ({ data }, { env, write, err }) => withDatabase({ data, env }, async (store) => {
    const { exportLines } = await import('./service-exportLines.js');
    let chunk = "";
    let lines = 0;
    for await (const line of exportLines(store, (/* @__PURE__ */ new Date()).toISOString())) {
      chunk += `${line}
`;
      lines++;
      if (chunk.length < CHUNK_LENGTH) continue;
      await write(chunk);
      chunk = "";
    }
    await write(chunk);
    err(`Exported ${lines - 2} rows.`);
  })
});

const importCommand = defineCommand({
  name: "import",
  summary: "read the lines of an export into a database",
  description: `Reads the lines of earshot export from the input into a new database. Rows are stored in steps: when a line is
wrong, its number is printed, and the steps before it stay.`,
  options: {
    data: dataOption,
    merge: {
      type: "boolean",
      help: "accept a database with data of the same service, and add the rows that it\nlacks: to continue an import"
    }
  },
  notes: "Example: earshot import --data earshot.db < earshot.ndjson",
  run: ({ data, merge = false }, { env, lines, err }) => withDatabase({ data, env, mayCreate: true }, async (store) => {
    const { importLines } = await import('./service-importLines.js');
    const { added, kept } = await importLines(store, lines(), { merge });
    err(`Imported ${added} rows.${kept > 0 ? ` ${kept} were there already.` : ""}`);
  })
});

function newKey(prefix) {
  return prefix + randomBytes(32).toString("base64url");
}

async function addPersonalKey(transaction, fields) {
  const key = newKey("phx_");
  const row = personalKeyRow({ ...hashAndMask(key), ...fields, created_at: (/* @__PURE__ */ new Date()).toISOString() });
  await transaction.put("personalKeys", row);
  return { key, row };
}

async function requireOwner(store, email, field) {
  const users = await store.find("users", { where: {} });
  const [first] = users;
  if (!first) throw new Error("the database has no users. Run earshot serve with it first");
  const owner = email === void 0 ? first : findByEmail(users, email);
  if (owner) return owner;
  throw new Error(
    `${field}: no user has this email address. Expected ${users.map((user) => user.email).join(", ")}`
  );
}
function findByEmail(users, email) {
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase());
}
async function requireProjects(store, ids, field) {
  for (const id of ids)
    if (!await store.get("projects", { id })) throw new Error(`${field}: there is no project ${id}`);
}

const SCOPES = [
  "*",
  "survey:read",
  "survey:write",
  "activity_log:read",
  "feature_flag:read",
  "feature_flag:write",
  "user:read",
  "user:write"
];

const createKeyCommand = defineCommand({
  name: "keys create",
  summary: "create a personal key, and print it once",
  description: `Creates a personal key for the management endpoints, and prints it. The database keeps its hash alone, so the
key cannot be shown again. A running service accepts it within a second.`,
  options: {
    data: dataOption,
    user: { type: "string", value: "email", help: "owner of the key (default: the first user)" },
    project: {
      type: "string",
      multiple: true,
      value: "id",
      help: "project that the key may access, may be repeated (default: all projects)"
    },
    scope: {
      type: "string",
      multiple: true,
      value: "scope",
      help: `may be repeated (default: *, all scopes). Scopes:
${SCOPES.slice(1).join(", ")}`
    },
    label: { type: "string", value: "text", help: "name for the list of keys" }
  },
  run: async ({ data, user, project, scope = ["*"], label = "" }, { env, out, err }) => {
    for (const name of scope) requireScopeName(name);
    const projectIds = project?.map(parseProjectId) ?? null;
    const { key, row } = await withDatabase(
      { data, env },
      (store) => store.transaction(async (transaction) => {
        await requireProjects(transaction, projectIds ?? [], "--project");
        const owner = await requireOwner(transaction, user, "--user");
        return addPersonalKey(transaction, {
          label,
          user_id: owner.id,
          scopes: scope,
          project_ids: projectIds
        });
      })
    );
    err(`Created key ${row.id}. Keep it now: it cannot be shown again.`);
    out(key);
  }
});
const listKeysCommand = defineCommand({
  name: "keys list",
  summary: "list the personal keys",
  description: "Lists the personal keys by their ids, without the keys themselves.",
  options: { data: dataOption },
  run: async ({ data }, { env, out }) => {
    const { keys, users } = await withDatabase({ data, env }, async (store) => ({
      keys: await store.find("personalKeys", { where: {} }),
      users: await store.find("users", { where: {} })
    }));
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    out(formatTable([HEADINGS, ...keys.map((key) => keyCells(key, emails.get(key.user_id) ?? ""))]));
  }
});
const revokeKeysCommand = defineCommand({
  name: "keys revoke",
  summary: "revoke personal keys",
  positionals: "<id> \u2026",
  description: `Revokes personal keys by the ids of earshot keys list. A running service refuses them within a second. A key
that a configuration file declares comes back at the next start.`,
  options: { data: dataOption },
  run: async ({ data }, { env, err }, ids) => {
    if (ids.length === 0) throw new UsageError("no id. Expected an id that earshot keys list prints");
    await withDatabase(
      { data, env },
      (store) => store.transaction(async (transaction) => {
        for (const id of ids)
          if (!await transaction.remove("personalKeys", { id }))
            throw new Error(
              `there is no key with the id ${id}, and none is revoked. earshot keys list prints the ids`
            );
      })
    );
    err(`Revoked ${ids.join(", ")}.`);
  }
});
function requireScopeName(name) {
  if (!SCOPES.some((scope) => scope === name))
    throw new UsageError(`unknown scope '${name}'. Expected one of ${SCOPES.join(", ")}`);
}
function parseProjectId(text) {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--project must be the id of a project, not '${text}'`);
}
const HEADINGS = ["ID", "KEY", "LABEL", "USER", "PROJECTS", "SCOPES", "CREATED"];
function keyCells({ id, mask, label, project_ids, scopes, created_at }, user) {
  const projects = project_ids === null ? "all" : project_ids.join(" ");
  return [id, mask ?? "", label, user, projects, scopes.join(" "), created_at.slice(0, 10)].map(
    (cell) => cell || "-"
  );
}
function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map(
    (row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()
  ).join("\n");
}

const migrateCommand = defineCommand({
  name: "migrate",
  summary: "rewrite a site from posthog-js to Earshot",
  positionals: "[folder]",
  description: `Rewrites a site from posthog-js to Earshot: imports, mocks, types, settings of init and of the
provider, the snippet in HTML, package.json. Prints a diff and what is left to do.`,
  options: {
    write: { type: "boolean", help: "write the files (default: print the diff)" },
    "script-url": {
      type: "string",
      value: "url",
      default: "/earshot.js",
      help: "where the site serves earshot.js (default: /earshot.js)"
    }
  },
  notes: `The diff goes to the standard output, the rest to the standard error. A file that cannot be parsed
is listed and left as it is.`,
  async run({ write = false, "script-url": scriptUrl }, io, [folder = ".", ...more]) {
    if (more.length > 0) throw new UsageError("expected one folder");
    const { runMigrate } = await import('./migrate.js');
    await runMigrate({ folder, write, scriptUrl }, io);
  }
});

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
const text$1 = string();
const properties = record(text$1, unknown());
const definition = looseObject({
  active: boolean().optional(),
  filters: looseObject({ groups: objects.optional(), multivariate: object.nullish(), payloads: object.nullish() }).optional()
});
const flagValue = union(
  [boolean(), text$1, definition],
  "expected true, false, a variant or a definition"
);
const question = looseObject({ type: text$1, question: text$1 });
const projectFields = {
  id: number(),
  name: text$1,
  projectKey: text$1,
  timeZone: text$1,
  flags: union(
    [array(definition.extend({ key: text$1 })), record(text$1, flagValue)],
    "expected an array of objects with a key, or an object of flags"
  ),
  cohorts: array(looseObject({ id: number() })),
  surveys: array(looseObject({ questions: array(question).nullish() })),
  persons: array(
    strictObject({
      distinct_ids: array(text$1),
      properties: properties.optional(),
      is_identified: boolean().optional()
    })
  ),
  groups: array(strictObject({ type: text$1, key: text$1, properties: properties.optional() })),
  groupTypes: array(text$1),
  config: object,
  quota: strictObject({ flags: boolean(), events: boolean(), recordings: boolean() }).partial()
};
function strictFields(shape) {
  const expected = Object.keys(shape).join(", ");
  const error = ({ code }) => code === "unrecognized_keys" ? `unknown field. Expected one of ${expected}` : void 0;
  return strictObject(shape, { error });
}
const throttle = strictFields({ requests: number(), perMs: number() });
const settingFields = {
  strictTags: boolean(),
  strictTokens: boolean(),
  userBodies: boolean(),
  requireUserScopes: boolean(),
  publicGet: boolean(),
  legacyRoutes: boolean(),
  maxBodyBytes: number(),
  maxEvents: number(),
  maxBytes: number(),
  throttles: strictFields({
    flags: throttle,
    capture: throttle,
    management: throttle,
    users: throttle
  }).partial()
};
const seedFields = {
  ...projectFields,
  ...settingFields,
  projects: array(strictObject(projectFields).partial()),
  users: array(looseObject({ email: text$1 })),
  personalKeys: array(
    strictObject({
      key: text$1,
      label: text$1.optional(),
      scopes: array(text$1).optional(),
      projects: array(number()).optional(),
      user: text$1.optional()
    })
  ),
  requestLogSize: number()
};
const seedFile = strictObject(seedFields).partial();
function parseSeedFile(text2) {
  const { data, error } = seedFile.safeParse(JSON.parse(text2));
  if (!error) return data;
  const { path, message } = error.issues[0];
  throw new Error(path.length > 0 ? `${path.join(".")}: ${message}` : message);
}

const MIN_KEY_LENGTH = 16;
const text = string();
const id = int().positive();
const project = strictFields({
  id,
  name: text.optional(),
  projectKey: text.regex(
    /^(?!phx_)[!-~]{1,64}$/,
    "expected up to 64 ASCII characters without spaces, not beginning with phx_"
  ).optional(),
  flags: record(text, flagValue).optional(),
  timeZone: text.refine(isTimeZone, "expected an IANA time zone, for example Europe/Berlin").optional(),
  config: looseObject({}).optional(),
  quota: strictFields({
    flags: boolean().optional(),
    events: boolean().optional(),
    recordings: boolean().optional()
  }).optional()
});
const user = strictFields({
  email: email(),
  first_name: text.optional(),
  last_name: text.optional(),
  is_staff: boolean().optional(),
  is_email_verified: boolean().optional(),
  role_at_organization: text.optional()
});
const personalKey = strictFields({
  key: text.min(MIN_KEY_LENGTH, `expected at least ${MIN_KEY_LENGTH} characters`).optional(),
  hash: text.regex(/^sha256\$[0-9a-f]{64}$/, "expected sha256$ and the SHA-256 of the key in 64 hex digits").optional(),
  label: text.optional(),
  user: text.optional(),
  projects: array(id).optional(),
  scopes: array(_enum(SCOPES)).optional()
}).transform(({ key, hash, ...fields }, context) => {
  if (key !== void 0 && hash === void 0) return { ...fields, ...hashAndMask(key) };
  if (hash !== void 0 && key === void 0) return { ...fields, hash, mask: null };
  context.addIssue("expected either key or hash");
  return NEVER;
});
const configFile = strictFields({
  port: int().min(0).max(65535).optional(),
  host: text.min(1).optional(),
  data: text.min(1).optional(),
  projects: array(project).default([]),
  users: array(user).default([]),
  personalKeys: array(personalKey).default([]),
  ...object$1(settingFields).partial().shape
});
const withoutKeys = looseObject({
  personalKeys: array(
    looseObject({
      key: text.regex(
        /^\$\{\w+\}$/,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of the file.
        'expected an environment variable, for example "${EARSHOT_KEY}". Or set hash in place of key'
      ).optional()
    })
  ).optional()
});
function parseConfigFile(json, env) {
  const raw = check(withoutKeys, parseJson(json));
  return check(configFile, withEnvironment(raw, env));
}
function check(schema, value) {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const issue = error.issues[0];
  const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]] : issue.path;
  throw new Error(path.length > 0 ? `${path.join(".")}: ${issue.message}` : issue.message);
}
function parseJson(json) {
  try {
    return JSON.parse(json);
  } catch {
    const lines = json.split(/(?<=\n)/);
    const wrong = lines.findIndex((_, index) => !isBeginning(lines.slice(0, index + 1).join("")));
    throw new Error(`line ${wrong < 0 ? lines.length : wrong + 1} is not JSON`);
  }
}
function isBeginning(text2) {
  try {
    JSON.parse(text2);
    return true;
  } catch (error) {
    const { message } = error;
    return /end of JSON|Unterminated/.test(message) || message.endsWith(`position ${text2.length}`);
  }
}
function withEnvironment(value, env, path = []) {
  const inside = (item, name) => withEnvironment(item, env, [...path, String(name)]);
  if (Array.isArray(value)) return value.map(inside);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item, name)]));
  if (typeof value !== "string") return value;
  return value.replace(/\$\{(\w+)\}/g, (_, name) => {
    const found = env[name];
    if (!found) throw new Error(`${path.join(".")}: the environment variable ${name} is not set`);
    return found;
  });
}
function isTimeZone(name) {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

async function applyProjects(transaction, projects) {
  for (const [index, { id, name, projectKey, timeZone }] of projects.entries()) {
    const known = await transaction.get("projects", { id });
    const token = projectKey ?? known?.token ?? newKey("phc_");
    const [holder] = await transaction.find("projects", { where: { token }, limit: 1 });
    if (holder && holder.id !== id)
      throw new Error(`projects.${index}.projectKey: project ${holder.id} has this key. Expected another one`);
    await transaction.put("projects", {
      id,
      name: name ?? known?.name ?? `Project ${id}`,
      token,
      organization_id: known?.organization_id ?? "default",
      time_zone: timeZone ?? known?.time_zone ?? "UTC"
    });
  }
}
async function applyFlags(transaction, projects) {
  for (const { id: projectId, flags = {} } of projects)
    for (const [key, flag] of Object.entries(flags)) {
      const [known] = await transaction.find("flags", { where: { project_id: projectId, key } });
      const id = known?.id ?? await nextFlagId(transaction, projectId);
      const declared = seedFlagRow({ projectId, key, id }, flag);
      const row = { ...declared, id, version: known?.version ?? declared.version };
      if (known && JSON.stringify(row) === JSON.stringify(known)) continue;
      await transaction.put("flags", known ? { ...row, version: (known.version ?? 0) + 1 } : row);
    }
}
async function applyUsers(transaction, users, deps) {
  for (const user of users) {
    const rows = await transaction.find("users", { where: {} });
    const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
    const known = findByEmail(rows, user.email) ?? seedUserRow(user, nextId, deps);
    await transaction.put("users", { ...known, ...user, email: known.email });
  }
}
async function applyPersonalKeys(transaction, keys, deps) {
  for (const [index, { hash, mask, label, user, projects, scopes }] of keys.entries()) {
    const path = `personalKeys.${index}`;
    if (projects) await requireProjects(transaction, projects, `${path}.projects`);
    const known = await transaction.get("personalKeys", { id: personalKeyId(hash) });
    const keepsOwner = known !== void 0 && user === void 0;
    const ownerId = keepsOwner ? known.user_id : (await requireOwner(transaction, user, `${path}.user`)).id;
    const row = personalKeyRow({
      hash,
      mask: mask ?? known?.mask ?? null,
      label: label ?? known?.label ?? "",
      user_id: ownerId,
      scopes: scopes ?? known?.scopes ?? ["*"],
      project_ids: projects ?? known?.project_ids ?? null,
      created_at: known?.created_at ?? deps.now
    });
    await transaction.put("personalKeys", row);
  }
}

function prepareStore(store, initial) {
  const { config, isDemo } = initial;
  const options = isDemo ? initial.seed ?? {} : initial.seed && withoutDefaultKeys(initial.seed);
  const deps = { now: (/* @__PURE__ */ new Date()).toISOString(), uuid: randomUUID };
  return store.transaction(async (transaction) => {
    const isNew = await isEmpty(transaction, "projects");
    await transaction.remove("personalKeys", { id: personalKeyId(hashPersonalKey(DEFAULT_PERSONAL_KEY)) });
    if (options) await seed(transaction, options, deps);
    if (config) {
      await applyProjects(transaction, config.projects);
      await applyFlags(transaction, config.projects);
      await applyUsers(transaction, config.users, deps);
    }
    await seed(transaction, await missingData(transaction), deps);
    if (config) await applyPersonalKeys(transaction, config.personalKeys, deps);
    if (!isNew || !await isEmpty(transaction, "personalKeys")) return void 0;
    const owner = await requireOwner(transaction, void 0, "user");
    const fields = { label: "First start", user_id: owner.id, scopes: ["*"], project_ids: null };
    return (await addPersonalKey(transaction, fields)).key;
  });
}
function withoutDefaultKeys(options) {
  const projects = (options.projects ?? [options]).map((project) => ({
    ...project,
    projectKey: project.projectKey ?? newKey("phc_")
  }));
  return { ...options, projects, personalKeys: options.personalKeys ?? [] };
}
async function missingData(transaction) {
  const projects = [{ name: "Default project", projectKey: newKey("phc_") }];
  return {
    projects: await isEmpty(transaction, "projects") ? projects : [],
    users: await isEmpty(transaction, "users") ? void 0 : [],
    personalKeys: []
  };
}
async function isEmpty(transaction, table) {
  const rows = await transaction.find(table, { where: {}, limit: 1 });
  return rows.length === 0;
}

function createdKeyMessage(key, data) {
  if (data === void 0) return `Personal key: ${key}`;
  return `Personal key: ${key} (keep it, it is shown this once; for others: ${createCommand(data)})`;
}
async function startMessage(store, details) {
  const url = pageUrl(details.url);
  const projects = await store.find("projects", { where: {} });
  const [first] = projects;
  const scriptHost = details.hasScripts ? url : "https://your-cdn.example";
  return [
    `Listening on ${url}`,
    ...projects.map(({ id, token }) => `Project ${id}: key ${token}`),
    ...await keyLines(store, details),
    `Surveys: ${url}/api/projects/${first?.id}/surveys/`,
    `API description: ${url}/openapi.json`,
    "",
    "Add to your page:",
    `<script async crossorigin src="${scriptHost}/earshot.js" data-api-key="${first?.token}" data-api-host="${url}"><\/script>`
  ].join("\n");
}
async function keyLines(store, { data, seedKeys }) {
  if (seedKeys.length > 0) return [`Personal keys: ${seedKeys.join(", ")}`];
  if (data === void 0) return [];
  const { length } = await store.find("personalKeys", { where: {} });
  return [`Personal keys: ${length}, of which only hashes are kept. To create one: ${createCommand(data)}`];
}
function createCommand(data) {
  return `earshot keys create --data ${data.includes("://") ? "\u2026" : data}`;
}
function pageUrl(url) {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//localhost:");
}

const DEFAULT_PORT = 8e3;
const DEFAULT_HOST = "127.0.0.1";
const options = {
  port: {
    type: "string",
    value: "number",
    help: `port to listen on, 0 for any free port (default: ${DEFAULT_PORT})`
  },
  host: {
    type: "string",
    value: "name",
    help: `address to listen on (default: ${DEFAULT_HOST}, which only this machine can reach)`
  },
  data: {
    type: "string",
    value: "where",
    help: "SQLite file or PostgreSQL URL that keeps the data, for example earshot.db or\npostgres://user@host/name (default: EARSHOT_DATA, else memory)"
  },
  config: {
    type: "string",
    value: "file",
    help: "JSON file with projects, flags, users, personal keys and settings. It is applied\nat each start: docs/configuration.md"
  },
  seed: {
    type: "string",
    value: "file",
    help: "JSON file with the projects, flags, surveys and persons to start with"
  },
  demo: {
    type: "boolean",
    help: "use the keys phc_demo and phx_demo, which everybody knows, where the seed has\nnone. For this machine alone"
  }
};
const serveCommand = defineCommand({
  name: "serve",
  summary: "serve flags, surveys and event capture",
  description: `Serves flags, surveys and event capture. Data is kept in memory, or in a database with --data.
The first start creates a project and a personal key, and prints their keys.`,
  options,
  notes: "Stop the service with Ctrl-C.",
  run: runServe
});
async function runServe(values, io) {
  const initial = await readInitialData(values, io);
  const { seed, config } = initial;
  const { port, host } = readAddress(values, config);
  if (!isLoopback(host)) refuseKnownKeys(initial);
  const data = readDataUrl(values, config, io);
  let database;
  try {
    if (data) database = await (await import('./store.js')).openStore(data);
    else io.out("Data is kept in memory until the service stops. Use --data earshot.db to keep it on disk.");
    const store = database ?? createMemoryStore();
    const createdKey = await prepareStore(store, initial);
    if (createdKey !== void 0) io.out(createdKeyMessage(createdKey, data));
    const service = createService({ ...serviceOptions(initial), store });
    const { url, close } = await serve(serveScripts(service, io.folder), { port, host });
    const seedKeys = seed?.personalKeys?.map(({ key }) => key) ?? (initial.isDemo ? [DEFAULT_PERSONAL_KEY] : []);
    io.out(await startMessage(store, { url, hasScripts: await hasScript(io.folder), data, seedKeys }));
    await new Promise((resolve) => io.onStop(resolve));
    await close();
  } finally {
    await database?.close();
  }
}
async function readInitialData({ seed, config, demo = false }, { env }) {
  if (demo && config !== void 0)
    throw new UsageError(
      "--demo has the keys that everybody knows, and --config is for a service in use. Leave one out"
    );
  return {
    seed: seed === void 0 ? void 0 : await readInput("seed", seed, parseSeedFile),
    config: config === void 0 ? void 0 : await readInput("config", config, (json) => parseConfigFile(json, env)),
    isDemo: demo
  };
}
async function readInput(kind, file, parse) {
  try {
    return parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`cannot use the ${kind} file ${file}: ${error.message}`);
  }
}
function readAddress(values, config) {
  const port = values.port ?? String(config?.port ?? DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`);
  const host = values.host ?? config?.host ?? DEFAULT_HOST;
  if (host === "") throw new UsageError("--host must not be empty");
  return { port: Number(port), host };
}
function readDataUrl({ data }, config, { env }) {
  if (data === "") throw new UsageError("--data must not be empty");
  return data ?? config?.data ?? env["EARSHOT_DATA"];
}
function isLoopback(host) {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
function refuseKnownKeys({ seed, isDemo }) {
  if (isDemo)
    throw new UsageError(
      "--demo has keys that everybody knows, and --host opens the service to other machines. Leave one out"
    );
  if (seed?.personalKeys?.some(({ key }) => key === DEFAULT_PERSONAL_KEY))
    throw new Error(
      `--host opens the service to other machines. The seed must not contain the key ${DEFAULT_PERSONAL_KEY}.`
    );
}
function serviceOptions({ seed, config }) {
  const { port, host, data, projects = [], users, personalKeys, ...settings } = config ?? {};
  const settingsOf = ({ id, config: config2, quota }) => ({
    id,
    config: config2,
    quota
  });
  return {
    // The log is for tests in the same process, and nothing can read it here.
    requestLogSize: 0,
    ...seed,
    ...settings,
    projects: [...seed ? resolveProjects(seed) : [], ...projects].map(settingsOf),
    users: [],
    personalKeys: []
  };
}

const typesCommand = defineCommand({
  name: "types",
  summary: "write a declaration file for the flags and events of a project",
  description: `Writes a declaration file with the flags and the events of a project, so that TypeScript checks
their names, values, payloads and properties.`,
  options: {
    host: {
      type: "string",
      value: "url",
      help: "URL of the service's API, for example https://us.posthog.com"
    },
    key: {
      type: "string",
      value: "key",
      help: "personal key with feature_flag:read, event_definition:read and\nproperty_definition:read (default: EARSHOT_PERSONAL_KEY)"
    },
    project: {
      type: "string",
      value: "id",
      default: "@current",
      help: "id of the project (default: the first one of the key)"
    },
    out: { type: "string", value: "file", help: "file to write (default: the standard output)" },
    check: { type: "boolean", help: "write nothing, and fail when the file of --out differs" },
    "no-events": { type: "boolean", help: "leave events out" }
  },
  notes: "A service without definitions of events gives flags alone.",
  async run({ host = "", key, project, out: file, check = false, "no-events": noEvents = false }, io) {
    const personalKey = key ?? io.env["EARSHOT_PERSONAL_KEY"] ?? "";
    if (!/^https?:\/\/[^/]/.test(host))
      throw new UsageError("--host must be a URL, for example https://us.posthog.com");
    if (personalKey === "") throw new UsageError("--key must be a personal key");
    if (check && file === void 0) throw new UsageError("--check needs --out");
    const { runTypes } = await import('./types.js');
    await runTypes({ host, key: personalKey, project, hasEvents: !noEvents, file, check }, io);
  }
});

const COMMANDS = [
  serveCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeysCommand,
  exportCommand,
  importCommand,
  migrateCommand,
  typesCommand
];
const HELP = [
  "Usage: earshot <command> [options]",
  "",
  "Commands:",
  ...alignRows(COMMANDS.map(({ name, summary }) => [name, summary])),
  "",
  "Options:",
  ...alignRows([
    ["-h, --help", "print this help, or that of a command"],
    ["--version", "print the version"]
  ]),
  "",
  "Exit codes: 1 if the command failed, 2 for invalid arguments."
].join("\n");
function findCommand(argv) {
  for (const command of COMMANDS) {
    const words = command.name.split(" ");
    if (words.every((word, index) => argv[index] === word)) return { command, args: argv.slice(words.length) };
  }
  return void 0;
}

async function runCli(argv, io) {
  const [first = ""] = argv;
  const found = findCommand(argv);
  const help = found?.command.help ?? HELP;
  try {
    if (first === "--version") io.out(await readVersion());
    else if (isHelp(first === "help" ? ["--help"] : found?.args ?? argv)) io.out(help);
    else if (found) await found.command.run(found.args, io);
    else if (first === "") throw new UsageError("no command. Expected: earshot serve");
    else throw new UsageError(`unknown command '${first}'`);
    return 0;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const isUsageError = error instanceof UsageError;
    io.err(isUsageError ? `earshot: ${detail}

${help}` : `earshot: ${detail}`);
    return isUsageError ? 2 : 1;
  }
}
function isHelp(args) {
  return args.includes("--help") || args.includes("-h");
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
  process.stdout.on("error", () => void 0);
  process.exitCode = await runCli(process.argv.slice(2), {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    write: (text) => new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => error ? reject(error) : resolve());
    }),
    lines: () => createInterface({ input: process.stdin }),
    env: process.env,
    onStop: (stop) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
    },
    folder: FOLDER
  });
}
void main();

export { runCli };
//# sourceMappingURL=cli.js.map
