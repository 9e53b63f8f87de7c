import type { Properties } from '../../../wire/event'
import type { Random } from './random'

/** A person of the demonstration. */
export interface DemoPerson {
  /** The id after the sign-in; undefined for a visitor who has no account. */
  distinctId: string | undefined
  /** The id before the sign-in. */
  anonymousId: string
  /** Person properties. */
  properties: Properties
  language: 'en' | 'de'
  plan: 'free' | 'plus' | 'team'
  /** Properties of all events. */
  device: Properties
  visits: number
}

const FIRST_NAMES =
  'Amara Björn Chiara Diego Elif Fiona Goran Hanna Ivan Jürgen Katja Liam Mei Noor Oskar Priya Quentin Rosa Søren Tomás Ursula Viktor Wanda Xenia Yusuf Zoë Anke Benoît Camila Daichi Esther Farid Greta Hugo Inés Jonas'.split(
    ' ',
  )
const LAST_NAMES =
  'Adeyemi Bergström Conti Duarte Evans Fischer Grün Haddad Ito Jansen Kowalski Lindqvist Müller Nguyen Okafor Petrov Quispe Rossi Schröder Tanaka Ueda Vogel Weiß Yılmaz Zimmermann Brandão Clarke Dąbrowski'.split(
    ' ',
  )
const COMPANIES = [
  'Alpine Club Bern',
  'Radhaus Köln',
  'North Trails',
  'Veloz',
  'Gipfelbuch',
  'Two Wheels Ltd',
]

const DEVICES: [device: Properties, weight: number][] = [
  [{ $browser: 'Chrome', $os: 'Windows', $device_type: 'Desktop', $screen_width: 1920 }, 5],
  [{ $browser: 'Safari', $os: 'iOS', $device_type: 'Mobile', $screen_width: 390 }, 4],
  [{ $browser: 'Chrome', $os: 'Android', $device_type: 'Mobile', $screen_width: 412 }, 4],
  [{ $browser: 'Firefox', $os: 'Linux', $device_type: 'Desktop', $screen_width: 2560 }, 1],
  [{ $browser: 'Safari', $os: 'Mac OS X', $device_type: 'Desktop', $screen_width: 1512 }, 3],
]

const ACCOUNTS = 92
const VISITORS = 24

/** Creates the persons of the demonstration: most have an account. */
export function createPeople(random: Random, now: number): DemoPerson[] {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => createPerson(random, now, index))
  const visitors = Array.from({ length: VISITORS }, () => ({
    ...createPerson(random, now, 0),
    distinctId: undefined,
    properties: {},
    visits: random.between(1, 3),
  }))
  return [...accounts, ...visitors]
}

function createPerson(random: Random, now: number, index: number): DemoPerson {
  // The lists have 36 and 28 names, so that a pair comes again after 252 persons.
  const first = FIRST_NAMES[index % FIRST_NAMES.length]!
  const last = LAST_NAMES[(index * 5) % LAST_NAMES.length]!
  const language = random.chance(0.32) ? 'de' : 'en'
  const plan = random.weighted([
    ['free', 6],
    ['plus', 3],
    ['team', 1],
  ] as const)
  const signedUpAt = now - random.between(3, 900) * 86_400_000
  return {
    distinctId: `user_${1000 + index * 7}`,
    anonymousId: random.uuid(signedUpAt),
    properties: {
      name: `${first} ${last}`,
      email: `${asciiName(first)}.${asciiName(last)}@example.com`,
      plan,
      language,
      country:
        language === 'de'
          ? random.pick(['DE', 'DE', 'AT', 'CH'])
          : random.pick(['GB', 'US', 'IE', 'NL', 'PT', 'SE']),
      signed_up_at: new Date(signedUpAt).toISOString(),
      ...(plan === 'team' ? { company: random.pick(COMPANIES) } : {}),
    },
    language,
    plan,
    device: { ...random.weighted(DEVICES), $browser_language: language },
    visits: random.weighted([
      [random.between(1, 3), 5],
      [random.between(4, 9), 4],
      [random.between(10, 18), 1],
    ]),
  }
}

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ı: 'i', ł: 'l' }

function asciiName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßøıł]/g, letter => LETTERS[letter]!)
}
