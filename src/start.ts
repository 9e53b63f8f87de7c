import { getReferrerProperties } from './capture/url'
import { DENIED, GRANTED } from './client/consent'
import type { EarlyRequest } from './client/earlyRequest'
import { readTimezone } from './page/timezone'
import { CONSENT_PREFIX } from './persistence/keys'
import type { Properties } from './wire/event'
import { FLAGS_PATH } from './wire/paths'

/** A longer body takes more than one packet: the client sends it compressed. See D-348. */
const MAX_BODY_LENGTH = 1_400
/** The campaign parameters without personal data, in the order of the client. */
const UTM_PARAMS = ['source', 'medium', 'campaign', 'content', 'term'].map(name => `utm_${name}`)

/**
 * Sends the first flags request as the client would with default settings, and leaves it for the client. See D-347.
 *
 * @param dataset The attributes of the inline script, named as those of the script tag.
 * @throws Where the browser denies storage or lacks a function. The client then makes the request itself.
 */
function start({
  apiKey,
  apiHost,
  consentPersistenceName = CONSENT_PREFIX,
  optOutCapturingByDefault: needsConsent = 'false',
}: DOMStringMap): void {
  const cookies = `; ${document.cookie}`
  // Where the client looks depends on its settings. A refusal counts in either place.
  const read = (name: string) => [
    localStorage.getItem(name),
    decodeURIComponent(cookies.split(`; ${name}=`)[1]?.split(';')[0] ?? ''),
  ]
  const has = (decision: RegExp) => read(consentPersistenceName + apiKey).some(text => decision.test(text!))
  const isAllowed = !has(DENIED) && (needsConsent === 'false' || has(GRANTED))
  if (!isAllowed || (document as { prerendering?: boolean }).prerendering) return

  const [own, shared] = read(`ph_${apiKey}_posthog`).map((text): Properties => JSON.parse(text || '{}'))
  // A visitor of another subdomain replaces the one of this host.
  const record = (shared!.distinct_id ?? own!.distinct_id) === own!.distinct_id ? own! : shared!
  // A UUIDv7 is the time in 12 hexadecimal digits and the random part of a UUIDv4.
  const id = `0${Date.now().toString(16)}-7${crypto.randomUUID().slice(15)}`.replace(/.{8}/, '$&-')
  if (!record.distinct_id) record.distinct_id = record.$device_id = id
  const { u, r } = (record.$initial_person_info ?? { u: location.href, r: document.referrer }) as {
    u: string
    r: string
  }
  // Settings that only the client knows may remove what is in other queries, and in fragments. See D-718.
  if (/[?#&](?!utm_)/.test(u + r)) return
  const { host, pathname, searchParams } = new URL(u)
  const page: Properties = {}
  for (const name of UTM_PARAMS) page[name] = searchParams.get(name) || undefined
  Object.assign(page, getReferrerProperties(r), { current_url: u, host, pathname })
  const person: Properties = {}
  for (const name in page) person[`$initial_${name.replace('$', '')}`] = page[name]
  const body = JSON.stringify({
    api_key: apiKey,
    distinct_id: record.distinct_id,
    $device_id: record.$device_id,
    groups: record.$groups,
    person_properties: Object.assign(person, record.$stored_person_properties),
    group_properties: record.$stored_group_properties,
    timezone: readTimezone(),
  })
  if (body.length > MAX_BODY_LENGTH) return

  const url = `${apiHost!.replace(/\/$/, '')}${FLAGS_PATH}?v=2&config=true`
  const controller = new AbortController()
  const response = fetch(url, {
    method: 'POST',
    body,
    credentials: 'omit',
    signal: controller.signal,
  })
  // The client may never come.
  response.catch(() => {})
  ;(window as { earshotStart?: EarlyRequest }).earshotStart = {
    key: apiKey!,
    id,
    text: url + body,
    response,
    controller,
  }
}

try {
  start(document.currentScript!.dataset)
} catch {
  // The client makes the request.
}
