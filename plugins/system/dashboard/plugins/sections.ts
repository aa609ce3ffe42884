import type { PluginView } from '@svc/plugin-system/contract'

export const states = ['running', 'failed', 'refused', 'disabled', 'absent'] as const
export type State = PluginView['state']

export const origins = ['bundled', 'third', 'absent'] as const
export type Origin = (typeof origins)[number]

export const originOf = ({ state, bundled }: Pick<PluginView, 'state' | 'bundled'>): Origin =>
  state === 'absent' ? 'absent' : bundled ? 'bundled' : 'third'

/** A plugin with the texts that it is shown with. */
export interface Shown {
  readonly plugin: PluginView
  readonly title: string
  readonly description: string
}

/** How many plugins are in each state; states that none is in are left out. */
export function countStates(plugins: readonly PluginView[]): ReadonlyMap<State, number> {
  const counts = new Map<State, number>()
  for (const state of states) {
    const count = plugins.filter((plugin) => plugin.state === state).length
    if (count > 0) counts.set(state, count)
  }
  return counts
}

/** The plugins that match, by where they come from; in each section the required ones first, then by title. */
export function sectionsOf(
  shown: readonly Shown[],
  filter: { readonly q: string; readonly state: State | undefined },
): readonly { readonly origin: Origin; readonly plugins: readonly Shown[] }[] {
  const q = filter.q.trim().toLowerCase()
  const matching = shown.filter(
    ({ plugin, title, description }) =>
      (filter.state === undefined || plugin.state === filter.state) &&
      (q === '' || [plugin.id, title, description].some((text) => text.toLowerCase().includes(q))),
  )
  return origins
    .map((origin) => ({
      origin,
      plugins: matching
        .filter(({ plugin }) => originOf(plugin) === origin)
        .sort((a, b) => Number(b.plugin.required) - Number(a.plugin.required) || a.title.localeCompare(b.title)),
    }))
    .filter(({ plugins }) => plugins.length > 0)
}
