import type { BatchUpdate } from '@svc/plugin-enrollment/contract'
import { describe, expect, it } from 'vitest'
import { undoUpdate, updateAll } from './update-all.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`)

/** A fake server that fails the request with the number `failing`. */
function fakeServer(failing = Number.POSITIVE_INFINITY) {
  const requests: BatchUpdate[] = []
  const call = async (_method: string, _path: string, body: BatchUpdate) => {
    requests.push(body)
    if (requests.length === failing) throw new Error('rejected')
    return { updated: body.ids.length, undo: [{ ids: body.ids, remove_tags: body.add_tags ?? [] }] }
  }
  return { requests, call: call as unknown as Parameters<typeof updateAll>[0] }
}

describe('updating many servers', () => {
  it('sends a thousand ids per request and can be undone', async () => {
    const { requests, call } = fakeServer()
    const result = await updateAll(call, ids(2001), { add_tags: ['x'] })
    expect(requests.map((request) => request.ids.length)).toEqual([1000, 1000, 1])
    expect(result.updated).toBe(2001)
    await undoUpdate(call, result)
    expect(requests.slice(3).map((request) => [request.ids.length, request.remove_tags])).toEqual([
      [1, ['x']],
      [1000, ['x']],
      [1000, ['x']],
    ])
  })

  it('undoes the first part if a later one fails', async () => {
    const { requests, call } = fakeServer(2)
    await expect(updateAll(call, ids(1500), { add_tags: ['x'] })).rejects.toThrow('rejected')
    expect(requests.map((request) => [request.ids.length, request.remove_tags])).toEqual([
      [1000, undefined],
      [500, undefined],
      [1000, ['x']],
    ])
  })
})
