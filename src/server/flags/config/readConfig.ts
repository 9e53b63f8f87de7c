import type { RemoteConfig } from '../../../wire/flag'
import type { ServiceContext } from '../../serviceContext'
import type { ProjectRow } from '../../store/rows'
import { listPublicSurveys } from '../../surveys/public/publicSurveys'
import { advanceSchedules } from '../../surveys/schedule/advanceSchedules'
import { remoteConfig } from './remoteConfig'

/** The configuration that browsers of a project receive. Interface section 4.3. */
export async function readConfig(
  service: ServiceContext,
  project: ProjectRow,
): Promise<RemoteConfig & Record<string, unknown>> {
  await advanceSchedules(service, project.id)
  return remoteConfig({
    surveys: await listPublicSurveys(service.store, project.id),
    hasFlags: (await service.store.count('flags', { where: { project_id: project.id } })) > 0,
    recordingsLimited: service.quota(project.id).recordings === true,
    overrides: service.config(project.id),
  })
}
