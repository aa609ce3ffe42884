import { api, type Session } from '@svc/dashboard-sdk'
import {
  brandQuery,
  live,
  loadTexts,
  makeQueryClient,
  onSessionChange,
  prefetchApi,
  type Registry,
  RegistryContext,
  SessionContext,
  TipLayer,
  Toaster,
  useTheme,
} from '@svc/dashboard-sdk/host'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { type BootState, type BootStore, bootKey, signedOut } from './boot.ts'
import { fetchBootState } from './fetch-boot-state.ts'
import { fullRegistry } from './installed/full-registry.ts'
import { checkForNewBuild } from './new-build.ts'
import { dashboards } from './plugins.ts'
import { planPrefetch } from './prefetch.ts'
import { makeRouter } from './routes.tsx'
import { signInPath } from './shell/access.ts'
import { shell } from './shell/shell.ts'

const history = createBrowserHistory()
const queryClient = makeQueryClient()
/** well below the session lifetime, which is a day by default */
const sessionRefreshMs = 300_000

/**
 * Starts everything that the page in the address bar needs. What fails is requested again, with an error, by the page.
 * Resolves when its code and texts are there, or have failed.
 */
async function prefetchPage(registry: Registry, isAdmin: boolean): Promise<void> {
  const { texts, code, data } = planPrefetch(registry, window.location.pathname, isAdmin)
  for (const query of [brandQuery, ...data]) void prefetchApi(queryClient, query)
  await Promise.allSettled([
    ...[...texts].map(async (plugin) => loadTexts(plugin)),
    ...code.map(async ({ preload }) => preload()),
  ])
}

/**
 * Builds registry, session and router. The router is rebuilt for each state, so that all access rules are checked again.
 * `ready` settles when the page can be shown at once: a router that finds its page later renders all of it in one long task.
 */
export function assemble(boot: BootState, store: BootStore) {
  const { me, runningPlugins, installed } = boot
  const registry = fullRegistry(
    [shell, ...dashboards],
    installed,
    (plugin) => plugin === shell.plugin || (runningPlugins?.has(plugin) ?? true),
  )
  const codeLoaded = me && !me.mustChangePassword ? prefetchPage(registry, me.isAdmin) : Promise.resolve()
  const session: Session = {
    me,
    refresh: async () => store.set(await fetchBootState(Promise.resolve())),
    signOut: async () => {
      await api('POST', '/api/auth/logout', undefined, { anonymous: true }).catch(() => undefined)
      store.set(signedOut)
      history.replace(signInPath)
    },
  }
  const router = makeRouter({ registry, boot: store.get, history })
  return { boot, registry, session, router, ready: () => Promise.allSettled([codeLoaded, router.load()]) }
}

/** The application: session, running plugins and their pages. `first` is what was assembled from the first state. */
export function Application({ store, first }: { store: BootStore; first: ReturnType<typeof assemble> }): ReactNode {
  const boot = useSyncExternalStore(store.subscribe, store.get)
  const assembled = useMemo(() => (boot === first.boot ? first : assemble(boot, store)), [boot, store, first])
  const { registry, session, router } = assembled
  const { me } = boot
  useDocumentTheme()

  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'session_lost') store.set(signedOut)
        else void session.refresh().catch(() => undefined)
      }),
    [store, session],
  )

  // Drop cached data when the user changes: the next user must not see it.
  const userKey = me && !me.mustChangePassword ? `${me.userId} ${me.role}` : undefined
  useEffect(() => {
    if (userKey === undefined) return
    live.start()
    return () => {
      live.stop()
      queryClient.clear()
    }
  }, [userKey])

  // An open page counts as activity: a wall display only uses its socket and would otherwise lose its sliding session.
  useEffect(() => {
    if (userKey === undefined) return
    const timer = setInterval(() => void session.refresh().catch(() => undefined), sessionRefreshMs)
    return () => clearInterval(timer)
  }, [userKey, session])

  // After a reconnect the server may run other plugins or serve another build.
  useEffect(() => {
    let lost = false
    return live.onStatus(() => {
      if (live.status() === 'lost') lost = true
      else if (live.status() === 'open' && lost) {
        lost = false
        void session.refresh().catch(() => undefined)
        void checkForNewBuild().catch(() => undefined)
      }
    })
  }, [session])

  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>
        <RegistryContext value={registry}>
          <RouterProvider key={bootKey(boot)} router={router} />
          <TipLayer />
          <Toaster />
        </RegistryContext>
      </SessionContext>
    </QueryClientProvider>
  )
}

/** Applies the chosen theme to the document. Transitions are paused meanwhile, otherwise every color would fade separately. */
function useDocumentTheme(): void {
  const { theme } = useTheme()
  useLayoutEffect(() => {
    const root = document.documentElement
    if (root.dataset.theme === theme) return
    root.dataset.themeSwitching = ''
    root.dataset.theme = theme
    const timer = setTimeout(() => delete root.dataset.themeSwitching, 80)
    return () => clearTimeout(timer)
  }, [theme])
}
