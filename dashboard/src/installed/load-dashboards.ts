import { type DashboardPlugin, ImportError, importModule, toError } from '@svc/dashboard-sdk'
import { addTextOwner, setInstalledDashboard } from '@svc/dashboard-sdk/host'
import { dashboardError } from './dashboard-error.ts'
import { type Listed, textsOf } from './installed-texts.ts'
import { safeIcons } from './safe-icon.tsx'

/** A dashboard of a third-party plugin that could be loaded. */
export interface LoadedDashboard {
  readonly address: string
  readonly dashboard: DashboardPlugin
}

/** The first page waits for them, so one that does not come in time is left out. */
const timeoutMs = 5000

/** The style sheet of a dashboard, while it is loaded. */
const sheets = new Map<string, HTMLLinkElement>()

function showStyles({ plugin, address, styles }: Listed): void {
  sheets.get(plugin)?.remove()
  sheets.delete(plugin)
  if (!styles) return
  const sheet = document.createElement('link')
  Object.assign(sheet, { rel: 'stylesheet', href: `${address}/index.css` })
  sheets.set(plugin, sheet)
  document.head.append(sheet)
}

async function load(listed: Listed): Promise<LoadedDashboard | undefined> {
  const { plugin, address } = listed
  const start = performance.now()
  const loadMs = () => performance.now() - start
  try {
    const { default: dashboard } = await importModule(address, 'index.js', timeoutMs)
    const error = dashboardError(dashboard, plugin)
    if (error !== undefined) {
      setInstalledDashboard(plugin, { fault: 'invalid', detail: error, loadMs: loadMs() })
      return undefined
    }
    setInstalledDashboard(plugin, { loadMs: loadMs() })
    showStyles(listed)
    return { address, dashboard: safeIcons(dashboard as DashboardPlugin) }
  } catch (thrown) {
    const { message } = toError(thrown)
    const fault = thrown instanceof ImportError ? thrown.fault : 'invalid'
    setInstalledDashboard(plugin, { fault, detail: message, loadMs: loadMs() })
    console.error(`the dashboard of plugin ${plugin} was not loaded`, thrown)
    return undefined
  }
}

/** What was loaded or failed, by plugin; a new address is another content. */
const known = new Map<string, { readonly address: string; readonly loading: Promise<LoadedDashboard | undefined> }>()

/** Loads the dashboards of third-party plugins, each once. Those that fail are left out, without an effect on the others. */
export async function loadDashboards(listed: readonly Listed[]): Promise<readonly LoadedDashboard[]> {
  const present = new Set(listed.map(({ plugin }) => plugin))
  for (const plugin of [...known.keys()].filter((id) => !present.has(id))) {
    known.delete(plugin)
    sheets.get(plugin)?.remove()
    setInstalledDashboard(plugin, undefined)
  }
  const loads = listed.map((each) => {
    const former = known.get(each.plugin)
    if (former?.address === each.address) return former.loading
    const loading = load(each)
    known.set(each.plugin, { address: each.address, loading })
    return loading
  })
  return (await Promise.all(loads)).filter((loaded) => loaded !== undefined)
}

const texts = new Map<string, string>()

/** Loads what the sidebar shows of them. Without its texts a dashboard shows their keys. */
export async function loadInstalledTexts(listed: readonly Listed[]): Promise<void> {
  const changed = listed.filter(({ plugin, address }) => texts.get(plugin) !== address)
  for (const { plugin, address } of changed) texts.set(plugin, address)
  const loads = await Promise.allSettled(changed.map((each) => addTextOwner(textsOf(each))))
  for (const one of loads) if (one.status === 'rejected') console.error(one.reason)
}
