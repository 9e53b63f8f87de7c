import type { RemoteConfig } from '../../../wire/flag'
import type { ServiceContext } from '../../serviceContext'
import type { ProjectRow } from '../../store/rows'
import type { FlagsHost } from '../host'
import { remoteConfig } from './remoteConfig'

/** Returns the configuration that the browsers of a project receive. Interface section 4.3. */
export async function readConfig(
  host: FlagsHost,
  service: ServiceContext,
  project: ProjectRow,
): Promise<RemoteConfig & Record<string, unknown>> {
  await host.advanceSchedules(service, project.id)
  return remoteConfig({
    surveys: await host.listPublicSurveys(service.store, project.id),
    hasFlags: (await service.store.count('flags', { where: { project_id: project.id } })) > 0,
    recordingsLimited: service.quota(project.id).recordings === true,
    overrides: service.config(project.id),
  })
}
