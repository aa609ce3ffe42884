import { describe, expect, it } from 'vitest'
import { monitor } from '../testing/monitor.ts'
import { domainOf } from './domain.ts'
import { copiedRows, headersOf, newHeader, rowProblem, rowsOf } from './headers.ts'
import { intervalOf, typedInterval } from './interval.ts'
import {
  changesOf,
  decided,
  draftOf,
  emptyDraft,
  inputOf,
  type MonitorDraft,
  ofType,
  problemsOf,
} from './monitor-draft.ts'

const named: MonitorDraft = { ...emptyDraft, name: ' Shop ', target: ' https://example.org ' }
const type = (draft: MonitorDraft, typed: Record<string, string>) => ({
  ...draft,
  typed: { ...draft.typed, ...typed },
})

describe('a new monitor', () => {
  it('begins with what the server would take by default', () => {
    expect(inputOf(named)).toEqual({
      name: 'Shop',
      monitor_type: 'http_keyword',
      target: 'https://example.org',
      interval: 300,
      enabled: true,
      retry_count: 1,
      notification_group_id: null,
      server_ids_json: [],
      config_json: { method: 'GET', timeout: 10, expected_status: [200], headers: {} },
    })
  })

  it.each([
    ['ssl', { port: 443, timeout: 10, warning_days: 14, critical_days: 7 }],
    ['dns', { record_type: 'A', timeout: 10, expected_values: [] }],
    ['tcp', { timeout: 10 }],
    ['whois', { warning_days: 30, critical_days: 7 }],
  ] as const)('of type %s has its own configuration', (name, config) => {
    expect(inputOf(ofType(named, name)).config_json).toEqual(config)
  })

  it('asks rarely for what changes slowly, unless somebody decided', () => {
    const domain = ofType(named, 'whois')
    expect([inputOf(domain).interval, inputOf(ofType(domain, 'tcp')).interval]).toEqual([86_400, 300])
    const often: MonitorDraft = { ...domain, interval: { amount: '2', unit: 'hours' } }
    expect(inputOf(ofType(often, 'ssl')).interval).toBe(7200)
  })

  it('sends only what means something', () => {
    const headers = [
      { ...newHeader(), name: ' Accept ', value: ' text/html ' },
      { ...newHeader(), name: ' ', value: '' },
    ]
    const asked = type(
      { ...named, headers },
      { method: 'POST', body: ' a\n', keyword: ' ok ', expected_status: '200 204,200' },
    )
    expect(inputOf(asked).config_json).toMatchObject({
      method: 'POST',
      body: ' a\n',
      keyword: 'ok',
      keyword_exists: true,
      expected_status: [200, 204],
      headers: { Accept: 'text/html' },
    })
    const { config_json: config } = inputOf(type(asked, { method: 'GET', keyword: ' ' }))
    expect(Object.keys(config ?? {})).toEqual(['method', 'timeout', 'expected_status', 'headers'])
    expect(
      inputOf(type(ofType(named, 'dns'), { expected_values: ' 192.0.2.1 \n\n192.0.2.2' })).config_json,
    ).toMatchObject({
      expected_values: ['192.0.2.1', '192.0.2.2'],
      mode: 'equals',
    })
  })
})

it.each([
  [undefined, ['g'], 'g'],
  [undefined, ['g', 'h'], null],
  [undefined, [], null],
  [null, ['g'], null],
  ['h', ['g'], 'h'],
])('where the group is %s, of %o it is %s', (groupId, ids, group) => {
  expect(
    decided(
      { ...named, groupId },
      ids.map((id) => ({ id })),
    ).groupId,
  ).toBe(group)
})

