// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient, useApi, useInvalidate } from './query.ts'

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
