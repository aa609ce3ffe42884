import { type State, states } from './sections.ts'

/** The state of the plugins page that lives in the address. */
export interface PluginsSearch {
  readonly q?: string | undefined
  readonly state?: State | undefined
}

/** Accepts any query string; what it does not understand is left out. */
export function parsePluginsSearch(raw: Readonly<Record<string, string>>): PluginsSearch {
  const state = states.find((known) => known === raw.state)
  return { ...(raw.q ? { q: raw.q.slice(0, 200) } : {}), ...(state ? { state } : {}) }
}
