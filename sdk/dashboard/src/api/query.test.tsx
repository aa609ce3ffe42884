// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient, useApi, useInvalidate, usePages } from './query.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const week = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' }

let invalidate: ReturnType<typeof useInvalidate>
function Page() {
  useApi('/api/servers')
  useApi('/api/servers/a')
  useApi('/api/servers/a/records', { search: week })
  useApi('/api/servers-of-a-group')
  invalidate = useInvalidate()
  return null
}

it.each([
  ['/api/servers', ['/api/servers', '/api/servers/a']],
  ['/api/servers/a/records', ['/api/servers/a/records']],
  ['/api/', ['/api/servers', '/api/servers-of-a-group', '/api/servers/a']],
])(
  'invalidating %s refetches it and what is below it, but a time range only by its own path',
  async (path, expected) => {
    const requests: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url.replace(/\?.*/, ''))
      return Response.json({ data: [] })
    })
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <Page />
      </QueryClientProvider>,
    )
    await vi.waitFor(() => expect(requests).toHaveLength(4))
    requests.length = 0
    await act(async () => {})
    await act(() => invalidate(path))
    expect(requests.toSorted()).toEqual(expected)
  },
)

it('what several parts invalidate together is requested once', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({ data: [] })
  })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(requests).toHaveLength(4))
  await act(async () => {})
  requests.length = 0
  await act(() => Promise.all([invalidate('/api/servers/a'), invalidate('/api/servers'), invalidate('/api/servers')]))
  expect(requests.toSorted()).toEqual(['/api/servers', '/api/servers/a'])
})

it('a list is loaded page by page, and all its pages again', async () => {
  const requests: string[] = []
  let list: { items: readonly number[] | undefined; pages: { hasMore: boolean; loadMore: () => void } } | undefined
  function List() {
    list = usePages<number>('/api/list', { search: { limit: 2 } })
    invalidate = useInvalidate()
    return null
  }
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const isFirst = url === '/api/list?limit=2'
    const headers: HeadersInit = isFirst ? { link: '</api/list?limit=2&cursor=2>; rel="next"' } : {}
    return Response.json({ data: isFirst ? [1, 2] : [3] }, { headers })
  })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(list?.items).toEqual([1, 2]))
  expect(list?.pages.hasMore).toBe(true)
  act(() => list?.pages.loadMore())
  await vi.waitFor(() => expect(list?.items).toEqual([1, 2, 3]))
  expect(list?.pages.hasMore).toBe(false)
  requests.length = 0
  await act(() => invalidate('/api/list'))
  expect(requests).toEqual(['/api/list?limit=2', '/api/list?limit=2&cursor=2'])
})

it('an object with items names the cursor of the next page', async () => {
  let list: { items: readonly number[] | undefined; pages: { hasMore: boolean; loadMore: () => void } } | undefined
  function List() {
    list = usePages<number, { events: number[] }>('/api/events', { itemsOf: ({ events }) => events })
    return null
  }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ data: url === '/api/events' ? { events: [1], next: '1.2' } : { events: [url], next: null } }),
  )
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(list?.pages.hasMore).toBe(true))
  act(() => list?.pages.loadMore())
  await vi.waitFor(() => expect(list?.items).toEqual([1, '/api/events?cursor=1.2']))
})
