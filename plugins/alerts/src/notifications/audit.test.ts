import { expect, it } from 'vitest'
import type { World } from '../../test/notifications-world.ts'
import { makeStage } from '../../test/stage.ts'

const stage = makeStage()
const telegram = { bot_token: '123456:token-of-the-bot', chat_id: '@channel' }

/** Makes commits with an audit entry fail, as on a full disk. */
const breakAudit = ({ kernel: { database } }: World) =>
  database.exec(`
    CREATE TEMP TABLE parents (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TEMP TRIGGER broken AFTER INSERT ON system_audit_logs BEGIN INSERT INTO children VALUES (1); END`)

it('a change of a channel or group is rolled back without its audit entry', async () => {
  const world = await stage.world()
  const channel = await world.create('telegram', telegram)
  const group = await world.group(channel)
  const everything = () =>
    ['channels', 'groups', 'group_channels', 'deliveries'].map((table) =>
      world.kernel.database.prepare(`SELECT * FROM alerts_${table}`).all(),
    )
  const before = everything()
  breakAudit(world)
  const [channels, groups] = ['/api/notifications', '/api/notification-groups']
  for (const [method, url, body] of [
    ['POST', channels, { name: 'other', notify_type: 'telegram', config_json: telegram }],
    ['PUT', `${channels}/${channel.id}`, { name: 'other', enabled: false }],
    ['DELETE', `${channels}/${channel.id}`, undefined],
    ['POST', groups, { name: 'other', notification_ids: [channel.id] }],
    ['PUT', `${groups}/${group.id}`, { name: 'other', notification_ids: [] }],
    ['DELETE', `${groups}/${group.id}`, undefined],
  ] as const) {
    expect((await world.call(method, url, body)).status, `${method} ${url}`).toBe(500)
    expect(everything()).toEqual(before)
  }
})
