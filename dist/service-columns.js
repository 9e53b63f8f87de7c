import { createHash } from 'node:crypto';
import { T as TABLES } from './service-tables.js';

const SEQUENCE = "sequence";
const COLUMN_TYPES = {
  projects: { id: "number", token: "text" },
  users: { id: "number", uuid: "text" },
  personalKeys: { id: "text" },
  persons: { project_id: "number", id: "text" },
  distinctIds: { project_id: "number", distinct_id: "text", person_id: "text" },
  hashOverrides: { project_id: "number", person_id: "text" },
  groupTypes: { project_id: "number", type: "text" },
  groups: { project_id: "number", type: "text", key: "text" },
  events: { project_id: "number", uuid: "text", person_id: "text" },
  warnings: { id: "text", project_id: "number" },
  flags: { project_id: "number", id: "number", key: "text" },
  cohorts: { project_id: "number", id: "number" },
  cohortMembers: { project_id: "number", cohort_id: "number", distinct_id: "text" },
  surveys: { project_id: "number", id: "text", name: "text", archived: "number" },
  activity: { id: "text", project_id: "number", item_id: "text" },
  surveyEvents: {
    project_id: "number",
    survey_id: "text",
    kind: "text",
    dedupe_key: "text",
    respondent: "text"
  },
  surveyRespondents: { project_id: "number", survey_id: "text", respondent: "text" },
  surveyTotals: { project_id: "number", survey_id: "text" }
};
function sqlTable(table) {
  const { key, indexes, order, text } = TABLES[table];
  return {
    name: `earshot_${table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    key,
    indexes,
    types: { ...COLUMN_TYPES[table], ...order === void 0 ? {} : { [order]: "number" } },
    order: order ?? SEQUENCE,
    text: text ?? [],
    isCounted: indexes.some((columns) => columns.join() === "project_id")
  };
}
function searchColumn(column) {
  return `search_${column}`;
}
function columnValues(table, row) {
  const values = {};
  for (const column in table.types) values[column] = columnValue(row[column]);
  for (const column of table.text) values[searchColumn(column)] = searchText(String(row[column] ?? ""));
  return values;
}
function columnValue(value) {
  if (typeof value === "string") return indexableText(value);
  if (typeof value === "number") return value;
  return typeof value === "boolean" ? Number(value) : null;
}
function searchText(text) {
  return text.toLowerCase().replace(/\0|\p{Surrogate}/gu, "\uFFFD");
}
const MAX_INDEXED_LENGTH = 128;
function indexableText(text) {
  const escaped = /[\\\0\ud800-\udfff]/.test(text) ? escapeText(text) : text;
  if (escaped.length <= MAX_INDEXED_LENGTH) return escaped;
  const hash = createHash("sha256").update(escaped).digest("hex");
  return `${escaped.slice(0, MAX_INDEXED_LENGTH / 4).replace(/[\ud800-\udbff]$/, "")}\\#${hash}`;
}
function escapeText(text) {
  return text.replace(
    /[\\\0]|\p{Surrogate}/gu,
    (character) => `\\${character === "\\" ? character : character.charCodeAt(0).toString(16)}`
  );
}

export { SEQUENCE as S, columnValues as a, searchText as b, columnValue as c, searchColumn as d, sqlTable as s };
//# sourceMappingURL=service-columns.js.map
