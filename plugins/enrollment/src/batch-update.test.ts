import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const update = (body: object, who: 'admin' | 'member' = 'admin') =>
  world.call(who, 'POST', '/api/servers/batch-update', body)
const group = async (name: string): Promise<string> =>
  (await world.admin('POST', '/api/server-groups', { name })).data.id
const server = async (name: string, extra: object = {}): Promise<string> => (await world.onboard(name, extra)).server_id
/** The group and tags of a server. */
const labels = async (id: string) => ({
  group: (await world.admin('GET', `/api/servers/${id}`)).data.group_id,
  tags: (await world.admin('GET', `/api/servers/${id}/tags`)).data,
})

describe('a batch update', () => {
  it('changes group and tags, and returns requests that undo it', async () => {
    const [east, west] = [await group('east'), await group('west')]
    const ids = [
      await server('a', { group_id: east, tags: ['old', 'web'] }),
      await server('b', { group_id: west, tags: ['web'] }),
      await server('c'),
    ]
    const before = await Promise.all(ids.map(labels))
    const done = await update({ ids, group_id: west, add_tags: ['prod', 'web'], remove_tags: ['old'] })
    expect(done.data.updated).toBe(3)
    expect(await Promise.all(ids.map(labels))).toEqual([
      { group: west, tags: ['prod', 'web'] },
      { group: west, tags: ['prod', 'web'] },
      { group: west, tags: ['prod', 'web'] },
    ])
    for (const step of done.data.undo) expect((await update(step)).status).toBe(200)
    expect(await Promise.all(ids.map(labels))).toEqual(before)
  })

  it('is undone in one request if all servers changed alike, keeping later changes by others', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => server(`s${n}`, { tags: [`t${n % 7}`] })))
    const { data } = await update({ ids, add_tags: ['prod'] })
    expect(data.undo).toEqual([{ ids, add_tags: [], remove_tags: ['prod'] }])
    await world.admin('PUT', `/api/servers/${ids[0]}/tags`, { tags: ['prod', 'later'] })
    await update(data.undo[0])
    expect((await labels(ids[0] ?? '')).tags).toEqual(['later'])
  })

  it.each([null, '', ' '])('removes servers from their group with %j', async (group_id) => {
    const id = await server('a', { group_id: await group('east') })
    expect(await update({ ids: [id], group_id })).toMatchObject({ status: 200, data: { updated: 1 } })
    expect((await labels(id)).group).toBeNull()
  })

  it('can rename a tag of a server that has the maximum number of tags', async () => {
    const tags = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const id = await server('full', { tags })
    expect((await update({ ids: [id], remove_tags: ['a'], add_tags: ['z'] })).data.updated).toBe(1)
    expect((await labels(id)).tags).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'z'])
  })

  it('notifies browsers once and writes one audit entry, with the changed servers only', async () => {
    const [a, b] = [await server('a'), await server('b', { tags: ['x'] })]
    const browser = await world.browser()
    await browser.next('full_sync')
    const before = world.audited.length
    expect((await update({ ids: [a, b, 'gone', a], add_tags: ['x'] })).data.updated).toBe(1)
    expect(await browser.next('servers_changed')).toMatchObject({ server_ids: [a] })
    expect(world.audited.slice(before)).toMatchObject([
      { action: 'server_batch_updated', detail: { ids: [a], count: 1, add_tags: ['x'] } },
    ])
    expect((await update({ ids: [a, b], add_tags: ['x'] })).data).toEqual({ updated: 0, undo: [] })
    expect(world.audited.length).toBe(before + 1)
  })

  it('of many servers is audited completely, in entries that fit into the log', async () => {
    const ids = await Promise.all(Array.from({ length: 170 }, (_, n) => server(`s${n}`)))
    const before = world.audited.length
    await update({ ids, add_tags: ['prod'] })
    await world.admin('POST', '/api/servers/batch-delete', { ids })
    const rows = world.audited.slice(before)
    const of = (name: string) => rows.filter(({ action }) => action === name).map(({ detail }) => detail ?? {})
    for (const details of [of('server_batch_updated'), of('server_batch_deleted')]) {
      expect(details.map(({ count, part, parts }) => [count, part, parts])).toEqual([
        [170, 1, 3],
        [170, 2, 3],
        [170, 3, 3],
      ])
      expect(details.flatMap((detail) => detail.ids).sort()).toEqual([...ids].sort())
      for (const detail of details) {
        expect(Object.keys(detail).at(-1)).toBe('ids')
        expect(Buffer.byteLength(JSON.stringify(detail))).toBeLessThan(4000)
      }
    }
    expect(of('server_batch_updated').map(({ add_tags }) => add_tags)).toEqual([['prod'], ['prod'], ['prod']])
  })
})

describe('a rejected batch update changes nothing', () => {
  it('if servers would have too many tags; the error names them', async () => {
    const untagged = await server('untagged')
    const tags = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const full = [await server('full-1', { tags }), await server('full-2', { tags })]
    const group_id = await group('east')
    const { status, error } = await update({ ids: [untagged, ...full], add_tags: ['z'], group_id })
    expect([status, error.details]).toEqual([
      422,
      [
        {
          field: 'add_tags',
          rule: 'would exceed the limit of 8 tags on full-1 and 1 more',
          code: 'enrollment.TOO_MANY_TAGS_ON_SEVERAL',
          params: { max: 8, name: 'full-1', others: 1 },
        },
      ],
    ])
    expect(await labels(untagged)).toEqual({ group: null, tags: [] })
  })

  it('if the group does not exist', async () => {
    const id = await server('a')
    const { status, error } = await update({ ids: [id], group_id: 'gone', add_tags: ['x'] })
    expect([status, error.details]).toEqual([
      422,
      [{ field: 'group_id', rule: 'must be the id of an existing group', code: 'enrollment.UNKNOWN_GROUP' }],
    ])
    expect((await labels(id)).tags).toEqual([])
  })

  it.each([
    { ids: [] },
    { ids: Array(1001).fill('x') },
    { ids: [' '] },
    { ids: 'x' },
    { ids: ['x'], add_tags: ['ä'] },
    { ids: ['x'], remove_tags: ['a b'] },
    { ids: ['x'], add_tags: Array(9).fill('a') },
    { ids: ['x'], remove_tags: Array(101).fill('a') },
    {},
  ])('if the request is %j', async (body) => {
    expect((await update(body)).status).toBe(422)
  })

  it('for members', async () => {
    expect((await update({ ids: [await server('a')], add_tags: ['x'] }, 'member')).status).toBe(403)
  })
})
