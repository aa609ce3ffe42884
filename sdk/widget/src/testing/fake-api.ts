import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { WidgetMutation, WidgetQuery, WidgetRuntime } from '../runtime.ts'
import { inAct } from './in-act.ts'
import { makeListeners } from './listeners.ts'

/** A request of a widget. */
export interface FakeRequest {
  readonly method: string
  readonly path: string
  /** of the query string */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The response `data`, an `Error` to fail with, or a function that returns either, possibly as a promise. */
export type FakeAnswer = unknown | Error | ((request: FakeRequest) => unknown)

interface QueryState {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** A fake API with prepared responses. */
export function makeFakeApi(prepared: Readonly<Record<string, FakeAnswer>>, onUnhandledError: (error: Error) => void) {
  const answers = new Map(Object.entries(prepared))
  const requests: FakeRequest[] = []
  const queries = new Map<string, { request: FakeRequest; state: QueryState }>()
  const { subscribe, notify } = makeListeners()

  /** Returns the prepared response, or throws the prepared error. */
  function respondTo(request: FakeRequest): unknown {
    requests.push(request)
    const { method, path } = request
    const name = [`${method} ${path}`, path].find((key) => answers.has(key))
    if (name === undefined) throw new Error(`no fake answer for ${method} ${path}`)
    const answer = answers.get(name)
    const response = typeof answer === 'function' ? (answer as (request: FakeRequest) => unknown)(request) : answer
    if (response instanceof Error) throw response
    return response
  }

  function read(key: string, request: FakeRequest, before: unknown) {
    const setState = (state: QueryState) => void queries.set(key, { request, state })
    try {
      const response = respondTo(request)
      if (!(response instanceof Promise)) return setState({ data: response, error: null, isFetching: false })
      setState({ data: before, error: null, isFetching: true })
      response.then(
        (data: unknown) => {
          setState({ data, error: null, isFetching: false })
          notify()
        },
        (thrown: unknown) => {
          setState({ data: before, error: asError(thrown), isFetching: false })
          notify()
        },
      )
    } catch (thrown) {
      setState({ data: before, error: asError(thrown), isFetching: false })
    }
  }

  function refetch(matches: (path: string) => boolean) {
    for (const [key, { request, state }] of [...queries]) {
      if (matches(request.path)) read(key, request, state.data)
    }
    notify()
  }

  const idle: QueryState = { data: undefined, error: null, isFetching: false }

  const useQuery: WidgetRuntime['useQuery'] = <T>({
    path,
    params,
    enabled = true,
  }: {
    readonly path: string
    readonly params?: Readonly<Record<string, unknown>>
    readonly enabled?: boolean
  }) => {
    const key = JSON.stringify([path, params])
    const get = () => {
      if (!enabled) return idle
      if (!queries.has(key)) read(key, { method: 'GET', path, params }, undefined)
      return queries.get(key)?.state ?? idle
    }
    const { data, error, isFetching } = useSyncExternalStore(subscribe, get, get)
    return useMemo(
      (): WidgetQuery<T> => ({
        data: data as T | undefined,
        error,
        isFetching,
        isLoading: data === undefined && isFetching,
        refetch: () => refetch((queried) => queried === path),
      }),
      [data, error, isFetching, path],
    )
  }

  const request = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await respondTo({ method, path, ...(body === undefined ? {} : { body }) })) as T

  const useMutation: WidgetRuntime['useMutation'] = <Body, T>({
    method,
    path,
    invalidates = [],
  }: {
    readonly method: string
    readonly path: string
    readonly invalidates?: readonly string[]
  }): WidgetMutation<Body, T> => {
    const [state, setState] = useState<{ data?: T; error: Error | null; isPending: boolean }>({
      error: null,
      isPending: false,
    })
    const joined = invalidates.join('\n')
    const prefixes = useMemo(() => joined.split('\n').filter(Boolean), [joined])
    const mutateAsync = useCallback(
      async (body?: Body) => {
        setState({ error: null, isPending: true })
        try {
          const data = await request<T>(method, path, body)
          inAct(() => setState({ data, error: null, isPending: false }))
          refetch((queried) => prefixes.some((prefix) => queried.startsWith(prefix)))
          return data
        } catch (thrown) {
          inAct(() => setState({ error: asError(thrown), isPending: false }))
          throw thrown
        }
      },
      [method, path, prefixes],
    )
    const mutate = useCallback(
      (body?: Body) => void mutateAsync(body).catch((thrown) => onUnhandledError(asError(thrown))),
      [mutateAsync],
    )
    return { data: state.data, error: state.error, isPending: state.isPending, mutate, mutateAsync }
  }

  return {
    requests,
    useQuery,
    useMutation,
    request,
    prepare(name: string, answer: FakeAnswer) {
      answers.set(name, answer)
      refetch((path) => name === path || name === `GET ${path}`)
    },
  }
}
