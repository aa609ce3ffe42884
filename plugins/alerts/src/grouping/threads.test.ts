import { addServer } from '@svc/plugin-enrollment/testing'
import { describe, expect, it } from 'vitest'
import { startMailSink } from '../../test/mail-sink.ts'
import { makeStage } from '../../test/stage.ts'
import { makeFacts, testTypes } from '../../test/test-types.ts'

const stage = makeStage()

/** A rule on three servers of one group that notifies a channel. */
async function outage(type: string, config_json: object, config: object = {}) {
  const facts = makeFacts()
  const world = await stage.world({ plugins: [testTypes(facts)], config })
  const { request, kernel } = world
  const channel = await world.create(type, config_json)
  const group = await world.group(channel)
  const rules = [{ rule_type: 'lost' }]
  await request('POST', '/api/alert-rules', {
    name: 'Offline',
    rules,
    trigger_mode: 'once',
    notification_group_id: group.id,
  })
  const { id: group_id } = await request<{ id: string }>('POST', '/api/server-groups', { name: 'Frankfurt' })
  const servers: string[] = []
  for (const name of ['fra-1', 'fra-2', 'fra-3']) {
    const { id } = await addServer(kernel, name)
    await request('PUT', `/api/servers/${id}`, { group_id })
    servers.push(id)
  }
  /** These servers are lost; what is due is queued. */
  async function queue(...now: readonly string[]) {
    facts.lost.clear()
    for (const id of now) facts.lost.add(id)
    kernel.clock.set(kernel.clock.now() + 60_000)
    await kernel.runJob('AlertEvaluator')
    kernel.clock.set(kernel.clock.now() + 20_000)
    await kernel.runJob('AlertGrouper')
    kernel.clock.set(kernel.clock.now() + 20_000)
    await kernel.runJob('AlertGrouper')
  }
  async function send() {
    await world.send()
    await world.settled((all) => all.every(({ state }) => state !== 'waiting'))
  }
  return {
    servers,
    queue,
    send,
    async lost(...now: readonly string[]) {
      await queue(...now)
      await send()
    },
  }
}

describe('Telegram', () => {
  async function chat(respond?: Parameters<typeof stage.receiver>[0]) {
    let sent = 0
    const receiver = await stage.receiver(
      respond ??
        ((_, res) => {
          sent += 1
          res.end(JSON.stringify({ ok: true, result: { message_id: 100 + sent } }))
        }),
    )
    const made = await outage(
      'telegram',
      { bot_token: '123:token-of-the-bot', chat_id: '-1' },
      { telegram: { base_url: receiver.url } },
    )
    const calls = () =>
      receiver.received.map(({ url, body }) => {
        const { message_id, reply_parameters, text } = JSON.parse(body)
        return [url.split('/').at(-1), message_id ?? reply_parameters?.message_id, text.split('\n')[0]]
      })
    return { ...made, receiver, calls }
  }
  const opening = '<b>[svc] Triggered: fra-1 - Offline</b>'
  const all = 'group Frankfurt - 3 alerts on 3 servers</b>'

  it('edits the message when further servers are lost, and replies when all are back', async () => {
    const { servers, lost, calls } = await chat()
    await lost(...servers.slice(0, 1))
    await lost(...servers)
    await lost(...servers.slice(1))
    await lost()
    expect(calls()).toEqual([
      ['sendMessage', undefined, opening],
      ['editMessageText', 101, `<b>[svc] Triggered: ${all}`],
      ['editMessageText', 101, `<b>[svc] Triggered: ${all}`],
      ['sendMessage', 101, `<b>[svc] Resolved: ${all}`],
    ])
  })

  it.each([
    ['accepts that nothing changed', 'Bad Request: message is not modified', ['sendMessage', 'editMessageText']],
    [
      'sends another one when the message was deleted',
      'Bad Request: message to edit not found',
      ['sendMessage', 'editMessageText', 'sendMessage'],
    ],
  ])('%s', async (_, description, methods) => {
    const { servers, lost, calls } = await chat(({ url }, res) => {
      if (url?.endsWith('editMessageText')) res.writeHead(400).end(JSON.stringify({ ok: false, description }))
      else res.end(JSON.stringify({ ok: true, result: { message_id: 7 } }))
    })
    await lost(...servers.slice(0, 1))
    await lost(...servers)
    expect(calls().map(([method]) => method)).toEqual(methods)
  })

  it('puts what is new into a message that was not sent yet', async () => {
    const { servers, queue, send, calls } = await chat()
    await queue(...servers.slice(0, 1))
    await queue(...servers)
    await send()
    expect(calls()).toEqual([['sendMessage', undefined, `<b>[svc] Triggered: ${all}`]])
  })
})

describe('a webhook', () => {
  const bodies = (receiver: { received: readonly { body: string }[] }) =>
    receiver.received.map(({ body }) => JSON.parse(body))

  it('gets updates with the same id', async () => {
    const receiver = await stage.receiver()
    const { servers, lost } = await outage('webhook', { url: `${receiver.url}/hook` })
    await lost(...servers.slice(0, 1))
    await lost(...servers)
    await lost()
    const all = bodies(receiver)
    expect(all.map(({ message_kind, event, count }) => [message_kind, event, count])).toEqual([
      ['opening', 'triggered', '1'],
      ['update', 'triggered', '3'],
      ['end', 'resolved', '3'],
    ])
    expect(new Set(all.map(({ group_id }) => group_id)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
  })

  it('whose template does not name the group gets no updates', async () => {
    const receiver = await stage.receiver()
    const body_template = '{"text":"{{message}}","n":"{{count}}"}'
    const { servers, lost } = await outage('webhook', { url: `${receiver.url}/hook`, body_template })
    await lost(...servers.slice(0, 1))
    await lost(...servers)
    await lost()
    expect(bodies(receiver).map(({ n }) => n)).toEqual(['1', '3'])
  })
})

it('emails about a group are one conversation', async () => {
  const sink = stage.later(await startMailSink())
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' }
  const { servers, lost } = await outage('email', { from: 'svc@example.com', to: ['ops@example.com'] }, { smtp })
  await lost(...servers)
  await lost()
  const header = (raw: string, name: string) => new RegExp(`^${name}: (.+)\r$`, 'm').exec(raw)?.[1]
  const [opening = '', end = ''] = sink.mails.map(({ raw }) => raw)
  expect(sink.mails).toHaveLength(2)
  expect(header(end, 'References')).toBe(header(opening, 'Message-ID'))
  expect(header(end, 'In-Reply-To')).toBe(header(opening, 'Message-ID'))
  expect(header(opening, 'References')).toBeUndefined()
  expect(header(end, 'Message-ID')).not.toBe(header(opening, 'Message-ID'))
})
