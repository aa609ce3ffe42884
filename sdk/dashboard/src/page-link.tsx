import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react'
import type { PageRef, PathParams } from './page.ts'
import { useRegistry } from './registry-context.tsx'
import { useSession } from './session.tsx'

type NoParams<Path extends string> = keyof PathParams<Path> extends never ? true : false

/** Params and search of a page; `params` is required exactly if the path has parameters. */
export type PageTarget<Path extends string, Search> = (NoParams<Path> extends true
  ? { params?: undefined }
  : { params: PathParams<Path> }) & { search?: Partial<Search>; replace?: boolean }

/** Whether the page exists (its plugin runs) and the signed-in user may open it. */
export function useCanOpenPage(page: PageRef): boolean {
  const { pages } = useRegistry()
  const { me } = useSession()
  if (!pages.has(page.id)) return false
  if (page.access === 'public') return true
  return page.access === 'admin' ? me?.isAdmin === true : me !== undefined
}

type Anchor = Omit<ComponentProps<'a'>, 'href'>

/**
 * A link to a page of any plugin. Renders `otherwise` (default nothing) when that plugin is not running or the user may
 * not open the page. The link carries `data-status="active"` and `aria-current` while its page is shown.
 */
export function PageLink<Path extends string, Search>(
  props: { page: PageRef<Path, Search>; otherwise?: ReactNode; exact?: boolean } & PageTarget<Path, Search> & Anchor,
): ReactNode {
  const { page, otherwise = null, exact = false, params, search, replace, ...anchor } = props
  const canOpen = useCanOpenPage(page as PageRef)
  if (!canOpen) return otherwise
  const target = { to: page.path, params, search: search ?? {}, replace } as { to: string }
  return <Link {...target} {...anchor} activeOptions={{ exact, includeSearch: false }} />
}

/** Navigates by page reference: `const navigate = useNavigateToPage(); navigate(serverPage, { params: { id } })`. */
export function useNavigateToPage() {
  const navigate = useNavigate()
  return useCallback(
    <Path extends string, Search>(page: PageRef<Path, Search>, target: PageTarget<Path, Search>) => {
      const { params, search, replace } = target
      void navigate({ to: page.path, params, search: search ?? {}, replace } as { to: string })
    },
    [navigate],
  )
}

/** The path parameters of the current page. */
export const usePageParams = <Path extends string>(_page: PageRef<Path, never> | PageRef<Path>): PathParams<Path> =>
  useParams({ strict: false }) as PathParams<Path>

/** A page, or a section of a page that has search params of its own. */
type SearchOwner<Search> = Pick<PageRef<string, Search>, 'id' | 'search'>

/** Search functions must accept anything. If one throws, log it and parse an empty search instead. */
function typedSearch<Search>({ id, search }: SearchOwner<Search>, raw: Readonly<Record<string, string>>): Search {
  if (!search) return raw as Search
  try {
    return search(raw)
  } catch (error) {
    console.error(`page ${id}: parsing the search params failed`, error)
    return search({})
  }
}

/** The search params to put into the URL: those that differ from the defaults. */
function withoutDefaults<Search extends object>(page: SearchOwner<Search>, search: Search): Record<string, unknown> {
  const defaults = typedSearch(page, {})
  return Object.fromEntries(
    Object.entries(search).filter(([key, value]) => !Object.is(value, defaults[key as keyof Search])),
  )
}

/**
 * The typed search of the current page, and a setter that merges into it. Defaults are omitted from the URL. By default
 * the history entry is replaced; `push` adds one.
 */
export function usePageSearch<Search extends object>(
  page: SearchOwner<Search>,
): readonly [Search, (patch: Partial<Search>, options?: { push?: boolean }) => void] {
  const raw = useSearch({ strict: false }) as Readonly<Record<string, string>>
  const navigate = useNavigate()
  const search = useMemo(() => typedSearch(page, raw), [page, raw])
  const update = useCallback(
    (patch: Partial<Search>, { push = false } = {}) => {
      const next = (old: Readonly<Record<string, string>>) =>
        withoutDefaults(page, { ...typedSearch(page, old), ...patch })
      void navigate({ to: '.', search: next, replace: !push } as unknown as { to: string })
    },
    [navigate, page],
  )
  return [search, update]
}
