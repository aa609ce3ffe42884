import { makeRegistry } from '@svc/dashboard-sdk/host'
import { dashboards } from './plugins.ts'
import { everywhere, planPrefetch } from './prefetch.ts'
import { shell } from './shell/shell.ts'

/** For the build (`build/first-files.ts`): the code and texts that each page opens with if all plugins run. */

const registry = makeRegistry([shell, ...dashboards], () => true)

/** Plugins with something on every page, whose texts every page needs. */
export const frameOwners: readonly string[] = everywhere.flatMap(({ id }) =>
  (registry.fills.get(id) ?? []).map(({ plugin }) => plugin),
)

export const pagePlans = [...registry.pages.values()].map(({ item: { path, access } }) => {
  const { texts, code } = planPrefetch(registry, path, true)
  return { path, isPublic: access === 'public', texts: [...texts], code }
})
