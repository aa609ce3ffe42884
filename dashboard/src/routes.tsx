import { Button, EmptyState, homePage, type Page, useT } from '@svc/dashboard-sdk'
import {
  type Contributed,
  Contribution,
  ContributionError,
  clearFailedLoads,
  loadTexts,
  type Registry,
  safePath,
} from '@svc/dashboard-sdk/host'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { FunctionComponent, ReactNode } from 'react'
import type { BootState } from './boot.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { accessRedirect } from './shell/access.ts'
import { AppFrame } from './shell/app-frame.tsx'
import { BareFrame } from './shell/bare-frame.tsx'
import { startPath } from './shell/navigation.ts'

interface Deps {
  readonly registry: Registry
  /** read on every navigation */
  readonly boot: () => BootState
  readonly history: RouterHistory
}

const redirectTo = (path: string, next?: string) => {
  const url = new URL(path, window.location.origin)
  const search = { ...parseSearch(url.search), ...(next === undefined ? {} : { next }) }
  return redirect({ to: url.pathname, search, hash: url.hash.slice(1), replace: true } as { to: string })
}

function componentOf({ plugin, item }: Contributed<Page>) {
  const Loaded = lazyRouteComponent(item.load as () => Promise<{ default: FunctionComponent }>)
  const Shown = () => (
    <Contribution plugin={plugin}>
      <Loaded />
    </Contribution>
  )
  const preload = async () => void (await Promise.all([Loaded.preload?.(), loadTexts(plugin)]))
  return Object.assign(Shown, { preload })
}

/** Builds a router with the pages of the running plugins. */
export function makeRouter({ registry, boot, history }: Deps) {
  const root = createRootRoute({ notFoundComponent: NotFoundPage })
  const frames = {
    app: createRoute({ getParentRoute: () => root, id: 'app', component: AppFrame }),
    bare: createRoute({ getParentRoute: () => root, id: 'bare', component: BareFrame }),
  }
  const guard =
    (page: Pick<Page, 'path' | 'access'>) =>
    ({ location }: { location: { href: string; search: object } }) => {
      const next = safePath((location.search as { next?: string }).next)
      const target = accessRedirect(boot().me, page, location.href, next)
      if (target) throw redirectTo(target.to, target.next)
    }
  const routes: Record<keyof typeof frames, AnyRoute[]> = { app: [], bare: [] }
  for (const owned of registry.pages.values()) {
    const { item, plugin } = owned
    const route = createRoute({
      getParentRoute: () => frames[item.frame],
      path: item.path,
      beforeLoad: (context) => {
        guard(item)(context)
        const path = item.id === homePage.id ? startPath(registry, boot().me) : undefined
        if (path !== undefined && path !== item.path) throw redirectTo(path)
      },
      component: componentOf(owned),
      errorComponent: ({ error, reset }) => <PageError plugin={plugin} error={error as Error} retry={reset} />,
    })
    routes[item.frame].push(route as unknown as AnyRoute)
  }
  const notFound = createRoute({
    getParentRoute: () => frames.app,
    path: '$',
    beforeLoad: guard({ path: '$', access: 'member' }),
    component: NotFoundPage,
  })
  routes.app.push(notFound as unknown as AnyRoute)
  return createRouter({
    routeTree: root.addChildren([frames.app.addChildren(routes.app), frames.bare.addChildren(routes.bare)]),
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

/** A path that no running plugin serves. */
function NotFoundPage(): ReactNode {
  const t = useT('shell')
  return (
    <div className="mx-auto mt-[12vh] max-w-lg">
      <EmptyState
        icon={Compass}
        title={<h1>{t('notFound.title')}</h1>}
        description={t('notFound.text')}
        action={
          <Button asChild>
            <Link to="/">{t('notFound.back')}</Link>
          </Button>
        }
      />
    </div>
  )
}

/** Shown when the code of a page fails to load. */
function PageError(props: { plugin: string; error: Error; retry: () => void }): ReactNode {
  const router = useRouter()
  const retry = () => {
    clearFailedLoads()
    props.retry()
    void router.invalidate()
  }
  return <ContributionError plugin={props.plugin} error={props.error} retry={retry} />
}
