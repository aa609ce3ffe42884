import { getRuntime, type WidgetMutation, type WidgetQuery } from '../runtime.ts'

/** Values of a query string; what is undefined is left out. */
export type QueryParams = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Reads a path of the API as the signed-in user; `data` is unwrapped. Widgets that ask for the same share one answer.
 */
export const useApiQuery = <T>(
  path: string,
  options: { params?: QueryParams; enabled?: boolean; refetchSeconds?: number } = {},
): WidgetQuery<T> => getRuntime().useQuery<T>({ path, ...options })

/** Changes something through the API; what was read under `invalidateQueryKeys` (paths) is read again after it. */
export const useApiMutation = <Body = unknown, T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { invalidateQueryKeys = [] }: { invalidateQueryKeys?: readonly string[] } = {},
): WidgetMutation<Body, T> => getRuntime().useMutation<Body, T>({ method, path, invalidates: invalidateQueryKeys })
