import type { BatchUpdate } from '@svc/plugin-enrollment/contract'
import { describe, expect, it } from 'vitest'
import { takeBack, updateAll } from './update-all.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`)

/** A server that says yes until the request number `refuses`. */
function standing(refuses = Number.POSITIVE_INFINITY) {
  const asked: BatchUpdate[] = []
  const call = async (_method: string, _path: string, body: BatchUpdate) => {
    asked.push(body)
    if (asked.length === refuses) throw new Error('refused')
    return { updated: body.ids.length, undo: [{ ids: body.ids, remove_tags: body.add_tags ?? [] }] }
  }
  return { asked, call: call as unknown as Parameters<typeof updateAll>[0] }
}

describe('a change of many servers', () => {
  it('asks for a thousand at a time and knows the way back', async () => {
    const { asked, call } = standing()
    const done = await updateAll(call, ids(2001), { add_tags: ['x'] })
    expect(asked.map((request) => request.ids.length)).toEqual([1000, 1000, 1])
    expect(done.updated).toBe(2001)
    await takeBack(call, done)
    expect(asked.slice(3).map((request) => [request.ids.length, request.remove_tags])).toEqual([
      [1, ['x']],
      [1000, ['x']],
      [1000, ['x']],
    ])
  })

  it('takes back the first part when a later one is refused', async () => {
    const { asked, call } = standing(2)
    await expect(updateAll(call, ids(1500), { add_tags: ['x'] })).rejects.toThrow('refused')
    expect(asked.map((request) => [request.ids.length, request.remove_tags])).toEqual([
      [1000, undefined],
      [500, undefined],
      [1000, ['x']],
    ])
  })
})
