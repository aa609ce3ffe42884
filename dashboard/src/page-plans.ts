import type { ApiQuery } from '@svc/dashboard-sdk'
import { brandQuery, liveListPath, makeRegistry, withSearch } from '@svc/dashboard-sdk/host'
import { sessionPath } from './boot.ts'
import { dashboards } from './plugins.ts'
import { everywhere, planPrefetch } from './prefetch.ts'
import { shell } from './shell/shell.ts'

/** For the build (`build/first-files.ts`): the code and texts that each page opens with if all plugins run. */

const registry = makeRegistry([shell, ...dashboards], () => true)

/** Plugins with something on every page, whose texts every page needs. */
export const frameOwners: readonly string[] = everywhere.flatMap(({ id }) =>
  (registry.fills.get(id) ?? []).map(({ plugin }) => plugin),
)

/** Ranges of time differ each time. */
const isSteady = ({ search = {} }: ApiQuery) => !('from' in search) && !('to' in search)

export const pagePlans = [...registry.pages.values()].map(({ item: { path, access, frame } }) => {
  const { texts, code, data } = planPrefetch(registry, path, true)
  const asked = data.filter(isSteady).map(({ path, search, isForAdmins = false }) => ({
    // a parameter that the page has encoded
    path: withSearch(path, search).replaceAll('%24', '$'),
    isForAdmins,
  }))
  const requests = [{ path: liveListPath, isForAdmins: false }, { path: brandQuery.path, isForAdmins: false }, ...asked]
  return {
    path,
    isPublic: access === 'public',
    isFramed: frame === 'app',
    texts: [...texts],
    code: code.map(({ load }) => load),
    requests,
  }
})

/** Who is signed in, which decides about the other requests. */
export const session = sessionPath
