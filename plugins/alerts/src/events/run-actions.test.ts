import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/alerts-world.ts'
import { literal } from '../../test/test-types.ts'
import { type ActionOptions, type AlertActionCause, alertActions } from '../contract.ts'

let world: World
const folders: string[] = []
afterEach(async () => {
  await world.kernel.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const [one, two] = ['198.51.100.7', '2001:db8::7']

/** Another plugin, whose action writes a note. */
function makeTarpit() {
  const runs: { readonly options: ActionOptions; readonly cause: AlertActionCause }[] = []
  const plugin = definePlugin({
    id: 'tarpit',
    migrations: [{ name: '001-notes', up: (db) => db.exec('CREATE TABLE tarpit_notes (source TEXT NOT NULL) STRICT') }],
    setup: ({ db }) => ({
      contributes: contribute(alertActions, {
        type: 'slow_down',
        name: literal('slow down'),
        hint: literal('a hint'),
        ruleTypes: ['knock'],
        fields: [
          { kind: 'seconds', name: 'delay', label: literal('delay'), min: 1, max: 60, default: 5, choices: [1, 30] },
          { kind: 'text', name: 'note', label: literal('note'), hint: literal('a hint'), maxLength: 10 },
        ],
        run(options, cause) {
          runs.push({ options, cause })
          db.prepare<[string]>('INSERT INTO tarpit_notes VALUES (?)').run(cause.source)
          if (cause.source === two) throw new Error('the tarpit is full')
        },
      }),
    }),
  })
  return { plugin, runs }
}

const door = (action: object = {}) =>
  world.rule({ name: 'Door', rules: [{ rule_type: 'knock' }], actions: [{ type: 'slow_down', ...action }] })

describe('an action of another plugin', () => {
  it('is offered to rules, with its fields', async () => {
    world = await makeWorld({ plugins: [makeTarpit().plugin] })
    const offered = await world.request<{ type: string; fields: { kind: string }[] }[]>('GET', '/api/alert-actions')
    expect(offered).toMatchObject([
      { type: 'slow_down', rule_types: ['knock'], fields: [{ kind: 'seconds', name: 'delay' }, { kind: 'text' }] },
    ])
    expect((await door()).actions).toEqual([{ type: 'slow_down', delay: 5 }])
    expect((await door({ delay: null, note: ' x\n' })).actions).toEqual([{ type: 'slow_down', delay: null, note: 'x' }])
    const refused = async (rule_type: string, action: object) => {
      const rule = { name: 'x', rules: [{ rule_type }], actions: [{ type: 'slow_down', ...action }] }
      const { status, error } = await world.call('POST', '/api/alert-rules', rule)
      return [status, error.details[0].field]
    }
    expect(await refused('knock', { delay: 61 })).toEqual([422, 'actions.0.delay'])
    expect(await refused('knock', { note: 'x'.repeat(11) })).toEqual([422, 'actions.0.note'])
    expect(await refused('knock', { color: 1 })).toEqual([422, 'actions.0.color'])
    expect(await refused('bell', {})).toEqual([422, 'actions.0.type'])
  })

  it('runs for every event of an alert, also of one that notifies nobody', async () => {
    const { plugin, runs } = makeTarpit()
    world = await makeWorld({ plugins: [plugin] })
    const server = await world.server('web-1')
    const { id } = await door({ note: 'hello' })
    world.knock(server, one)
    world.knock(server, one, 7)
    world.facts.silenced.add(server)
    world.knock(server, '203.0.113.4')
    expect(world.notices()).toHaveLength(1)
    const cause = { ruleId: id, ruleName: 'Door', serverId: server }
    expect(runs).toEqual([
      { options: { delay: 5, note: 'hello' }, cause: { ...cause, source: one, facts: { count: '1' } } },
      { options: { delay: 5, note: 'hello' }, cause: { ...cause, source: one, facts: { count: '7' } } },
      { options: { delay: 5, note: 'hello' }, cause: { ...cause, source: '203.0.113.4', facts: { count: '1' } } },
    ])
    await world.change(id, { enabled: false })
    world.knock(server, one)
    expect(runs).toHaveLength(3)
  })

  it('that fails loses what it has written, and not the alert', async () => {
    world = await makeWorld({ plugins: [makeTarpit().plugin] })
    const server = await world.server('web-1')
    await door()
    world.knock(server, one)
    world.knock(server, two)
    expect(world.kernel.database.prepare('SELECT source FROM tarpit_notes').all()).toEqual([{ source: one }])
    expect((await world.events()).map(({ source }) => source).sort()).toEqual([one, two].sort())
    expect(world.kernel.logs).toContainEqual(expect.objectContaining({ msg: 'the action of a rule failed' }))
  })

  it('whose plugin does not run stays in the rule, and the log says so', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-actions-'))
    world = await makeWorld({ plugins: [makeTarpit().plugin], dataDir })
    const server = await world.server('web-1')
    const { id, actions } = await door()
    await world.kernel.close()
    world = await makeWorld({ dataDir })
    world.knock(server, one)
    expect(await world.events()).toHaveLength(1)
    expect(await world.change(id, { name: 'Front door', actions })).toMatchObject({ actions })
    expect(world.kernel.logs).toContainEqual(
      expect.objectContaining({ msg: 'no running plugin provides the action of a rule', action: 'slow_down' }),
    )
    folders.push(dataDir)
  })
})
