/** What a person gave to one question, as it is reported: `null` is "skipped", for every type. DECISIONS, "Skipped questions". */
export type Answer = string | number | string[] | null
