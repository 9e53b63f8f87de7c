/** A feature flag, as the management API returns it. Interface section 2.2. */
export interface FlagDefinition {
  key: string
  deleted?: boolean
  /** Whether the payloads cannot be read. */
  has_encrypted_payloads?: boolean | null
  filters?: {
    multivariate?: { variants?: { key: string; rollout_percentage?: number }[] } | null
    /** `"true"` or a variant -> JSON, as text or as a value. */
    payloads?: Record<string, unknown> | null
  } | null
}

/** A property of an event, as the management API of the hosted service returns it. */
export interface PropertyDefinition {
  name: string
  property_type?: 'String' | 'Numeric' | 'Boolean' | 'DateTime' | (string & {}) | null
}

/** An event and its properties. */
export interface EventDefinition {
  name: string
  properties: PropertyDefinition[]
}

/** The definitions of a project. */
export interface Definitions {
  flags: FlagDefinition[]
  /** `undefined` when the service has no definitions of events. */
  events: EventDefinition[] | undefined
}
