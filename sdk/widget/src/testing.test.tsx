// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  defineWidget,
  getRuntime,
  useAlerts,
  useApiMutation,
  useApiQuery,
  useConfigUpdate,
  useMetric,
  useServers,
  useServiceMonitors,
  useTheme,
  z,
} from './index.ts'
import { createFakeFleet, fakeAlert, fakeMonitor, fakeServer, PlacedWidget } from './testing.ts'

afterEach(cleanup)

test('adds, changes and removes servers', () => {
  const fleet = createFakeFleet({ servers: [{ id: 's1', cpu: 5 }] })
  const { result } = renderHook(() => [useServers().map(({ id }) => id), useMetric('s1', 'cpu')])
  expect(result.current).toEqual([['s1'], 5])
  fleet.move('s1', { cpu: 90 })
  fleet.add({ id: 's2', name: 'db-1' })
  expect(result.current).toEqual([['s1', 's2'], 90])
  fleet.remove('s1')
  expect(result.current).toEqual([['s2'], undefined])
  expect(() => fleet.move('gone', { cpu: 1 })).toThrow('unknown server gone')
  fleet.close()
  expect(getRuntime).toThrow()
})

test('fake servers are complete and use the given values', () => {
  const server = fakeServer({ id: 's1', online: false })
  expect(server).toMatchObject({ id: 's1', name: 's1', online: false, tags: [] })
  expect(Object.values(server).filter((value) => value === undefined)).toEqual([])
})

test('returns the given alerts and service monitors', () => {
  const fleet = createFakeFleet({ alerts: [{ rule_id: 'cpu', server_id: 's1' }], monitors: [{ id: 'm1' }] })
  const { result } = renderHook(() => [useAlerts({ limit: 2 }), useServiceMonitors()] as const)
  expect(result.current[0].data).toEqual([fakeAlert({ rule_id: 'cpu', server_id: 's1' })])
  expect(result.current[1].data).toEqual([fakeMonitor({ id: 'm1' })])
  fleet.setAlerts(['s1', 's2', 's3'].map((server_id) => ({ rule_id: 'cpu', server_id, suppressed: true })))
  fleet.setMonitors([{ id: 'm1', last_status: false, last_latency: null }])
  const [alerts, monitors] = result.current
  expect(alerts.data).toMatchObject([
    { alert_key: 'cpu:s1', suppressed: true },
    { alert_key: 'cpu:s2', status: 'firing' },
  ])
  expect(monitors.data).toMatchObject([{ name: 'm1', last_status: false }])
  fleet.close()
})

test('queries return prepared data, errors, promises and functions', async () => {
  const fleet = createFakeFleet({
    answers: {
      '/api/a': [1],
      '/api/b': new Error('refused'),
      'GET /api/c': ({ params }: { params?: object }) => Promise.resolve(params),
      '/api/d': () => Promise.reject(new Error('too late')),
    },
  })
  const use = (path: string, enabled = true) =>
    renderHook(() => useApiQuery<unknown>(path, { params: { days: 3 }, enabled })).result
  const [a, b, c, d, e, off] = [
    use('/api/a'),
    use('/api/b'),
    use('/api/c'),
    use('/api/d'),
    use('/api/e'),
    use('/api/a', false),
  ]
  expect(a.current).toMatchObject({ data: [1], error: null, isLoading: false })
  expect(b.current).toMatchObject({ data: undefined, error: { message: 'refused' } })
  expect(c.current).toMatchObject({ data: undefined, isLoading: true, isFetching: true })
  expect(e.current.error?.message).toBe('no fake answer for GET /api/e')
  expect(off.current).toMatchObject({ data: undefined, isLoading: false })
  await waitFor(() => expect(c.current).toMatchObject({ data: { days: 3 }, isLoading: false }))
  await waitFor(() => expect(d.current.error?.message).toBe('too late'))

  fleet.answer('/api/a', [2])
  expect(a.current.data).toEqual([2])
  a.current.refetch()
  expect(fleet.requests.filter(({ path }) => path === '/api/a')).toHaveLength(3)
  fleet.close()
})

test('mutations are recorded, may fail and refetch invalidated queries', async () => {
  let count = 0
  const fleet = createFakeFleet({
    answers: {
      '/api/count': () => count,
      'POST /api/count': () => {
        count += 1
        return count
      },
      'DELETE /api/count': new Error('never'),
    },
  })
  const query = renderHook(() => useApiQuery<number>('/api/count')).result
  const add = renderHook(() => useApiMutation('POST', '/api/count', { invalidateQueryKeys: ['/api/count'] })).result
  const clear = renderHook(() => useApiMutation('DELETE', '/api/count')).result
  add.current.mutate({ by: 1 })
  await waitFor(() => expect([add.current.data, query.current.data]).toEqual([1, 1]))
  expect(fleet.requests).toContainEqual({ method: 'POST', path: '/api/count', body: { by: 1 } })
  await expect(clear.current.mutateAsync()).rejects.toThrow('never')
  await waitFor(() => expect(clear.current).toMatchObject({ isPending: false, error: { message: 'never' } }))
  expect(fleet.notifications).toEqual([])
  clear.current.mutate()
  await waitFor(() => expect(fleet.notifications).toEqual([{ kind: 'error', message: 'never' }]))
  fleet.close()
})

