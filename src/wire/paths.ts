/** Every address of the interface, written once. Interface sections 4.1 to 4.4. */

/** Flag evaluation, and the configuration with `config=true`. Section 4.3. */
export const FLAGS_PATH = '/flags'

/** One event. Section 4.4. */
export const CAPTURE_PATH = '/i/v0/e/'

/** Many events. Section 4.4. */
export const BATCH_PATH = '/batch/'

/** Survey definitions for browsers; not in the interface, but what `surveys: true` points at. DECISIONS, "Survey list". */
export const SURVEY_LIST_PATH = '/api/surveys/'

/** Early-access features for browsers; not in the interface. DECISIONS, "Early access". */
export const EARLY_ACCESS_PATH = '/api/early_access_features/'

/** Surveys of a project, for those who write them. Section 4.2. */
export const MANAGED_SURVEYS_PATH = '/api/projects/:project_id/surveys'

/** Account settings. Section 4.1. */
export const USERS_PATH = '/api/users'

/** The description of the whole interface, made from what validates it. DECISIONS, "OpenAPI". */
export const OPENAPI_PATH = '/openapi.json'
