import { tracerouteTab } from '../pages.ts'
import { type View, views } from '../trace/trace-view.tsx'

/** The search parameters of the tab. */
interface TabSearch {
  readonly tab: string
  /** id of the shown trace; empty: the newest one */
  readonly trace: string
  readonly view: View
}

/** Accepts any query string and ignores invalid values. */
const parse = (raw: Readonly<Record<string, string>>): TabSearch => ({
  tab: raw.tab ?? '',
  trace: /^[a-z0-9-]{1,64}$/i.test(raw.trace ?? '') ? (raw.trace ?? '') : '',
  view: views.find((view) => view === raw.view) ?? 'table',
})

/** For `usePageSearch`. */
export const tabSearch = { id: tracerouteTab, search: parse }
