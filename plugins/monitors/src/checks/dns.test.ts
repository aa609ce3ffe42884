import { sentenceOf } from '@svc/kernel/testing'
import type { ApiError } from '@svc/plugin-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fromZone, parseQuestion, responseTo, serveNames, wire } from '../../test/name-server.ts'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, serveTcp } from '../../test/servers.ts'
import type { CheckType } from './check-type.ts'
import { makeDnsCheck } from './dns.ts'
import { makeReadTarget } from './read-target.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
let checkType: CheckType
beforeAll(async () => {
  env = await makeCheckEnv(['127.0.0.1/32'])
  checkType = makeDnsCheck({ ...env, readTarget: makeReadTarget(env.outbound) })
})
afterEach(closeServers)
afterAll(() => env.close())

const zone = {
  'a.example': {
    A: [wire.A('192.0.2.9'), wire.A('192.0.2.1')],
    AAAA: [wire.AAAA('2001:db8:0:0:0:0:0:1')],
    MX: [wire.MX(20, 'b.mail.example'), wire.MX(10, 'A.mail.example')],
    TXT: [wire.TXT('v=spf1 ', '-all'), wire.TXT('other')],
    CNAME: [wire.CNAME('Other.example')],
  },
  'empty.example': {},
}
const lookUp = async (config: object, name = 'a.example', more = {}) => {
  const { nameserver } = await serveNames(fromZone(zone))
  return runCheck(checkType, name, { nameserver, ...config }, more)
}

describe('the values of a name', () => {
  it.each([
    ['A', ['192.0.2.1', '192.0.2.9']],
    ['AAAA', ['2001:db8::1']],
    ['MX', ['10 a.mail.example', '20 b.mail.example']],
    ['TXT', ['other', 'v=spf1 -all']],
    ['CNAME', ['other.example']],
  ])('of type %s', async (record_type, values) => {
    const { success, detail, memory } = await lookUp({ record_type })
    expect([success, detail, memory]).toEqual([
      true,
      { record_type, values, nameserver: expect.stringMatching(/^127\.0\.0\.1:/), changed: false },
      JSON.stringify(values),
    ])
  })

  it.each([
    ['A', 'equals', ['192.0.2.9', '192.0.2.1'], true],
    ['A', 'equals', ['192.0.2.1'], false],
    ['A', 'equals', ['192.0.2.1', '192.0.2.9', '192.0.2.2'], false],
    ['A', 'contains', ['192.0.2.1'], true],
    ['A', 'contains', ['192.0.2.1', '192.0.2.2'], false],
    ['A', 'any', ['192.0.2.2', '192.0.2.1'], true],
    ['A', 'any', ['192.0.2.2'], false],
    ['AAAA', 'equals', ['2001:0DB8:0:0::1'], true],
    ['CNAME', 'equals', ['OTHER.example.'], true],
    ['MX', 'equals', ['10  a.mail.example', '20 B.mail.example.'], true],
    ['MX', 'equals', ['a.mail.example', 'b.mail.example'], true],
    ['MX', 'equals', ['a.mail.example'], false],
    ['MX', 'contains', ['30 a.mail.example'], false],
    ['TXT', 'contains', ['v=spf1 -all'], true],
    ['TXT', 'contains', ['V=SPF1 -all'], false],
  ])('of type %s compared by %s with %j: %s', async (record_type, mode, expected_values, success) => {
    const outcome = await lookUp({ record_type, mode, expected_values })
    expect([outcome.success, outcome.error?.en.startsWith('unexpected values: ')]).toEqual([
      success,
      success ? undefined : true,
    ])
  })

  it('that changed since the last check are marked', async () => {
    const { memory = '' } = await lookUp({})
    expect((await lookUp({}, 'a.example', { memory })).detail).toMatchObject({ changed: false })
    expect((await lookUp({}, 'a.example', { memory: '["192.0.2.1"]' })).detail).toMatchObject({ changed: true })
  })
})

describe('a name without values', () => {
  it.each([
    ['nowhere.example', 'the name does not exist'],
    ['empty.example', 'the name has no records of this type'],
  ])('%s fails and keeps the remembered values', async (name, en) => {
    expect(await lookUp({}, name, { memory: '["192.0.2.1"]' })).toMatchObject({
      success: false,
      latency: null,
      error: { en },
      detail: { record_type: 'A', values: [] },
    })
    expect((await lookUp({}, name)).memory).toBeUndefined()
  })

  it.each([
    [2, 'the name server failed'],
    [5, 'the name server refused the query'],
  ])('fails with response code %i', async (code, en) => {
    const { nameserver } = await serveNames((question) => [responseTo(question, [], { code })])
    expect((await runCheck(checkType, 'a.example', { nameserver })).error?.en).toBe(en)
  })
})

