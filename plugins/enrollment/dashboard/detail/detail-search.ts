/** The state of a server's page in the URL. */
export interface DetailSearch {
  /** id of the tab; absent: the first tab */
  readonly tab?: string
  /** the time range that the tabs show, in a format defined by each tab */
  readonly range?: string
  /** opens the edit form at its billing section, for links from cost pages */
  readonly edit?: 'billing'
}

const word = (value: string | undefined) => (value && /^[a-z0-9.-]{1,64}$/i.test(value) ? value : undefined)

/** Accepts any query string and ignores invalid values. */
export function parseDetailSearch(raw: Readonly<Record<string, string>>): DetailSearch {
  const tab = word(raw.tab)
  const range = word(raw.range)
  return { ...(tab ? { tab } : {}), ...(range ? { range } : {}), ...(raw.edit === 'billing' ? { edit: raw.edit } : {}) }
}
