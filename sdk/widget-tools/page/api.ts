import type { WidgetMutation, WidgetQuery, WidgetRuntime } from '@svc/widget-sdk'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Calls the running server; throws with its words and its status, which tells what it does not have. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await answer.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as { data?: T; error?: { message?: string } }) : {}
  if (answer.ok) return json.data as T
  const words = json.error?.message ?? `${method} ${path} answered ${answer.status}`
  throw Object.assign(new Error(words), { status: answer.status })
}

interface Standing {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
}

const untouched: Standing = { data: undefined, error: null, isFetching: true }
const standings = new Map<string, Standing>()
const listeners = new Set<() => void>()

function stand(address: string, standing: Standing) {
  standings.set(address, standing)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function read(address: string): Promise<void> {
  const data = standings.get(address)?.data
  stand(address, { data, error: null, isFetching: true })
  try {
    stand(address, { data: await request('GET', address), error: null, isFetching: false })
  } catch (error) {
    stand(address, { data, error: error as Error, isFetching: false })
  }
}

type QueryOptions = Parameters<WidgetRuntime['useQuery']>[0]

function addressOf({ path, params = {} }: QueryOptions): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Reads a path of the API; widgets that ask for the same share one answer. */
export function useQuery<T>(options: QueryOptions): WidgetQuery<T> {
  const { enabled = true, refetchSeconds } = options
  const address = addressOf(options)
  const known = useSyncExternalStore(subscribe, () => standings.get(address))
  useEffect(() => {
    if (enabled && !standings.has(address)) void read(address)
    if (!enabled || !refetchSeconds) return
    const timer = setInterval(() => void read(address), Math.max(1, refetchSeconds) * 1000)
    return () => clearInterval(timer)
  }, [address, enabled, refetchSeconds])
  const { data, error, isFetching } = known ?? { ...untouched, isFetching: enabled }
  return useMemo(
    () => ({
      data: data as T | undefined,
      error,
      isFetching,
      isLoading: data === undefined && isFetching,
      refetch: () => void read(address),
    }),
    [data, error, isFetching, address],
  )
}

type MutationOptions = Parameters<WidgetRuntime['useMutation']>[0]

/** Changes something through the API; `told` hears of a failure that nobody waits for. */
export const makeUseMutation =
  (told: (failure: Error) => void) =>
  <Body, T>({ method, path, invalidates = [] }: MutationOptions): WidgetMutation<Body, T> => {
    const [state, setState] = useState<{ data?: T; error: Error | null; isPending: boolean }>({
      error: null,
      isPending: false,
    })
    // the same in every rendering: effects of widgets may depend on what is made of it
    const joined = invalidates.join('\n')
    const mutateAsync = useCallback(
      async (body?: Body) => {
        setState({ error: null, isPending: true })
        try {
          const data = await request<T>(method, path, body)
          setState({ data, error: null, isPending: false })
          const places = joined.split('\n').filter(Boolean)
          const stale = [...standings.keys()].filter((address) => places.some((place) => address.startsWith(place)))
          for (const address of stale) void read(address)
          return data
        } catch (error) {
          setState({ error: error as Error, isPending: false })
          throw error
        }
      },
      [method, path, joined],
    )
    const mutate = useCallback((body?: Body) => void mutateAsync(body).catch(told), [mutateAsync])
    return { data: state.data, error: state.error, isPending: state.isPending, mutate, mutateAsync }
  }
