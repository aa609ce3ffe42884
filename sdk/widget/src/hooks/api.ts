import { getRuntime, type WidgetMutation, type WidgetQuery } from '../runtime.ts'

/** Query parameters; undefined ones are omitted. */
export type QueryParams = Readonly<Record<string, string | number | boolean | undefined>>

/** Queries an API path as the signed-in user; `data` is unwrapped. Identical queries of widgets are shared. */
export const useApiQuery = <T>(
  path: string,
  options: { params?: QueryParams; enabled?: boolean; refetchSeconds?: number } = {},
): WidgetQuery<T> => getRuntime().useQuery<T>({ path, ...options })

/** Changes something through the API, then refetches queries whose paths start with `invalidateQueryKeys`. */
export const useApiMutation = <Body = unknown, T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { invalidateQueryKeys = [] }: { invalidateQueryKeys?: readonly string[] } = {},
): WidgetMutation<Body, T> => getRuntime().useMutation<Body, T>({ method, path, invalidates: invalidateQueryKeys })
