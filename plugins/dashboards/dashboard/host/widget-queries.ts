import { api, errorText, toast, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import type { WidgetMutation, WidgetQuery, WidgetRuntime } from '@svc/widget-sdk'
import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { MeterContext } from '../frame/meters.ts'

type QueryOptions = Parameters<WidgetRuntime['useQuery']>[0]
type MutationOptions = Parameters<WidgetRuntime['useMutation']>[0]

/** Reads the API for a widget, using the cache shared by all pages. */
export function useWidgetQuery<T>({ path, params, enabled = true, refetchSeconds }: QueryOptions): WidgetQuery<T> {
  const query = useApi<T>(path, {
    enabled,
    ...(params ? { search: params } : {}),
    ...(refetchSeconds ? { refetchInterval: Math.max(1, refetchSeconds) * 1000 } : {}),
    keepPrevious: true,
  })
  const { error, isFetching, isPlaceholderData, refetch } = query
  // Keep the previous data while parameters change, but not when the path changes.
  const [shown, setShown] = useState<string>()
  const settled = query.data === undefined || isPlaceholderData ? shown : path
  if (settled !== shown) setShown(settled)
  const data = settled === path ? query.data : undefined
  const meter = useContext(MeterContext)
  useEffect(() => meter?.onResponse(path, data), [meter, path, data])
  return useMemo(
    () => ({ data, error, isLoading: data === undefined && isFetching, isFetching, refetch: () => void refetch() }),
    [data, error, isFetching, refetch],
  )
}

/** Sends a mutation for a widget. Errors of `mutate` are shown as a toast. */
export function useWidgetMutation<Body, T>({ method, path, invalidates }: MutationOptions): WidgetMutation<Body, T> {
  const t = useT()
  const change = useMutate<Body | undefined, T>(method, path, {
    body: (body) => body,
    ...(invalidates ? { invalidates } : {}),
    onFailed: () => undefined,
  })
  const { mutate, mutateAsync, data, error, isPending } = change
  return {
    data,
    error,
    isPending,
    // Stable functions, because effects of widgets may depend on them.
    mutate: useCallback((body) => mutate(body, { onError: (error) => toast.error(errorText(error, t)) }), [mutate, t]),
    mutateAsync: useCallback((body) => mutateAsync(body), [mutateAsync]),
  }
}

export const requestOfWidget = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  api<T>(method as Parameters<typeof api>[0], path, body)
