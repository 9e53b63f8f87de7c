import { z } from '@hono/zod-openapi'
import { SURVEY_FLAG_PREFIX } from '../../../wire/survey'
import { type HttpError, invalidInput } from '../../http/reply'
import { anyObject, integer } from '../../http/schema'
import { isSameJson } from '../../lib/isSameJson'
import { findFlag } from '../../store/flagRows'
import type { FlagRow, SurveyRow } from '../../store/rows'
import type { StoreReader } from '../../store/store'
import { findRelations } from '../findSurvey'
import type { SurveyPatch } from '../schema'
import { nonEmptyFilters } from './flagFilters'

const flagReference = z.object({
  id: integer.optional(),
  key: z.string().optional(),
  filters: anyObject.optional(),
  version: z.unknown().optional(),
})

/** The read-only fields of a survey that name its flags. A client may send back what it has read. See D-758. */
export const namedFlags = z.object({
  linked_flag: flagReference.nullish(),
  targeting_flag: flagReference.nullish(),
  internal_targeting_flag: flagReference.nullish(),
  feature_flag_keys: z
    .array(
      z.object({
        key: z.enum([
          'linked_flag_key',
          'targeting_flag_key',
          'internal_targeting_flag_key',
          'internal_response_sampling_flag_key',
        ]),
        value: z.string().nullable(),
      }),
    )
    .nullish(),
})

/** A create or update request: what it writes, and the flags that it names in read-only fields. */
export interface SurveyBody {
  patch: SurveyPatch
  flags: z.output<typeof namedFlags>
}

/** A flag that a request names, and the field that does so. */
interface NamedFlag extends z.output<typeof flagReference> {
  attr: string
}

function namedFlag(
  flags: SurveyBody['flags'],
  name: 'linked' | 'targeting' | 'internal_targeting',
): NamedFlag | undefined {
  const flag = flags[`${name}_flag`]
  if (flag) return { ...flag, attr: `${name}_flag` }
  const key = flags.feature_flag_keys?.find(entry => entry.key === `${name}_flag_key`)?.value
  return typeof key === 'string' ? { key, attr: 'feature_flag_keys' } : undefined
}

/**
 * Returns the fields of a survey to create, with the flags that its read-only fields name. A survey that is sent as it was
 * read has the same flags, and never is for everyone. A writable field with another value wins. See D-758.
 *
 * @throws HttpError 400 for a flag that does not exist.
 */
export async function withNamedFlags(
  store: StoreReader,
  projectId: number,
  { patch, flags }: SurveyBody,
): Promise<SurveyPatch> {
  const internal = namedFlag(flags, 'internal_targeting')
  requireName(internal)
  if (internal && !isInternalKey(internal.key)) throw readOnly(internal, 'targeting_flag_filters')
  return {
    ...patch,
    ...(await linkedField(store, projectId, { patch, flags })),
    ...(await targetingField(store, projectId, { patch, flags })),
  }
}

async function linkedField(
  store: StoreReader,
  projectId: number,
  { patch, flags }: SurveyBody,
): Promise<SurveyPatch> {
  const named = namedFlag(flags, 'linked')
  if (!named || isOtherId(patch.linked_flag_id, named)) return {}
  requireName(named)
  const flag = await findNamedFlag(store, projectId, named)
  if (!flag) throw notFlag(named)
  return { linked_flag_id: flag.id }
}

async function targetingField(
  store: StoreReader,
  projectId: number,
  { patch, flags }: SurveyBody,
): Promise<SurveyPatch> {
  const named = namedFlag(flags, 'targeting')
  const isWritten = patch.remove_targeting_flag || nonEmptyFilters(patch.targeting_flag_filters)
  if (!named || isWritten || isOtherId(patch.targeting_flag_id, named)) return {}
  requireName(named)
  const flag = await findNamedFlag(store, projectId, named)
  const filters = nonEmptyFilters(named.filters)
  // The survey is of another project, or its filters were changed after it had been read.
  if (filters && !(flag && isSameJson(filters, flag.filters))) return { targeting_flag_filters: filters }
  if (!flag) throw notFlag(named)
  return { targeting_flag_id: flag.id }
}

const isOtherId = (written: number | null | undefined, { id }: NamedFlag): boolean =>
  typeof written === 'number' && written !== id