const counter = defineWidget({
  configSchema: z.object({ count: z.int().default(0) }),
  actions: [
    { id: 'ask', label: 'Ask', confirm: { title: 'Really?' }, run: ({ apiMutation }) => apiMutation('POST', '/api/x') },
  ],
  component: function Counter({ config, size, actions, instanceId }) {
    const update = useConfigUpdate(instanceId)
    return (
      <>
        <button type="button" onClick={() => void update({ count: config.count + 1 })}>
          {`${config.count} in ${size.w} by ${size.h}, ${useTheme().mode}`}
        </button>
        {actions.render('ask')}
      </>
    )
  },
})

test('applies configuration changes and records requests', async () => {
  const fleet = createFakeFleet({ answers: { 'POST /api/x': new Error('not today') } })
  render(<PlacedWidget widget={counter} config={{ count: 4 }} size={{ w: 2, h: 1 }} instanceId="p7" />)
  fireEvent.click(screen.getByText('4 in 2 by 1, light'))
  await screen.findByText('5 in 2 by 1, light')
  expect(fleet.configUpdates).toEqual([{ instanceId: 'p7', patch: { count: 5 } }])
  fleet.setTheme('dark')
  expect(screen.getByText('5 in 2 by 1, dark')).toBeTruthy()

  fleet.confirmWith(false)
  fireEvent.click(screen.getByText('Ask'))
  await waitFor(() => expect(fleet.confirms).toEqual([{ title: 'Really?' }]))
  expect(fleet.requests).toEqual([])
  fleet.confirmWith(true)
  fireEvent.click(screen.getByText('Ask'))
  await waitFor(() => expect(fleet.notifications).toEqual([{ kind: 'error', message: 'Ask: not today' }]))
  fleet.close()
})

test('reports an action that throws a non-printable value', async () => {
  const fleet = createFakeFleet()
  const failures = [Object.create(null), Object.assign(new Error(), { message: Object.create(null) }), undefined]
  const widget = defineWidget({
    configSchema: z.object({}),
    actions: [{ id: 'fail', label: 'Fail', run: () => Promise.reject(failures[fleet.notifications.length]) }],
    component: ({ actions }) => actions.render('fail'),
  })
  render(<PlacedWidget widget={widget} />)
  for (const count of [1, 2, 3]) {
    fireEvent.click(screen.getByText('Fail'))
    await waitFor(() => expect(fleet.notifications).toHaveLength(count))
  }
  const messages = fleet.notifications.map(({ message }) => message)
  expect(messages).toEqual(['Fail: object', 'Fail: object', 'Fail: undefined'])
  fleet.close()
})

test('mutate and mutateAsync are stable across renders', () => {
  const fleet = createFakeFleet()
  const { result, rerender } = renderHook(() => useApiMutation('POST', '/api/x', { invalidateQueryKeys: ['/api/y'] }))
  const { mutate, mutateAsync } = result.current
  rerender()
  expect([result.current.mutate === mutate, result.current.mutateAsync === mutateAsync]).toEqual([true, true])
  fleet.close()
})

test('invalidating a path refetches its subpaths', async () => {
  const fleet = createFakeFleet({ answers: { '/api/boards/1': 1, '/api/other': 2, 'POST /api/boards': 3 } })
  renderHook(() => [useApiQuery('/api/boards/1'), useApiQuery('/api/other')])
  const add = (keys?: string[]) =>
    renderHook(() => useApiMutation('POST', '/api/boards', keys ? { invalidateQueryKeys: keys } : {})).result.current
  await add(['/api/boards']).mutateAsync()
  await add().mutateAsync()
  expect(fleet.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual([
    ...['/api/boards/1', '/api/other', '/api/boards/1'],
  ])
  fleet.close()
})

test('ignores clicks while an action runs', async () => {
  const fleet = createFakeFleet({ answers: { 'POST /api/x': 'done' } })
  render(<PlacedWidget widget={counter} />)
  const button = screen.getByText('Ask')
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(fleet.notifications).toEqual([{ kind: 'success', message: 'Ask' }]))
  expect([fleet.confirms.length, fleet.requests.length]).toEqual([1, 1])
  fireEvent.click(button)
  await waitFor(() => expect(fleet.requests).toHaveLength(2))
  fleet.close()
})

test('rejects a widget without a component', () => {
  expect(() => defineWidget({ configSchema: z.object({}), component: null as never })).toThrow('component is missing')
})

test('rejects an invalid configuration', () => {
  const fleet = createFakeFleet()
  expect(() => render(<PlacedWidget widget={counter} config={{ count: 'many' }} />)).toThrow(
    /^invalid configuration: count: /,
  )
  fleet.close()
})
