'use strict';

function createQueue() {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => void 0);
    return result;
  };
}

var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, key + "" , value);
class StoreUnavailableError extends Error {
  constructor() {
    super(...arguments);
    __publicField(this, "name", "StoreUnavailableError");
  }
}

function deepFreeze(value) {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const name in value) {
    const member = value[name];
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return value;
}

const TABLES = {
  projects: { key: ["id"], indexes: [["token"], []] },
  users: { key: ["id"], indexes: [["uuid"], []] },
  personalKeys: { key: ["key"], indexes: [[]] },
  persons: { key: ["project_id", "id"], indexes: [["project_id"]] },
  distinctIds: {
    key: ["project_id", "distinct_id"],
    indexes: [["project_id", "person_id"], ["project_id"]]
  },
  hashOverrides: { key: ["project_id", "person_id"], indexes: [] },
  groupTypes: { key: ["project_id", "type"], indexes: [["project_id"]] },
  groups: { key: ["project_id", "type", "key"], indexes: [["project_id"]] },
  events: { key: ["project_id", "uuid"], indexes: [["project_id"], ["project_id", "person_id"]] },
  warnings: { key: ["id"], indexes: [["project_id"]] },
  flags: { key: ["project_id", "id"], indexes: [["project_id"], ["project_id", "key"]], order: "id" },
  cohorts: { key: ["project_id", "id"], indexes: [["project_id"]] },
  cohortMembers: { key: ["project_id", "cohort_id", "distinct_id"], indexes: [] },
  surveys: {
    key: ["project_id", "id"],
    indexes: [["project_id"], ["project_id", "name"], ["project_id", "archived"]],
    text: ["name", "description"]
  },
  activity: { key: ["id"], indexes: [["project_id"], ["project_id", "item_id"]] },
  surveyEvents: {
    key: ["project_id", "survey_id", "kind", "dedupe_key"],
    indexes: [["project_id", "survey_id", "kind"], ["project_id", "respondent"], ["project_id"]],
    order: "at"
  },
  surveyRespondents: {
    key: ["project_id", "survey_id", "respondent"],
    indexes: [["project_id", "survey_id"], ["project_id", "respondent"], ["project_id"]]
  },
  surveyTotals: { key: ["project_id", "survey_id"], indexes: [["project_id"]] }
};

exports.StoreUnavailableError = StoreUnavailableError;
exports.TABLES = TABLES;
exports.createQueue = createQueue;
exports.deepFreeze = deepFreeze;
