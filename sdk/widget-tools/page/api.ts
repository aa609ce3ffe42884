import type { WidgetMutation, WidgetQuery, WidgetRuntime } from '@svc/widget-sdk'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Calls the API of the server. Throws an `Error` with the server's message and the HTTP status. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as { data?: T; error?: { message?: string } }) : {}
  if (response.ok) return json.data as T
  const message = json.error?.message ?? `${method} ${path} failed with status ${response.status}`
  throw Object.assign(new Error(message), { status: response.status })
}

interface QueryState {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
}

const initialState: QueryState = { data: undefined, error: null, isFetching: true }
const queries = new Map<string, QueryState>()
const listeners = new Set<() => void>()

function setQuery(url: string, state: QueryState) {
  queries.set(url, state)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function refetch(url: string): Promise<void> {
  const data = queries.get(url)?.data
  setQuery(url, { data, error: null, isFetching: true })
  try {
    setQuery(url, { data: await request('GET', url), error: null, isFetching: false })
  } catch (error) {
    setQuery(url, { data, error: error as Error, isFetching: false })
  }
}

type QueryOptions = Parameters<WidgetRuntime['useQuery']>[0]

function urlOf({ path, params = {} }: QueryOptions): string {
  const entries = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** Queries an API path. Identical queries of widgets share one response. */
export function useQuery<T>(options: QueryOptions): WidgetQuery<T> {
  const { enabled = true, refetchSeconds } = options
  const url = urlOf(options)
  const state = useSyncExternalStore(subscribe, () => queries.get(url))
  useEffect(() => {
    if (enabled && !queries.has(url)) void refetch(url)
    if (!enabled || !refetchSeconds) return
    const timer = setInterval(() => void refetch(url), Math.max(1, refetchSeconds) * 1000)
    return () => clearInterval(timer)
  }, [url, enabled, refetchSeconds])
  const { data, error, isFetching } = state ?? { ...initialState, isFetching: enabled }
  return useMemo(
    () => ({
      data: data as T | undefined,
      error,
      isFetching,
      isLoading: data === undefined && isFetching,
      refetch: () => void refetch(url),
    }),
    [data, error, isFetching, url],
  )
}

type MutationOptions = Parameters<WidgetRuntime['useMutation']>[0]

/** Creates the `useMutation` hook. `onUnhandledError` is called with errors of `mutate`, which nobody awaits. */
export const makeUseMutation =
  (onUnhandledError: (error: Error) => void) =>
  <Body, T>({ method, path, invalidates = [] }: MutationOptions): WidgetMutation<Body, T> => {
    const [state, setState] = useState<{ data?: T; error: Error | null; isPending: boolean }>({
      error: null,
      isPending: false,
    })
    // A string keeps `mutateAsync` stable across renders, so that widgets can use it as an effect dependency.
    const joined = invalidates.join('\n')
    const mutateAsync = useCallback(
      async (body?: Body) => {
        setState({ error: null, isPending: true })
        try {
          const data = await request<T>(method, path, body)
          setState({ data, error: null, isPending: false })
          const prefixes = joined.split('\n').filter(Boolean)
          const stale = [...queries.keys()].filter((url) => prefixes.some((prefix) => url.startsWith(prefix)))
          for (const url of stale) void refetch(url)
          return data
        } catch (error) {
          setState({ error: error as Error, isPending: false })
          throw error
        }
      },
      [method, path, joined],
    )
    const mutate = useCallback((body?: Body) => void mutateAsync(body).catch(onUnhandledError), [mutateAsync])
    return { data: state.data, error: state.error, isPending: state.isPending, mutate, mutateAsync }
  }