describe('a name server', () => {
  it('must not be a loopback address unless allowed, by address or by name', async () => {
    const { port, queries } = await serveNames(fromZone(zone))
    const closed = await makeCheckEnv([])
    const strict: CheckType = makeDnsCheck({ ...closed, readTarget: makeReadTarget(closed.outbound) })
    const config = { ...(await checkType.readConfig({ nameserver: `127.0.0.1:${port}` })) }
    const named = { ...config, nameserver: `localhost:${port}` }
    for (const given of [config, named]) {
      const outcome = await strict
        .check({ target: 'a.example', config: given, memory: null, signal: new AbortController().signal })
        .catch(({ fields: [error] }: ApiError) => ({ success: false, error: error ?? null }))
      expect([outcome.success, outcome.error && sentenceOf(outcome.error)]).toEqual([
        false,
        expect.stringMatching(/loopback, link-local|this host, its link or cloud metadata/),
      ])
    }
    expect(queries).toEqual([])
    await closed.close()
  })

  it('that does not respond times out', async () => {
    const { nameserver, queries } = await serveNames(() => [])
    const work = runCheck(checkType, 'a.example', { nameserver, timeout: 60 })
    while (queries.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await env.clock.advance(60_000)
    expect((await work).error).toEqual({ en: 'no response within 60 s', zh: '60 秒内无响应' })
  })

  it('is no longer queried after an abort', async () => {
    const { nameserver, queries } = await serveNames(() => [])
    const controller = new AbortController()
    const work = runCheck(checkType, 'a.example', { nameserver, timeout: 60 }, { signal: controller.signal })
    while (queries.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    controller.abort()
    expect((await work).success).toBe(false)
  })

  it('cannot be spoofed by responses with another id or question', async () => {
    const { nameserver } = await serveNames((question) => [
      responseTo(question, [wire.A('6.6.6.6')], { id: question.id ^ 1 }),
      responseTo({ ...question, bytes: Buffer.from('\x04evil\x07example\0\0\x01\0\x01', 'latin1') }, [
        wire.A('6.6.6.6'),
      ]),
      responseTo(question, [wire.A('192.0.2.1')]),
    ])
    expect((await runCheck(checkType, 'a.example', { nameserver })).detail.values).toEqual(['192.0.2.1'])
  })

  it('that sends garbage fails the check', async () => {
    const broken = [Buffer.from('nonsense'), Buffer.alloc(0), Buffer.alloc(4000, 0xc0)]
    for (const packet of broken) {
      const { nameserver, queries } = await serveNames(({ id }) => {
        const own = Buffer.from(packet)
        if (own.length > 2) own.writeUInt16BE(id, 0)
        return [own]
      })
      const work = runCheck(checkType, 'a.example', { nameserver, timeout: 60 })
      while (queries.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      await new Promise((resolve) => setImmediate(resolve))
      await env.clock.advance(60_000)
      expect((await work).success).toBe(false)
    }
  })

  it('is queried again by TCP after a truncated response, which is discarded', async () => {
    const cut = [wire.A('6.6.6.6')]
    let answersByTcp = false
    const { port } = await serveTcp((socket) => {
      if (!answersByTcp) return socket.destroy()
      socket.once('data', (message: Buffer) => {
        const answer = responseTo(parseQuestion(message.subarray(2)), [wire.A('192.0.2.1')])
        socket.end(Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 255]), answer]))
      })
    })
    const { nameserver } = await serveNames((question) => [responseTo(question, cut, { truncated: true })], port)
    expect((await runCheck(checkType, 'a.example', { nameserver })).success).toBe(false)
    answersByTcp = true
    expect((await runCheck(checkType, 'a.example', { nameserver })).detail.values).toEqual(['192.0.2.1'])
  })

  it('cannot make a stored record large', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => wire.A(`10.0.${n >> 8}.${n & 255}`))
    const large = await serveNames((question) => [responseTo(question, many)])
    const long = await serveNames((question) => [responseTo(question, [wire.TXT(...Array(20).fill('x'.repeat(250)))])])
    for (const [nameserver, record_type] of [
      [large.nameserver, 'A'],
      [long.nameserver, 'TXT'],
    ] as const) {
      const { detail } = await runCheck(checkType, 'a.example', { nameserver, record_type })
      expect(JSON.stringify(detail).length).toBeLessThan(2500)
    }
  })
})
