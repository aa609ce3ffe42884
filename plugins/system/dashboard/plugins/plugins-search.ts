import { type State, states } from './plugin-list.ts'

/** Search parameters of the plugins page. */
export interface PluginsSearch {
  readonly q?: string | undefined
  readonly state?: State | undefined
}

/** Ignores invalid parameters. */
export function parsePluginsSearch(raw: Readonly<Record<string, string>>): PluginsSearch {
  const state = states.find((name) => name === raw.state)
  return { ...(raw.q ? { q: raw.q.slice(0, 200) } : {}), ...(state ? { state } : {}) }
}
