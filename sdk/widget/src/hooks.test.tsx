// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  createWidgetRuntime,
  FeatureUnavailable,
  getRuntime,
  useAlerts,
  useGeoIp,
  useHistory,
  useServiceMonitors,
  useTopic,
  useTraffic,
  useUptime,
  type WidgetQuery,
  type WidgetRuntime,
} from './index.ts'
import { createFakeFleet } from './testing.ts'

afterEach(cleanup)

type Asked = Parameters<WidgetRuntime['useQuery']>[0]

/** Returns the same for every query, and records the paths. */
function answerAll(data: unknown, isFetching: boolean): Asked[] {
  const asked: Asked[] = []
  const useQuery = <T,>(options: Asked): WidgetQuery<T> => {
    asked.push(options)
    return { data: data as T, error: null, isLoading: false, isFetching, refetch: () => {} }
  }
  createWidgetRuntime({ ...getRuntime(), useQuery })
  return asked
}

test('a 404 for an existing server means that the feature is unavailable', () => {
  const missing = Object.assign(new Error('there is nothing at this address'), { status: 404 })
  const paths = (id: string) => [`/api/servers/${id}/records`, `/api/servers/${id}/uptime-daily`]
  const all = [...paths('s1'), ...paths('gone'), '/api/traffic/s1/daily', '/api/traffic/overview/daily']
  const fleet = createFakeFleet({
    servers: [{ id: 's1' }],
    answers: Object.fromEntries(all.map((path) => [path, missing])),
  })
  const { result } = renderHook(() =>
    [
      useHistory('s1', 'cpu', '1h'),
      useUptime('s1'),
      useTraffic('s1'),
      useTraffic(null),
      useHistory('gone', 'cpu', '1h'),
      useUptime('gone'),
    ].map(({ error }) => (error instanceof FeatureUnavailable ? error.feature : error)),
  )
  expect(result.current).toEqual(['metrics', 'accounting', 'accounting', 'accounting', missing, missing])
  fleet.remove('s1')
  expect(result.current).toEqual([missing, missing, missing, 'accounting', missing, missing])
  fleet.close()
})

test('ignores the response for a previous metric', () => {
  const fleet = createFakeFleet()
  answerAll([{ time: '2026-01-31T00:00:00Z', cpu: 12.5 }], true)
  const { result, rerender } = renderHook(({ metric }) => useHistory('s1', metric, '1h'), {
    initialProps: { metric: 'cpu' as 'cpu' | 'mem_used' },
  })
  expect(result.current).toMatchObject({ data: [{ ts: 1_769_817_600, value: 12.5 }], isLoading: false })
  rerender({ metric: 'mem_used' })
  expect(result.current).toMatchObject({ data: undefined, isLoading: true })
  fleet.close()
})

test('refetches periodically', () => {
  const fleet = createFakeFleet()
  const asked = answerAll(undefined, false)
  renderHook(() => [useTraffic('s1'), useUptime('s1'), useGeoIp(), useAlerts(), useServiceMonitors()])
  expect(asked.map(({ refetchSeconds }) => refetchSeconds)).toEqual([300, 300, 60, 60, 60])
  fleet.close()
})

test('a topic has its latest message while the widget is shown', () => {
  const fleet = createFakeFleet()
  const { result, rerender, unmount } = renderHook(({ topic }) => useTopic<number>(topic), {
    initialProps: { topic: 'hello.queue' },
  })
  expect(result.current).toEqual({ data: undefined, isUnavailable: false })
  fleet.publish('hello.queue', 3)
  expect(result.current).toEqual({ data: 3, isUnavailable: false })
  fleet.withdraw('hello.queue')
  expect(result.current).toEqual({ data: 3, isUnavailable: true })
  rerender({ topic: 'hello.other' })
  expect(result.current.data).toBeUndefined()
  expect(fleet.topics).toEqual(['hello.other'])
  unmount()
  expect(fleet.topics).toEqual([])
  fleet.close()
})