describe('a change', () => {
  const config = { method: 'GET', timeout: 10, expected_status: [200], headers: { Authorization: '••••••••' } }
  const before = draftOf(monitor('m', { config, server_ids: ['s1'], notification_group_id: 'g' }))

  it('is nothing where nothing was typed, whatever is masked', () => expect(changesOf(before, before)).toEqual({}))

  it('holds what differs, and a masked secret as it was shown', () => {
    const after = type({ ...before, groupId: null, serverIds: [], name: 'new' }, { timeout: '20' })
    expect(changesOf(before, after)).toEqual({
      name: 'new',
      notification_group_id: null,
      server_ids_json: [],
      config_json: { ...config, timeout: 20 },
    })
  })

  it('of a header that is not shown takes a new value, and a copy asks for it', () => {
    const rows = rowsOf(config.headers)
    expect(rows).toMatchObject([{ name: 'Authorization', value: '', isKept: true }])
    expect(headersOf(rows)).toEqual(config.headers)
    expect(headersOf(rows.map((row) => ({ ...row, value: 'new' })))).toEqual({ Authorization: 'new' })
    expect(headersOf(copiedRows(rows))).toEqual({ Authorization: '' })
  })

  it('survives a configuration that makes no sense', () => {
    const odd = monitor('m', {
      config: { timeout: 'x', headers: [1], expected_status: 'y', method: 'DELETE', body: 5 },
    })
    expect(draftOf(odd)).toMatchObject({ headers: [], typed: { timeout: '10', expected_status: '200', method: 'GET' } })
  })
})

describe('problems', () => {
  const wrong = (draft: MonitorDraft) => Object.keys(problemsOf(draft))
  it.each([
    [emptyDraft, ['name', 'target']],
    [named, []],
    [{ ...named, interval: { amount: '5', unit: 'seconds' as const } }, ['interval']],
    [{ ...named, retries: '11' }, ['retry_count']],
    [type(named, { timeout: '61' }), ['timeout']],
    [type(named, { expected_status: '200, 700' }), ['expected_status']],
    [type(named, { expected_status: ' ' }), ['expected_status']],
    [type(ofType(named, 'ssl'), { port: '0', warning_days: '1.5' }), ['port', 'warning_days']],
  ])('are found: %#', (draft, fields) => expect(wrong(draft)).toEqual(fields))

  it('of headers are said by row', () => {
    const rows = ['Accept', 'accept ', 'a b', '', ''].map((name, n) => ({
      id: `${n}`,
      name,
      value: n < 4 ? 'x' : '',
      isKept: false,
    }))
    expect(rows.map((row) => rowProblem(row, rows))).toEqual([
      'form.headerTwice',
      'form.headerTwice',
      'form.headerName',
      'form.headerName',
      undefined,
    ])
    expect(wrong({ ...named, headers: rows })).toEqual(['0', '1', '2', '3'])
  })
})

it.each([
  [90, '90', 'seconds'],
  [300, '5', 'minutes'],
  [86_400, '24', 'hours'],
])('%d seconds are typed as %s %s', (seconds, amount, unit) => {
  expect(typedInterval(seconds)).toEqual({ amount, unit })
  expect(intervalOf({ amount, unit } as ReturnType<typeof typedInterval>)).toBe(seconds)
})

it.each([
  ['1.5', 'minutes', 90],
  ['1.1', 'minutes', 66],
  ['9', 'seconds', undefined],
  ['25', 'hours', undefined],
  ['0.3', 'minutes', 18],
  ['10.5', 'seconds', undefined],
  ['1e3', 'seconds', undefined],
  ['', 'hours', undefined],
] as const)('an interval of %s %s is %s seconds', (amount, unit, seconds) => {
  expect(intervalOf({ amount, unit })).toBe(seconds)
})

it.each([
  ['Example.ORG.', 'example.org'],
  ['https://www.example.org:8443/a?b#c', 'www.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.0.2.1', undefined],
  ['localhost', undefined],
  ['a b', undefined],
  ['', undefined],
])('the domain of %s is %s', (target, domain) => expect(domainOf(target)).toBe(domain))
