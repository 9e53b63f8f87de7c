import type { FlagPatch } from '../../wire/console'
import type { FlagDefinition } from '../../wire/flagDefinition'
import { MANAGED_FLAGS_PATH } from '../../wire/paths'
import { SURVEY_FLAG_PREFIX } from '../../wire/survey'
import { useConsole } from '../ui/consoleContext'
import { type Data, useData } from '../ui/useData'

/** A flag of the list. */
export type Flag = Omit<FlagDefinition, 'team_id'>

/** The flags of the project, and how to change one. */
export interface Flags extends Pick<Data<Flag[]>, 'error' | 'reload'> {
  /** Undefined until they are loaded. */
  flags: Flag[] | undefined
  /** Number of flags that the service keeps for surveys, which are in no list. */
  surveyFlags: number
  /** Shows the change at once, and takes it back where the service refuses it. */
  change(flag: Flag, fields: FlagPatch, notice: string): Promise<void>
}

/** More flags than any project has. */
const LIMIT = 1000

/** Loads the flags of the project. */
export function useFlags(): Flags {
  const { api, notify } = useConsole()
  const { value, error, reload, setValue } = useData<{ results: Flag[] }>(
    (api, signal) => api.get(MANAGED_FLAGS_PATH, { query: { limit: LIMIT }, signal }),
    [],
  )
  const replace = (next: Flag) =>
    setValue(({ results }) => ({ results: results.map(flag => (flag.id === next.id ? next : flag)) }))
  const isOfSurvey = ({ key }: Flag) => key.startsWith(SURVEY_FLAG_PREFIX)
  return {
    flags: value?.results.filter(flag => !isOfSurvey(flag)),
    surveyFlags: value?.results.filter(isOfSurvey).length ?? 0,
    error,
    reload,
    change: async (flag, fields, notice) => {
      replace({ ...flag, ...fields })
      const result = await api.patch<Flag>(`${MANAGED_FLAGS_PATH}${flag.id}/`, fields)
      replace(result.ok ? result.value : flag)
      notify(result.ok ? notice : `${flag.key} stays as it was. ${result.error.message}`)
    },
  }
}
