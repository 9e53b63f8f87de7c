import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isEqualInConstantTime } from '../lib/isEqualInConstantTime'
import type { PersonalKeyRow } from './rows'
import type { StoreReader } from './store'

const HASH_PREFIX = 'sha256$'
/** Digits of the hash that the id of a key has. They find the row, and tell nothing about the key. */
const ID_LENGTH = 12
/** The ends of a shorter key would be most of it. */
const MIN_MASKED_LENGTH = 16

/** Returns the hash of a personal key. A key is random and long, so that the hash needs no salt. See D-530. */
export function hashPersonalKey(key: string): string {
  return HASH_PREFIX + bytesToHex(sha256(utf8ToBytes(key)))
}

/** Returns what is stored of a personal key: its hash, and its ends for display. */
export function hashAndMask(key: string): { hash: string; mask: string } {
  const end = key.length < MIN_MASKED_LENGTH ? '' : key.slice(-4)
  return { hash: hashPersonalKey(key), mask: `${key.slice(0, 4)}...${end}` }
}

/** Completes the row of a personal key by its id. */
export function personalKeyRow(fields: Omit<PersonalKeyRow, 'id'>): PersonalKeyRow {
  return { id: personalKeyId(fields.hash), ...fields }
}

/** Returns the id of the personal key with a hash. */
export function personalKeyId(hash: string): string {
  return hash.slice(HASH_PREFIX.length, HASH_PREFIX.length + ID_LENGTH)
}

/** Returns the row of a personal key, if there is one. Takes the same time for every key that shares its id with a row. */
export async function findPersonalKey(store: StoreReader, key: string): Promise<PersonalKeyRow | undefined> {
  const hash = hashPersonalKey(key)
  const row = await store.get('personalKeys', { id: personalKeyId(hash) })
  return row && isEqualInConstantTime(row.hash, hash) ? row : undefined
}
