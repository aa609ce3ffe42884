import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const create = (name: string) => world.admin('POST', '/api/server-groups', { name })

describe('groups', () => {
  it('are listed by weight, then name', async () => {
    await create('b')
    await create(' a ')
    const c = await create('c')
    const changed = await world.admin('PUT', `/api/server-groups/${c.data.id}`, { weight: 5 })
    expect(changed.data).toEqual({ id: c.data.id, name: 'c', weight: 5, created_at: '2023-11-14T22:13:20Z' })
    const { data } = await world.member('GET', '/api/server-groups')
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['c', 'a', 'b'])
    expect(world.audited.map(({ action }) => action)).toEqual([
      'server_group_created',
      'server_group_created',
      'server_group_created',
      'server_group_updated',
    ])
  })

  it('have unique names', async () => {
    const a = await create('a')
    const b = await create('b')
    expect((await create('a')).status).toBe(409)
    expect((await world.admin('PUT', `/api/server-groups/${b.data.id}`, { name: 'a ' })).status).toBe(409)
    expect((await world.admin('PUT', `/api/server-groups/${a.data.id}`, { name: 'a' })).status).toBe(200)
    expect((await create(' ')).error.details).toEqual([
      { field: 'name', rule: 'must not be empty', code: 'kernel.NOT_EMPTY' },
    ])
    expect((await world.admin('PUT', `/api/server-groups/${b.data.id}`, { name: '' })).status).toBe(422)
    expect((await world.admin('PUT', '/api/server-groups/nope', {})).status).toBe(404)
  })

  it('exist for members unless all their servers are hidden', async () => {
    const [secret, mixed] = [(await create('a')).data.id, (await create('b')).data.id]
    await create('empty')
    const ids = await Promise.all(
      [secret, mixed, mixed].map(async (group_id, i) => (await world.onboard(`s${i}`, { group_id })).server_id),
    )
    for (const id of ids.slice(0, 2)) await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    const names = async (call: World['admin']) =>
      (await call('GET', '/api/server-groups')).data.map(({ name }: { name: string }) => name)
    expect(await names(world.member)).toEqual(['b', 'empty'])
    expect(await names(world.admin)).toEqual(['a', 'b', 'empty'])
  })

  it('keep their servers when they are deleted', async () => {
    const { data: group } = await create('a')
    const { server_id } = await world.onboard('s', { group_id: group.id })
    expect((await world.admin('GET', `/api/servers/${server_id}`)).data.group_id).toBe(group.id)
    expect((await world.admin('DELETE', `/api/server-groups/${group.id}`)).data).toBe('ok')
    expect((await world.admin('GET', `/api/servers/${server_id}`)).data.group_id).toBeNull()
    expect((await world.admin('DELETE', `/api/server-groups/${group.id}`)).status).toBe(404)
    expect((await world.member('DELETE', `/api/server-groups/${group.id}`)).status).toBe(403)
  })
})

describe('tags', () => {
  it('of all visible servers are listed by server', async () => {
    const { server_id: tagged } = await world.onboard('tagged', { tags: ['b', 'a'] })
    const { server_id: secret } = await world.onboard('secret', { tags: ['c'] })
    await world.onboard('plain')
    await world.admin('PUT', `/api/servers/${secret}`, { hidden: true })
    expect((await world.admin('GET', '/api/server-tags')).data).toEqual({ [tagged]: ['a', 'b'], [secret]: ['c'] })
    expect((await world.member('GET', '/api/server-tags')).data).toEqual({ [tagged]: ['a', 'b'] })
  })

  it('are replaced as a whole, normalized and sorted by bytes', async () => {
    const { server_id } = await world.onboard('s', { tags: ['old'] })
    const url = `/api/servers/${server_id}/tags`
    const { data } = await world.admin('PUT', url, { tags: [' b', 'a_1.x-y', 'B', '', 'b'] })
    expect(data).toEqual(['B', 'a_1.x-y', 'b'])
    expect((await world.member('GET', url)).data).toEqual(data)
    expect(world.audited.at(-1)).toMatchObject({ action: 'server_tags_updated', detail: { from: ['old'], to: data } })
  })

  it.each([[['x'.repeat(17)]], [['ä']], [['a b']], [Array(9).fill('a')], ['text'], [[1]]])(
    'reject %j',
    async (tags) => {
      const { server_id } = await world.onboard('s')
      expect((await world.admin('PUT', `/api/servers/${server_id}/tags`, { tags })).status).toBe(422)
    },
  )

  it('of an unknown server are empty and cannot be set', async () => {
    expect((await world.admin('PUT', '/api/servers/nope/tags', { tags: [] })).status).toBe(404)
    expect((await world.admin('GET', '/api/servers/nope/tags')).data).toEqual([])
  })
})
