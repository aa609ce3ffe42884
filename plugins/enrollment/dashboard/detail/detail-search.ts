/** The state of a server's page that lives in the address. */
export interface DetailSearch {
  /** id of the tab; absent: the first */
  readonly tab?: string
  /** the stretch of time that the tabs show; each tab knows which words it understands */
  readonly range?: string
  /** opens the form of the server's profile at its billing, for links from pages about costs */
  readonly edit?: 'billing'
}

const word = (value: string | undefined) => (value && /^[a-z0-9.-]{1,64}$/i.test(value) ? value : undefined)

/** Accepts any query string; what cannot be a tab or a range is left out. */
export function parseDetailSearch(raw: Readonly<Record<string, string>>): DetailSearch {
  const tab = word(raw.tab)
  const range = word(raw.range)
  return { ...(tab ? { tab } : {}), ...(range ? { range } : {}), ...(raw.edit === 'billing' ? { edit: raw.edit } : {}) }
}
