export const tabs = ['targets', 'setting'] as const

/** The state of the settings page that lives in the address. */
export interface ProbesSearch {
  /** absent: targets */
  readonly tab?: (typeof tabs)[number]
  readonly q?: string
  /** which targets are listed: what `groupOf` says of them; absent: all */
  readonly group?: string
}

const longest = 200
const text = (value: string | undefined) => value?.slice(0, longest) || undefined

/** Accepts any query string; what it does not understand is left out. */
export function parseProbesSearch(raw: Readonly<Record<string, string>>): ProbesSearch {
  const found: Record<keyof ProbesSearch, string | undefined> = {
    tab: raw.tab === 'setting' ? raw.tab : undefined,
    q: text(raw.q),
    group: /^[a-z-]{1,64}$/.test(raw.group ?? '') ? raw.group : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
