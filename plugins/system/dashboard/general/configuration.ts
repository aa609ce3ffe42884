import { useApi } from '@svc/dashboard-sdk'
import type { ConfigurationEntry } from '@svc/plugin-system/contract'

/** Where the configuration is on the page. */
export const sectionId = 'configuration'

export const useConfiguration = () => useApi<readonly ConfigurationEntry[]>('/api/settings/configuration')

/** Groups that have a name of their own, in this order; the others follow by their first key. */
export const namedGroups = ['scheduler', 'retention', 'smtp', 'notifications', 'server'] as const

export interface ConfigurationGroup {
  readonly id: string
  readonly entries: readonly ConfigurationEntry[]
}

/** The keys by their first part; those that match all words of `search`. */
export function groupsOf(all: readonly ConfigurationEntry[], search: string): readonly ConfigurationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = all.filter(({ key, env, description }) => {
    const text = `${key} ${env} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const byGroup = new Map<string, ConfigurationEntry[]>()
  for (const entry of matching) {
    const id = entry.key.split('.')[0] ?? ''
    byGroup.set(id, [...(byGroup.get(id) ?? []), entry])
  }
  const place = (id: string) => {
    const index = (namedGroups as readonly string[]).indexOf(id)
    return index < 0 ? namedGroups.length : index
  }
  return [...byGroup]
    .map(([id, entries]) => ({ id, entries }))
    .sort((a, b) => place(a.id) - place(b.id) || a.id.localeCompare(b.id))
}

/** A value as it is written in the file. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.map(String).join(', ')
  return value === '' ? '""' : String(value)
}
