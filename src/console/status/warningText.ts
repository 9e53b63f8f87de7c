/** What a kind of warning means, and what to do about it. */
export interface WarningText {
  title: string
  advice: string
}

const TEXTS: Record<string, WarningText> = {
  event_without_name: {
    title: 'Events without a name were dropped',
    advice: 'Look for a call of capture() whose first argument is missing or is not a text.',
  },
  event_without_distinct_id: {
    title: 'Events without a distinct id were dropped',
    advice: 'The browser script always sends one. Code on your server must pass the id of the user.',
  },
  event_refused: {
    title: 'Events that cannot be read were dropped',
    advice: 'The detail names the field. Compare the event with the description at /openapi.json.',
  },
  event_discarded: {
    title: 'Events of a kind that is not stored were dropped',
    advice: 'Nothing is wrong. Switch the feature off in the client that sends them, to save requests.',
  },
  invalid_timestamp: {
    title: 'Times that cannot be read were replaced by the time of arrival',
    advice: 'Send timestamp as ISO 8601, for example 2025-06-01T12:00:00Z, and offset as milliseconds.',
  },
  invalid_sent_at: {
    title: 'Times were not corrected by the clock of the sender',
    advice: 'Send sent_at as ISO 8601, for example 2025-06-01T12:00:00Z.',
  },
  unknown_field: {
    title: 'Fields of requests had no effect',
    advice: 'The detail names the field that was meant. Correct its spelling.',
  },
  invalid_property: {
    title: 'Properties of a wrong shape had no effect',
    advice: 'The detail names the property and what it must be. The event itself is stored.',
  },
  invalid_process_person_profile: {
    title: 'A setting about person profiles was ignored',
    advice: 'Send $process_person_profile as true or false, not as a text.',
  },
  invalid_event_when_process_person_profile_is_false: {
    title: 'Events that need a person were dropped',
    advice: 'identify, alias and group calls need profiles. Remove person_profiles: "never", or the calls.',
  },
  cannot_merge_with_illegal_distinct_id: {
    title: 'Visitors were not merged, because an id names nobody',
    advice:
      'Call identify() with the id of the user. A text such as "undefined" or "null" would merge everybody.',
  },
  cannot_merge_already_identified: {
    title: 'Two known persons were not merged',
    advice: 'Call reset() when a user signs out, so that the next one on the same device is a new visitor.',
  },
  group_type_limit_exceeded: {
    title: 'A group type too many was ignored',
    advice: 'A project has at most five group types. Use a property for the others.',
  },
  group_type_too_long: {
    title: 'Groups with a very long type were dropped',
    advice: 'A group type is a short word such as company.',
  },
  group_key_too_long: {
    title: 'Groups with a very long key were dropped',
    advice: 'Use the id of the group as its key, with at most 400 characters.',
  },
  group_properties_too_large: {
    title: 'Properties of a group were not stored, because it has too many',
    advice: 'Keep lists and texts in your own database, and send what you filter by.',
  },
  person_properties_too_large: {
    title: 'Properties of a person were not stored, because there are too many',
    advice: 'Keep lists and texts in your own database, and send what you filter by.',
  },
}

/** Returns what a kind of warning means. One that is not known here has its own name as the title. */
export function warningText(type: string): WarningText {
  return (
    TEXTS[type] ?? {
      title: `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`,
      advice: 'The details say what was dropped or changed.',
    }
  )
}
