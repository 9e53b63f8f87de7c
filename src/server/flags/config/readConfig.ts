import type { RemoteConfig } from '../../../wire/flag'
import type { ServiceContext } from '../../serviceContext'
import type { ProjectRow } from '../../store/rows'
import { publicSurveys } from '../../surveys/public/publicSurveys'
import { keepTime } from '../../surveys/schedule/advanceSchedules'
import { configAnswer } from './remoteConfig'

/** The configuration that browsers of a project receive. Interface section 4.3. */
export async function projectConfig(
  parts: ServiceContext,
  project: ProjectRow,
): Promise<RemoteConfig & Record<string, unknown>> {
  await keepTime(parts, project.id)
  return configAnswer({
    surveys: await publicSurveys(parts.store, project.id),
    hasFlags: (await parts.store.count('flags', { where: { project_id: project.id } })) > 0,
    recordingsLimited: parts.quota(project.id).recordings === true,
    overrides: parts.config(project.id),
  })
}
