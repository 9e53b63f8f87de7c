import type { SurveyHost } from '../host'

/** Returns a host that captures, stores and signals nothing, and finds nothing stored: for the preview of an author. See D-617. */
export const previewHost = (host: SurveyHost): SurveyHost => ({
  ...host,
  page: { ...host.page, dispatchEvent() {} },
  store: { ...host.store, read: () => null, write: () => true, remove() {} },
  capture: () => true,
  emit() {},
  reloadFlags() {},
})
