import { createWidgetRuntime, type WidgetManifest, type WidgetModule } from '@svc/widget-sdk'
import { createRoot } from 'react-dom/client'
import { makeUseMutation, request, useQuery } from './api.ts'
import { App } from './app.tsx'
import { ask, notify } from './dialogs.tsx'
import { makeLiveServers } from './live-servers.ts'
import { makePlacements } from './placement.ts'
import { theme } from './theme.ts'

/** Shows the widgets of a project with the data of `server`. The result takes their new code. */
export function startPage(
  server: string,
  widgets: readonly { readonly manifest: WidgetManifest; readonly widget: WidgetModule }[],
): { replace(index: number, widget: WidgetModule): void } {
  const shown = makePlacements(widgets)
  const live = makeLiveServers()
  createWidgetRuntime({
    apiBaseUrl: '',
    useQuery,
    useMutation: makeUseMutation((failure) => notify({ kind: 'error', message: failure.message })),
    request,
    servers: live,
    theme,
    async onConfigUpdate(instanceId, patch) {
      const index = Number(instanceId)
      shown.configure(index, { ...shown.placements.get()[index]?.config, ...patch })
    },
    notify,
    requestConfirm: ask,
  })
  createRoot(document.getElementById('root') as HTMLElement).render(<App server={server} shown={shown} live={live} />)
  return { replace: shown.replace }
}
