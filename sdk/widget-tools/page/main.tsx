import { createWidgetRuntime, type WidgetManifest, type WidgetModule } from '@svc/widget-sdk'
import { createRoot } from 'react-dom/client'
import { makeUseMutation, request, useQuery } from './api.ts'
import { App } from './app.tsx'
import { notify, requestConfirm } from './dialogs.tsx'
import { makeLiveServers } from './live-servers.ts'
import { makeLiveTopics } from './live-topics.ts'
import { makePlacements } from './placement.ts'
import { theme } from './theme.ts'

/** Renders the widgets of a project with data of `server`. The result replaces the code of a widget. */
export function startPage(
  server: string,
  widgets: readonly { readonly manifest: WidgetManifest; readonly widget: WidgetModule }[],
): { replace(index: number, widget: WidgetModule): void } {
  const store = makePlacements(widgets)
  const topics = makeLiveTopics()
  const live = makeLiveServers(topics)
  createWidgetRuntime({
    apiBaseUrl: '',
    useQuery,
    useMutation: makeUseMutation(({ message }) => notify({ kind: 'error', message })),
    request,
    servers: live,
    topics: topics.runtime,
    theme,
    async onConfigUpdate(instanceId, patch) {
      const index = Number(instanceId)
      store.configure(index, { ...store.placements.get()[index]?.config, ...patch })
    },
    notify,
    requestConfirm,
  })
  createRoot(document.getElementById('root') as HTMLElement).render(<App server={server} store={store} live={live} />)
  return { replace: store.replace }
}
