import type { ProjectOptions, Quota } from './options'

/** Quotas and configuration of each project, which may change while the service runs. */
export interface ProjectSettings {
  quota: (projectId: number) => Quota
  /** Fields of the remote configuration to replace. */
  config: (projectId: number) => Record<string, unknown>
  setQuota: (projectId: number, quota: Quota) => void
  setConfig: (projectId: number, config: Record<string, unknown>) => void
  /** Restores the settings of the options. */
  reset: () => void
}

/** Creates the settings of projects. Changes are merged into them. */
export function createProjectSettings(projects: (ProjectOptions & { id: number })[]): ProjectSettings {
  const quotas = new Map<number, Quota>()
  const configs = new Map<number, Record<string, unknown>>()
  const settings: ProjectSettings = {
    quota: projectId => quotas.get(projectId) ?? {},
    config: projectId => configs.get(projectId) ?? {},
    setQuota: (projectId, quota) => {
      quotas.set(projectId, { ...settings.quota(projectId), ...quota })
    },
    setConfig: (projectId, config) => {
      configs.set(projectId, { ...settings.config(projectId), ...config })
    },
    reset: () => {
      for (const { id, quota, config } of projects) {
        quotas.set(id, quota ?? {})
        configs.set(id, config ?? {})
      }
    },
  }
  settings.reset()
  return settings
}
