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

interface Standing {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** A fake API with prepared responses. */
export function makeFakeApi(prepared: Readonly<Record<string, FakeAnswer>>, told: (failure: Error) => void) {
  const answers = new Map(Object.entries(prepared))
  const requests: FakeRequest[] = []
  const standings = new Map<string, { request: FakeRequest; now: Standing }>()
  const { subscribe, notify } = makeListeners()

  /** What was prepared for the request; throws what it fails with. */
  function answerTo(request: FakeRequest): unknown {
    requests.push(request)
    const { method, path } = request
    const name = [`${method} ${path}`, path].find((known) => answers.has(known))
    if (name === undefined) throw new Error(`no fake answer for ${method} ${path}`)
    const answer = answers.get(name)
    const given = typeof answer === 'function' ? (answer as (request: FakeRequest) => unknown)(request) : answer
    if (given instanceof Error) throw given
    return given
  }

  function read(key: string, request: FakeRequest, before: unknown) {
    const stand = (now: Standing) => void standings.set(key, { request, now })
    try {
      const given = answerTo(request)
      if (!(given instanceof Promise)) return stand({ data: given, error: null, isFetching: false })
      stand({ data: before, error: null, isFetching: true })
      given.then(
        (data: unknown) => {
          stand({ data, error: null, isFetching: false })
          notify()
        },
        (thrown: unknown) => {
          stand({ data: before, error: asError(thrown), isFetching: false })
          notify()
        },
      )
    } catch (thrown) {
      stand({ data: before, error: asError(thrown), isFetching: false })
    }
  }

  function readAgain(isMeant: (path: string) => boolean) {
    for (const [key, { request, now }] of [...standings]) if (isMeant(request.path)) read(key, request, now.data)
    notify()
  }

  const idle: Standing = { data: undefined, error: null, isFetching: false }

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
      if (!standings.has(key)) read(key, { method: 'GET', path, params }, undefined)
      return standings.get(key)?.now ?? idle
    }
    const { data, error, isFetching } = useSyncExternalStore(subscribe, get, get)
    return useMemo(
      (): WidgetQuery<T> => ({
        data: data as T | undefined,
        error,
        isFetching,
        isLoading: data === undefined && isFetching,
        refetch: () => readAgain((read) => read === path),
      }),
      [data, error, isFetching, path],
    )
  }

  const request = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await answerTo({ method, path, ...(body === undefined ? {} : { body }) })) as T

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
    const places = useMemo(() => joined.split('\n').filter(Boolean), [joined])
    const mutateAsync = useCallback(
      async (body?: Body) => {
        setState({ error: null, isPending: true })
        try {
          const data = await request<T>(method, path, body)
          inAct(() => setState({ data, error: null, isPending: false }))
          readAgain((read) => places.some((place) => read.startsWith(place)))
          return data
        } catch (thrown) {
          inAct(() => setState({ error: asError(thrown), isPending: false }))
          throw thrown
        }
      },
      [method, path, places],
    )
    const mutate = useCallback(
      (body?: Body) => void mutateAsync(body).catch((thrown) => told(asError(thrown))),
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
      readAgain((path) => name === path || name === `GET ${path}`)
    },
  }
}
