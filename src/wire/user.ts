/** The user who created a resource. Interface section 2.3. */
export interface UserSummary {
  id: number
  uuid: string
  distinct_id: string
  first_name: string
  last_name: string
  email: string
  is_email_verified: boolean | null
  hedgehog_config: Record<string, unknown> | null
  role_at_organization: string | null
}
