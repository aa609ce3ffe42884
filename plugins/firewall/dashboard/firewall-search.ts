const origins = ['manual', 'auto'] as const
const states = ['failed', 'waiting'] as const

/** Search parameters of the page, and of the tab of a server. */
export interface FirewallSearch {
  /** id of the tab of the server */
  readonly tab: string
  /** part of a target */
  readonly q: string
  readonly server: string
  readonly origin: (typeof origins)[number] | ''
  readonly state: (typeof states)[number] | ''
  /** id of the block with open details */
  readonly block: string
}

/** Accepts any query string and ignores invalid values. */
export const parseFirewallSearch = (raw: Readonly<Record<string, string>>): FirewallSearch => ({
  tab: raw.tab ?? '',
  q: raw.q?.slice(0, 64) ?? '',
  server: raw.server?.slice(0, 64) ?? '',
  origin: origins.find((origin) => origin === raw.origin) ?? '',
  state: states.find((state) => state === raw.state) ?? '',
  block: /^[\w-]{1,64}$/.test(raw.block ?? '') ? (raw.block ?? '') : '',
})

/** Resets all filters. */
export const unfiltered = { q: '', server: '', origin: '', state: '' } as const

export const isFiltered = ({ q, server, origin, state }: FirewallSearch): boolean =>
  [q.trim(), server, origin, state].some(Boolean)

/** Query parameters of the API; `serverId` is fixed on the page of a server. */
export const filterOf = ({ q, server, origin, state }: FirewallSearch, serverId?: string) => ({
  target_q: q.trim() || undefined,
  server_id: serverId ?? (server || undefined),
  origin: origin || undefined,
  state: state || undefined,
})
export type BlockFilter = ReturnType<typeof filterOf>
