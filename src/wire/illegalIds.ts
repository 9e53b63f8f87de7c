/**
 * Distinct ids that a programming mistake leaves behind, quotes included. Merging one of them would make one person of many, so
 * the client does not send them and the service does not merge them.
 */
export const ILLEGAL_IDS =
  /^["']?(|anonymous|guest|distinct_?id|id|not_authenticated|email|undefined|true|false|null|none|nan|0|\[object object\])["']?$/i
