/** A project that a key may access. `GET /api/projects/`. */
export interface ProjectItem {
  id: number
  name: string
  /** The project key of the snippet. */
  api_token: string
  organization: string
  /** IANA name. */
  timezone: string
}
