import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { loadTextsIn } from '../coded-text.ts'
import { useT } from '../i18n.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError } from './api-error.ts'
import { type ApiPage, api, apiBytes, apiPage, type Method, type Search, withSearch } from './client.ts'
import { errorText } from './error-text.ts'

/** The query cache: fresh for 30 s, kept for 5 min, one retry except on 4xx. */
export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  })

/** Whether a query is invalidated by `path`. Time ranges only are by their own path: a change does not alter the past. */
function isInvalidatedBy(path: string, [queried, search]: readonly unknown[]): boolean {
  if (typeof queried !== 'string') return false
  if (queried === path) return true
  const isRange = typeof search === 'object' && search !== null && 'from' in search
  return !isRange && queried.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** A query as `useApi` makes it, for `data` of pages and fills. */
export interface ApiQuery {
  readonly path: string
  readonly search?: Search
  /** only if an admin is signed in, because others may not or need not ask */
  readonly isForAdmins?: boolean
}

const queryOf = <T>({ path, search = {} }: ApiQuery) => ({
  queryKey: [path, search],
  queryFn: ({ signal }: { signal: AbortSignal }) => api<T>('GET', path, undefined, { search, signal }),
})

/** Starts a query before the component that needs it is there, and then loads the texts in its answer. Never fails. */
export async function prefetchApi(client: QueryClient, query: ApiQuery): Promise<void> {
  const options = queryOf(query)
  await client.prefetchQuery(options)
  await loadTextsIn(client.getQueryData(options.queryKey))
}

interface ApiOptions {
  readonly search?: Search
  readonly enabled?: boolean
  /** milliseconds */
  readonly refetchInterval?: number | false
  /** milliseconds until cached data is stale; default 30 s */
  readonly staleTime?: number
  /** show the previous page while the next one loads */
  readonly keepPrevious?: boolean
}

/** Queries `path`; `data` is unwrapped from the envelope. */
export function useApi<T>(path: string, options: ApiOptions = {}): UseQueryResult<T, ApiError> {
  const { search = {}, enabled = true, refetchInterval = false, staleTime, keepPrevious = false } = options
  return useQuery<T, ApiError>({
    ...queryOf<T>({ path, search }),
    enabled,
    refetchInterval,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** A list of which the first pages are loaded. */
export interface ListPages {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

interface LoadedPages<Item> {
  readonly items: readonly Item[] | undefined
  readonly error: ApiError | null
  readonly refetch: () => Promise<unknown>
  readonly pages: ListPages
}

interface PagesOptions<Page, Item> extends Pick<ApiOptions, 'search' | 'enabled' | 'refetchInterval' | 'staleTime'> {
  /** of a response that is not an array; its `next` is the cursor of the next page */
  readonly itemsOf?: (page: Page) => readonly Item[]
}

/** The address of the page after this one: that of the `Link` header, or made of the cursor in the response. */
function nextPath(path: string, search: Search, { data, next }: ApiPage<unknown>): string | undefined {
  const cursor = (data as { readonly next?: string | null } | null)?.next
  return next ?? (cursor ? withSearch(path, { ...search, cursor }) : undefined)
}

/** Queries a list page by page; `items` are those of the loaded pages. `LoadMore` shows the button for the next one. */
export function usePages<Item, Page = readonly Item[]>(
  path: string,
  options: PagesOptions<Page, Item> = {},
): LoadedPages<Item> {
  const { search = {}, enabled = true, refetchInterval = false, staleTime } = options
  const { itemsOf = (page: Page) => page as readonly Item[] } = options
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [path, search, 'pages'],
    queryFn: ({ pageParam, signal }) => apiPage<Page>(pageParam, { signal }),
    initialPageParam: withSearch(path, search),
    getNextPageParam: (page) => nextPath(path, search, page),
    enabled,
    refetchInterval,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `itemsOf` is a constant of its page, written inline
  const items = useMemo(() => data?.pages.flatMap((page) => itemsOf(page.data)), [data])
  const pages: ListPages = {
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
  return { items, error: error as ApiError | null, refetch, pages }
}

/** Queries `path` as raw bytes, envelope included, for responses so large that a worker must parse them. */
export function useApiBytes(
  path: string,
  options: Pick<ApiOptions, 'search' | 'enabled' | 'refetchInterval'> = {},
): UseQueryResult<ArrayBuffer, ApiError> {
  const { search = {}, enabled = true, refetchInterval = false } = options
  return useQuery<ArrayBuffer, ApiError>({
    queryKey: [path, search, 'bytes'],
    queryFn: ({ signal }) => apiBytes(path, { search, signal }),
    enabled,
    refetchInterval,
  })
}

interface Batch {
  readonly paths: Set<string>
  readonly done: Promise<void>
}

const batches = new WeakMap<QueryClient, Batch>()

/** Several parts of a page often answer the same message: what they invalidate together is requested once. */
function invalidateSoon(client: QueryClient, paths: readonly string[]): Promise<void> {
  const waiting = batches.get(client)
  if (waiting) {
    for (const path of paths) waiting.paths.add(path)
    return waiting.done
  }
  const all = new Set(paths)
  const done = Promise.resolve().then(() => {
    batches.delete(client)
    return client.invalidateQueries({
      predicate: ({ queryKey }) => [...all].some((path) => isInvalidatedBy(path, queryKey)),
    })
  })
  batches.set(client, { paths: all, done })
  return done
}

/**
 * Invalidates the cached queries of `paths` and of those below them, except time ranges (with `from`) below them; queries in
 * use are refetched.
 */
export function useInvalidate(): (...paths: string[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback((...paths) => invalidateSoon(client, paths), [client])
}

interface MutateOptions<Vars, Result> {
  /** the request body; default: the variables, except for DELETE */
  readonly body?: (vars: Vars) => unknown
  /** paths to invalidate afterwards, see `useInvalidate` */
  readonly invalidates?: readonly string[]
  readonly onDone?: (result: Result, vars: Vars) => void
  /** handles the error instead of the default toast */
  readonly onFailed?: (error: ApiError, vars: Vars) => void
  /** a 401 or 403 is an expected response here, not a sign that the session ended */
  readonly anonymous?: boolean
}

/**
 * Changes something on the server.
 *
 * @example
 * const remove = useMutate('DELETE', (id: string) => `/api/servers/${id}`, { invalidates: ['/api/servers'] })
 * remove.mutate(id)
 */
export function useMutate<Vars = void, Result = unknown>(
  method: Method,
  path: string | ((vars: Vars) => string),
  options: MutateOptions<Vars, Result> = {},
): UseMutationResult<Result, ApiError, Vars> {
  const { body, invalidates = [], onDone, onFailed, anonymous } = options
  const invalidate = useInvalidate()
  const t = useT()
  return useMutation<Result, ApiError, Vars>({
    mutationFn: (vars) => {
      const to = typeof path === 'function' ? path(vars) : path
      const content = body ? body(vars) : method === 'DELETE' || method === 'GET' ? undefined : vars
      return api<Result>(method, to, content, { anonymous: anonymous ?? false })
    },
    onSuccess: async (result, vars) => {
      onDone?.(result, vars)
      if (invalidates.length > 0) await invalidate(...invalidates)
    },
    onError: (error, vars) => {
      if (onFailed) onFailed(error, vars)
      else toast.error(errorText(error, t))
    },
  })
}
