import { api, type Session } from '@svc/dashboard-sdk'
import {
  live,
  makeQueryClient,
  makeRegistry,
  onSessionChange,
  RegistryContext,
  SessionContext,
  Toaster,
  TooltipProvider,
} from '@svc/dashboard-sdk/host'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Boot, bootKey, readBoot } from './boot.ts'
import type { BootStore } from './boot-store.ts'
import { lookForNewBuild } from './new-build.ts'
import { dashboards } from './plugins.ts'
import { makeRouter } from './routes.tsx'
import { signInPath } from './shell/access.ts'
import { useDocumentTheme } from './shell/document-theme.ts'

const history = createBrowserHistory()
const client = makeQueryClient()
/** milliseconds; sessions last a day unless configured otherwise */
const useInterval = 300_000

/** Pages, router and session for one answer of the server; the router is new, so every access rule is asked again. */
function assemble({ me, running }: Boot, store: BootStore) {
  const registry = makeRegistry(dashboards, (plugin) => running?.has(plugin) ?? true)
  const session: Session = {
    me,
    refresh: async () => store.set(await readBoot()),
    signOut: async () => {
      await api('POST', '/api/auth/logout', undefined, { anonymous: true }).catch(() => undefined)
      store.set({ me: undefined, running: undefined })
      history.replace(signInPath)
    },
  }
  return { registry, session, router: makeRouter({ registry, boot: store.get, history }) }
}

/** The application for what the server told: session, running plugins, their pages. */
export function Application({ store }: { store: BootStore }): ReactNode {
  const boot = useSyncExternalStore(store.subscribe, store.get)
  const { registry, session, router } = useMemo(() => assemble(boot, store), [boot, store])
  const { me } = boot
  useDocumentTheme()

  useEffect(
    () =>
      onSessionChange((turn) => {
        if (turn === 'session_lost') store.set({ me: undefined, running: undefined })
        else void session.refresh().catch(() => undefined)
      }),
    [store, session],
  )

  // What one user has read must not be shown to the next.
  const who = me && !me.mustChangePassword ? `${me.userId} ${me.role}` : undefined
  useEffect(() => {
    if (who === undefined) return
    live.start()
    return () => {
      live.stop()
      client.clear()
    }
  }, [who])

  // An open page is use: a display on a wall, fed by its socket alone, would otherwise lose its sliding session.
  useEffect(() => {
    if (who === undefined) return
    const timer = setInterval(() => void session.refresh().catch(() => undefined), useInterval)
    return () => clearInterval(timer)
  }, [who, session])

  // A server that was away may have come back with other plugins, or with another build.
  useEffect(() => {
    let lost = false
    return live.onStatus(() => {
      if (live.status() === 'lost') lost = true
      else if (live.status() === 'open' && lost) {
        lost = false
        void session.refresh().catch(() => undefined)
        void lookForNewBuild().catch(() => undefined)
      }
    })
  }, [session])

  return (
    <QueryClientProvider client={client}>
      <SessionContext value={session}>
        <RegistryContext value={registry}>
          <TooltipProvider>
            <RouterProvider key={bootKey(boot)} router={router} />
          </TooltipProvider>
          <Toaster />
        </RegistryContext>
      </SessionContext>
    </QueryClientProvider>
  )
}
