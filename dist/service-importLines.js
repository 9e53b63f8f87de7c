import { i as isObject } from './service-index.js';
import { s as sqlTable } from './service-columns.js';
import { a as TABLE_NAMES } from './service-tables.js';
import { EXPORT_VERSION } from './service-exportLines.js';

function lineError(line, detail) {
  return new Error(`line ${line}: ${detail}`);
}
async function* parseRows(lines) {
  let line = 0;
  let rows = 0;
  let isComplete = false;
  for await (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const value = parseLine(text, line);
    if (line === 1) checkHeader(value);
    else if (isComplete) throw lineError(line, "expected nothing below the last line of an export");
    else if ("end" in value) {
      checkEnd(value, rows, line);
      isComplete = true;
    } else {
      rows++;
      yield { line, entry: parseRow(value, line) };
    }
  }
  if (line === 0) throw lineError(1, "expected the first line of an export, and there is no input");
  if (!isComplete) throw lineError(line + 1, "expected the last line of an export. The input is incomplete");
}
function parseLine(text, line) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw lineError(line, "expected JSON");
  }
  if (!isObject(value)) throw lineError(line, "expected a JSON object");
  return value;
}
function checkHeader({ format, version }) {
  if (format !== "earshot" || typeof version !== "number")
    throw lineError(1, "expected the first line of an export of Earshot");
  if (version > EXPORT_VERSION)
    throw lineError(
      1,
      `the export has version ${version}, and this Earshot knows versions up to ${EXPORT_VERSION}. Update Earshot`
    );
}
function checkEnd({ rows }, found, line) {
  if (rows !== found)
    throw lineError(line, `the export has ${rows} rows, and ${found} are above. The input is incomplete`);
}
function parseRow({ table, row }, line) {
  const name = TABLE_NAMES.find((known) => known === table);
  if (!name) throw lineError(line, `expected the name of a table, one of ${TABLE_NAMES.join(", ")}`);
  if (!isObject(row)) throw lineError(line, "expected a row, which is a JSON object");
  checkColumns(name, row, line);
  return { table: name, row };
}
function checkColumns(table, row, line) {
  const { key, types } = sqlTable(table);
  for (const [column, type] of Object.entries(types)) {
    const value = row[column];
    const isMissing = value === null && !key.includes(column);
    const isNumber = typeof value === "number" || typeof value === "boolean";
    if (!isMissing && (type === "text" ? typeof value !== "string" : !isNumber))
      throw lineError(line, `expected a ${type} in ${column} of ${table}`);
  }
}

const STEP_ROWS = 500;
async function importLines(store, lines, { merge }) {
  if (!merge && !await isEmpty(store))
    throw new Error("the database has data already. Import into a new one, or add what it lacks with --merge");
  const counts = { added: 0, kept: 0 };
  try {
    for await (const step of inSteps(parseRows(lines))) {
      const added = await store.transaction((transaction) => addRows(transaction, step));
      counts.added += added;
      counts.kept += step.length - added;
    }
  } catch (error) {
    const remedy = counts.added === 0 ? "Nothing is imported" : `${counts.added} rows are imported. Correct the input and import it again with --merge`;
    throw new Error(`${error.message}. ${remedy}`, { cause: error });
  }
  return counts;
}
async function isEmpty(store) {
  for await (const _ of store.rows()) return false;
  return true;
}
async function* inSteps(rows) {
  let step = [];
  for await (const row of rows) {
    step.push(row);
    if (step.length < STEP_ROWS) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}
async function addRows(transaction, step) {
  for (const table of new Set(step.map(({ entry }) => entry.table))) {
    const rows = step.flatMap(({ entry }) => entry.table === table ? [entry.row] : []);
    await transaction.preload(table, rows);
  }
  let added = 0;
  for (const { line, entry } of step) {
    await checkIdentity(transaction, entry, line);
    if (await transaction.insert(entry.table, entry.row)) added++;
  }
  return added;
}
async function checkIdentity(transaction, { table, row }, line) {
  if (table === "users") {
    const known = await transaction.get("users", { id: row.id });
    if (known && known.uuid !== row.uuid)
      throw lineError(line, `user ${row.id} of the database is another one. Expected a new database`);
  }
  if (table === "projects") {
    const known = await transaction.get("projects", { id: row.id });
    if (known && known.token !== row.token)
      throw lineError(line, `project ${row.id} of the database has another key. Expected a new database`);
    const [holder] = await transaction.find("projects", { where: { token: row.token }, limit: 1 });
    if (holder && holder.id !== row.id)
      throw lineError(line, `project ${holder.id} of the database has the same key. Expected a new database`);
  }
}

export { importLines };
//# sourceMappingURL=service-importLines.js.map
