import type { Assessed } from './assess.ts'
import type { OverviewSearch, Show } from './overview-search.ts'

type GroupName = (id: string) => string | undefined

const matchesStatus: Record<Show, (assessed: Assessed) => boolean> = {
  problems: ({ level }) => level > 0,
  offline: ({ reasons }) => reasons.some(({ rule }) => rule === 'offline'),
  online: ({ server }) => server.online,
}

/** Filters by group, tag and search words, which match name, group, OS and tags. */
export function filterServers(
  all: readonly Assessed[],
  search: OverviewSearch,
  groupName: GroupName,
): readonly Assessed[] {
  const { q = '', group, tag } = search
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !group && !tag) return all
  return all.filter(({ server }) => {
    if (group && server.group_id !== group) return false
    if (tag && !server.tags.includes(tag)) return false
    if (words.length === 0) return true
    const texts = [server.name, server.os, server.group_id && groupName(server.group_id), ...server.tags]
    const text = texts.filter(Boolean).join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Number of servers per status filter, and in total. */
export function countByStatus(all: readonly Assessed[]): Readonly<Record<Show | 'total', number>> {
  const count = (show: Show) => all.filter(matchesStatus[show]).length
  return { total: all.length, online: count('online'), offline: count('offline'), problems: count('problems') }
}

export const filterByStatus = (all: readonly Assessed[], show: Show | undefined): readonly Assessed[] =>
  show ? all.filter(matchesStatus[show]) : all

/** Every tag in use, in alphabetical order. */
export const collectTags = (all: readonly Assessed[], language: string): readonly string[] =>
  [...new Set(all.flatMap(({ server }) => server.tags))].sort(new Intl.Collator(language, { numeric: true }).compare)
