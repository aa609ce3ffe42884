import type { OptionalRef, ServiceRef } from '@svc/plugin-sdk'
import { exclude, isLoaded, type LoadedPlugin, type PluginRecord } from './candidate.ts'

type Requirement = { id: string; optional: boolean }

const requirementsOf = (plugin: LoadedPlugin): Requirement[] =>
  Object.values<ServiceRef<unknown> | OptionalRef<unknown>>(plugin.definition.requires ?? {}).map((ref) =>
    ref.kind === 'optional' ? { id: ref.ref.id, optional: true } : { id: ref.id, optional: false },
  )

const idsOf = (refs: Readonly<Record<string, { readonly id: string }>> | undefined) =>
  Object.values(refs ?? {}).map((ref) => ref.id)

/** Ids of the services that a plugin requires, without the optional ones. */
export const requiredServices = (plugin: LoadedPlugin): string[] =>
  requirementsOf(plugin)
    .filter(({ optional }) => !optional)
    .map(({ id }) => id)

export const providedServices = (plugin: LoadedPlugin): string[] => idsOf(plugin.definition.provides)

/** Refuses the later of two plugins that claim the same service or extension point. */
function refuseDuplicates(records: readonly PluginRecord[], kernelServices: readonly string[]): void {
  const owners = new Map(kernelServices.map((id) => [id, 'the kernel']))
  for (const record of records.filter(isLoaded)) {
    const claims = [...providedServices(record), ...idsOf(record.definition.points)]
    const taken = claims.find((id) => owners.has(id))
    if (taken) exclude(record, 'refused', `offers ${taken}, which ${owners.get(taken)} already offers`)
    else for (const id of claims) owners.set(id, record.candidate.id)
  }
}

/** Refuses plugins whose requirements no running plugin provides, and transitively their dependents. */
export function refuseUnmet(records: readonly PluginRecord[], kernelServices: readonly string[]): void {
  for (let changed = true; changed; ) {
    changed = false
    const offered = new Set([...kernelServices, ...records.filter(isLoaded).flatMap(providedServices)])
    for (const record of records.filter(isLoaded)) {
      const missing = requiredServices(record).find((id) => !offered.has(id))
      if (!missing) continue
      exclude(record, 'refused', `needs ${missing}`)
      changed = true
    }
  }
}

/**
 * The order in which plugins start: providers before their dependents, otherwise as given. Optional requirements order
 * like others but may be missing. Plugins in a cycle are refused.
 */
export function arrange(records: readonly PluginRecord[], kernelServices: readonly string[]): LoadedPlugin[] {
  refuseDuplicates(records, kernelServices)
  refuseUnmet(records, kernelServices)
  const order: LoadedPlugin[] = []
  const path: LoadedPlugin[] = []
  const visit = (plugin: LoadedPlugin) => {
    if (order.includes(plugin) || !isLoaded(plugin)) return
    if (path.includes(plugin)) {
      const cycle = path.slice(path.indexOf(plugin))
      const sentence = [...cycle, plugin].map((member) => member.candidate.id).join(' needs ')
      for (const member of cycle) exclude(member, 'refused', `is part of a cycle: ${sentence}`)
      return
    }
    path.push(plugin)
    for (const { id } of requirementsOf(plugin)) {
      const provider = records.filter(isLoaded).find((record) => providedServices(record).includes(id))
      if (provider) visit(provider)
    }
    path.pop()
    if (isLoaded(plugin)) order.push(plugin)
  }
  for (const record of records.filter(isLoaded)) visit(record)
  refuseUnmet(records, kernelServices)
  return order.filter(isLoaded)
}
