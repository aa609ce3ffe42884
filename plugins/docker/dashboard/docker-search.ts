import type { Sort } from '@svc/dashboard-sdk'
import { dockerTab } from './pages.ts'

/** The parts of the tab. */
export const views = ['containers', 'events', 'images', 'networks', 'volumes'] as const
export type View = (typeof views)[number]

export const stateFilters = ['all', 'running', 'stopped', 'problems'] as const
export type StateFilter = (typeof stateFilters)[number]

export const sortKeys = ['name', 'state', 'cpu', 'memory', 'network'] as const
export type SortKey = (typeof sortKeys)[number]

/** The parts of the details of a container. */
export const panels = ['overview', 'logs', 'inspect'] as const
export type Panel = (typeof panels)[number]

/** The search parameters of the tab. */
export interface DockerSearch {
  /** id of the tab of the server */
  readonly tab: string
  readonly view: View
  readonly q: string
  readonly state: StateFilter
  /** `cpu` descending is `-cpu` */
  readonly sort: string
  /** id of the container with open details, or its beginning */
  readonly container: string
  readonly panel: Panel
}

const maxLength = 200

const oneOf = <T extends string>(allowed: readonly [T, ...T[]], value: string | undefined): T =>
  allowed.find((one) => one === value) ?? allowed[0]

const isSort = (value: string | undefined): value is string =>
  sortKeys.some((key) => value === key || value === `-${key}`)

/** Accepts any query string and ignores invalid values. */
const parse = (raw: Readonly<Record<string, string>>): DockerSearch => ({
  tab: raw.tab ?? '',
  view: oneOf(views, raw.view),
  q: raw.q?.slice(0, maxLength) ?? '',
  state: oneOf(stateFilters, raw.state),
  sort: isSort(raw.sort) ? raw.sort : 'name',
  container: /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/.test(raw.container ?? '') ? (raw.container ?? '') : '',
  panel: oneOf(panels, raw.panel),
})

/** For `usePageSearch`. */
export const dockerSearch = { id: dockerTab, search: parse }

export const parseSort = (text: string): Sort & { readonly by: SortKey } => {
  const isDescending = text.startsWith('-')
  const by = sortKeys.find((key) => key === text.slice(isDescending ? 1 : 0)) ?? 'name'
  return { by, direction: isDescending ? 'desc' : 'asc' }
}

export const formatSort = ({ by, direction }: Sort): string => (direction === 'desc' ? `-${by}` : by)
