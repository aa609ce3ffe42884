import {
  type ApiQuery,
  type Code,
  type Fill,
  type FirstContributions,
  headerItems,
  navCounts,
  type Page,
  type SlotRef,
  watchers,
} from '@svc/dashboard-sdk'
import type { Contributed, Registry } from '@svc/dashboard-sdk/host'

/** On every signed-in page. */
export const everywhere: readonly SlotRef<object>[] = [navCounts, headerItems, watchers]

/** The parameters of a path if the pattern of a page matches it. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, actual] = [pattern, path].map((text) => text.replace(/\/$/, '').split('/'))
  if (!wanted || !actual || wanted.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = actual[at] ?? ''
    if (part.startsWith('$')) params[part.slice(1)] = decodePart(value)
    else if (part !== value) return undefined
  }
  return params
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

interface Prefetch {
  /** of these plugins */
  readonly texts: ReadonlySet<string>
  readonly code: readonly Code[]
  readonly data: readonly ApiQuery[]
}

/** The dashboard must open even if a page is wrong about its data; the page shows the error. */
function dataOf(page: Page | undefined, params: Readonly<Record<string, string>>): readonly ApiQuery[] {
  try {
    return page?.data?.(params) ?? []
  } catch {
    return []
  }
}

/** Whether a contribution is shown whatever its other props are, as far as they are known. */
function isCertain({ when }: Fill, given: object | undefined): boolean {
  try {
    return when === undefined || (given !== undefined && when(given))
  } catch {
    // it asks for props that are not known yet
    return false
  }
}

/** What the page at a path needs, so that it is requested at once instead of when each part has rendered the next. */
export function planPrefetch({ pages, fills }: Registry, path: string, isAdmin: boolean): Prefetch {
  const found = [...pages.values()]
    .map(({ plugin, item }) => ({ plugin, item, params: matchPath(item.path, path) }))
    // literal paths before those with parameters, as the router prefers them
    .sort((a, b) => Number(a.item.path.includes('$')) - Number(b.item.path.includes('$')))
    .find(({ params }) => params)
  const page: Page | undefined = found?.item
  const fillsOf = (slot: SlotRef<object>, count?: number, given?: object) =>
    (fills.get(slot.id) ?? []).filter(({ item }) => isCertain(item, given)).slice(0, count)
  const seen = new Set<string>()
  const ofSlots = (first: readonly FirstContributions[]): readonly Contributed<Fill>[] =>
    first.flatMap(({ slot, count, given }) => {
      if (seen.has(slot.id)) return []
      seen.add(slot.id)
      return fillsOf(slot, count, given).flatMap((contributed) => [contributed, ...ofSlots(contributed.item.opensWith)])
    })
  const own = ofSlots(page?.opensWith ?? [])
  const parts = [...(page?.frame === 'app' ? everywhere : []).flatMap((slot) => fillsOf(slot)), ...own].map(
    ({ item }) => item,
  )
  return {
    texts: new Set([...(found ? [found.plugin] : []), ...own.map(({ plugin }) => plugin)]),
    code: [
      ...(page ? [{ load: page.load, preload: page.load }] : []),
      ...parts.flatMap(({ code, needs }) => [code, ...needs]),
    ],
    data: [...dataOf(page, found?.params ?? {}), ...parts.flatMap(({ data }) => data)].filter(
      ({ isForAdmins }) => isAdmin || !isForAdmins,
    ),
  }
}