/** Returns the flag with the id and the key of a reference. Another project has other flags with the same ids. */
async function findNamedFlag(
  store: StoreReader,
  project_id: number,
  { id, key }: NamedFlag,
): Promise<FlagRow | undefined> {
  const found =
    id === undefined
      ? await store.find('flags', { where: { project_id, key: key ?? '' } })
      : [await findFlag(store, project_id, id)]
  return found.find(flag => flag && flag.deleted !== true && (key === undefined || flag.key === key))
}

/**
 * Checks that the read-only fields of an update name the flags that the survey has, unless a writable field names others.
 *
 * @throws HttpError 400 for another flag: it would stay what it was behind a 200. See D-758.
 */
export async function requireSameFlags(
  store: StoreReader,
  before: SurveyRow,
  { patch, flags }: SurveyBody,
): Promise<void> {
  const { linked, targeting, internal } = await findRelations(store, before)
  const namedLinked = namedFlag(flags, 'linked')
  if (patch.linked_flag_id === undefined) {
    requireName(namedLinked)
    if (!isSameFlag(namedLinked, linked, before.linked_flag_key))
      throw readOnly(namedLinked, 'linked_flag_id')
  }

  const namedTargeting = namedFlag(flags, 'targeting')
  const { targeting_flag_id, targeting_flag_filters, remove_targeting_flag } = patch
  const isWritten =
    targeting_flag_id !== undefined || remove_targeting_flag || nonEmptyFilters(targeting_flag_filters)
  if (!isWritten) requireName(namedTargeting)
  const isAsRead =
    isWritten ||
    isSameFlag(namedTargeting, targeting, before.targeting_flag_key) ||
    (await namesFormerFilters(store, before, { named: namedTargeting, flag: targeting }))
  if (!isAsRead) throw readOnly(namedTargeting, 'targeting_flag_filters')

  const readInternal = namedFlag(flags, 'internal_targeting')
  requireName(readInternal)
  // The service computes these filters, so that those which a client has read may be older.
  const { filters, ...namedInternal } = readInternal ?? { attr: '' }
  const isSame = isSameFlag(namedInternal, internal, before.internal_targeting_flag_key)
  if (!isSame && !isInternalKey(namedInternal.key)) throw readOnly(namedInternal, 'targeting_flag_filters')
}

/** Whether a request says nothing else about a flag than the survey. A survey of a seed may have a key alone. */
function isSameFlag(
  named: NamedFlag | undefined,
  flag: FlagRow | undefined,
  seededKey: string | null,
): boolean {
  if (!named) return true
  const { id, key, filters } = named
  if (id !== undefined && id !== flag?.id) return false
  if (key !== undefined && key !== (flag?.key ?? seededKey)) return false
  return filters === undefined || (flag !== undefined && isSameJson(filters, flag.filters))
}

/**
 * Whether a request names the targeting flag of a survey with filters that the survey gave it before: the client has read them,
 * and somebody else has changed the flag since. Any others are an edit, which must not be lost behind a 200. See D-749.
 */
async function namesFormerFilters(
  store: StoreReader,
  { project_id, id, targeting_flag_filters, targeting_flag_key }: SurveyRow,
  { named, flag }: { named: NamedFlag | undefined; flag: FlagRow | undefined },
): Promise<boolean> {
  if (!named || !flag) return false
  const { filters, version, ...names } = named
  const isOlder = typeof version === 'number' && version >= 1 && version < (flag.version ?? 0)
  if (!isOlder || !isSameFlag(names, flag, targeting_flag_key)) return false
  // The flag has others when it was changed by itself.
  if (isSameJson(filters, targeting_flag_filters)) return true
  const where = { project_id, item_id: id }
  for await (const page of store.pages('activity', { where, order: 'newest' }))
    for (const { changes } of page)
      for (const { field, before } of changes ?? [])
        if (field === 'targeting_flag_filters' && isSameJson(filters, before)) return true
  return false
}

/** @throws HttpError 400 for a reference to no flag at all: it would be ignored, or be for everyone. See D-749. */
function requireName(named: NamedFlag | undefined): void {
  if (named && (named.id ?? named.key ?? named.filters) === undefined)
    throw invalidInput('Expected the id, key or filters of a feature flag.', named.attr)
}

/** Whether a key is that of a flag which the service creates for each survey. */
const isInternalKey = (key = ''): boolean => key.startsWith(SURVEY_FLAG_PREFIX) && key.endsWith('-custom')

const notFlag = ({ attr }: NamedFlag): HttpError =>
  invalidInput('There is no such feature flag in the project.', attr)

const readOnly = (named: NamedFlag | undefined, field: string): HttpError =>
  invalidInput(`This field is read-only and cannot be changed. Use ${field}.`, named?.attr)
