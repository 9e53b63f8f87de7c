/** The paths of the interface. Interface sections 4.1 to 4.4. */

/** Flag evaluation; with `config=true` the configuration too. Section 4.3. */
export const FLAGS_PATH = '/flags'

/** One event. Section 4.4. */
export const CAPTURE_PATH = '/i/v0/e/'

/** Many events. Section 4.4. */
export const BATCH_PATH = '/batch/'

/** Survey definitions for browsers; not in the interface. Clients request it for `surveys: true`. See D-293. */
export const SURVEY_LIST_PATH = '/api/surveys/'

/** Early-access features for browsers; not in the interface. See D-292. */
export const EARLY_ACCESS_PATH = '/api/early_access_features/'

/** Survey management. Section 4.2. */
export const MANAGED_SURVEYS_PATH = '/api/projects/:project_id/surveys'

/** Flag management: the list alone; not in the interface. See D-513. */
export const MANAGED_FLAGS_PATH = '/api/projects/:project_id/feature_flags/'

/** Account settings. Section 4.1. */
export const USERS_PATH = '/api/users'

/** The OpenAPI document, generated from the schemas that validate requests. See D-234. */
export const OPENAPI_PATH = '/openapi.json'

/** Events of a project; not in the interface. See D-586. */
export const EVENTS_PATH = '/api/projects/:project_id/events/'

/** Persons of a project; not in the interface. See D-586. */
export const PERSONS_PATH = '/api/projects/:project_id/persons/'

/** The state of a project; not in the interface. See D-586. */
export const STATUS_PATH = '/api/projects/:project_id/status/'

/** The personal key of a request; not in the interface. See D-586. */
export const CURRENT_KEY_PATH = '/api/personal_api_keys/@current/'

/** A survey for the bearer of a preview token; not in the interface. See D-616. */
export const SURVEY_PREVIEW_PATH = '/api/surveys/preview/'

/** The projects of a key. Section 4.2 names the path alone. */
export const PROJECTS_PATH = '/api/projects/'
