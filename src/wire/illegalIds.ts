/**
 * Matches distinct ids that result from programming mistakes, also in quotes. Merging such an id would combine many people into
 * one person, so the client rejects it and the service does not merge it. See D-018, D-019.
 */
export const ILLEGAL_IDS =
  /^["']?(|anonymous|guest|distinct_?id|id|not_authenticated|email|undefined|true|false|null|none|nan|0|\[object object\])["']?$/i
