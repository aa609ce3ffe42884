import { describe, expect, it } from 'vitest'
import { monitor } from '../testing/monitor.ts'
import { copyHeaderRows, headerError, headersOf, newHeader, toHeaderRows } from './header-rows.tsx'
import {
  changedFields,
  draftErrors,
  emptyDraft,
  type MonitorDraft,
  parseDomain,
  parseInterval,
  toDraft,
  toInput,
  toIntervalText,
  withDefaultGroup,
  withType,
} from './monitor-draft.ts'

const named: MonitorDraft = { ...emptyDraft, name: ' Shop ', target: ' https://example.org ' }
const withText = (draft: MonitorDraft, configText: Record<string, string>) => ({
  ...draft,
  configText: { ...draft.configText, ...configText },
})

describe('a new monitor', () => {
  it('has the defaults of the server', () => {
    expect(toInput(named)).toEqual({
      name: 'Shop',
      monitor_type: 'http_keyword',
      target: 'https://example.org',
      interval: 300,
      enabled: true,
      retry_count: 1,
      notification_group_id: null,
      server_ids_json: [],
      ...{ group_name: null, tags: [] },
      config_json: { method: 'GET', timeout: 10, expected_status: [200], headers: {} },
    })
  })

  it.each([
    ['ssl', { port: 443, timeout: 10, warning_days: 14, critical_days: 7 }],
    ['dns', { record_type: 'A', timeout: 10, expected_values: [] }],
    ['tcp', { timeout: 10 }],
    ['whois', { warning_days: 30, critical_days: 7 }],
  ] as const)('of type %s has its own configuration', (name, config) => {
    expect(toInput(withType(named, name)).config_json).toEqual(config)
  })

  it('has a default interval by type, unless changed', () => {
    const domain = withType(named, 'whois')
    expect([toInput(domain).interval, toInput(withType(domain, 'tcp')).interval]).toEqual([86_400, 300])
    const often: MonitorDraft = { ...domain, interval: { amount: '2', unit: 'hours' } }
    expect(toInput(withType(often, 'ssl')).interval).toBe(7200)
  })

  it('sends only fields that apply', () => {
    const headers = [
      { ...newHeader(), name: ' Accept ', value: ' text/html ' },
      { ...newHeader(), name: ' ', value: '' },
    ]
    const asked = withText(
      { ...named, headers },
      { method: 'POST', body: ' a\n', keyword: ' ok ', expected_status: '200 204,200' },
    )
    expect(toInput(asked).config_json).toMatchObject({
      method: 'POST',
      body: ' a\n',
      keyword: 'ok',
      keyword_exists: true,
      expected_status: [200, 204],
      headers: { Accept: 'text/html' },
    })
    const { config_json: config } = toInput(withText(asked, { method: 'GET', keyword: ' ' }))
    expect(Object.keys(config ?? {})).toEqual(['method', 'timeout', 'expected_status', 'headers'])
    expect(
      toInput(withText(withType(named, 'dns'), { expected_values: ' 192.0.2.1 \n\n192.0.2.2' })).config_json,
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
])('group %s with available groups %o becomes %s', (groupId, ids, group) => {
  expect(
    withDefaultGroup(
      { ...named, groupId },
      ids.map((id) => ({ id })),
    ).groupId,
  ).toBe(group)
})

describe('a change', () => {
  const config = { method: 'GET', timeout: 10, expected_status: [200], headers: { Authorization: '••••••••' } }
  const before = toDraft(monitor('m', { config, server_ids: ['s1'], notification_group_id: 'g' }))

  it('is empty if nothing was edited, even with masked values', () => expect(changedFields(before, before)).toEqual({}))

  it('has the fields that differ, and masked values as they were', () => {
    const after = withText({ ...before, groupId: null, serverIds: [], name: 'new' }, { timeout: '20' })
    expect(changedFields(before, after)).toEqual({
      name: 'new',
      notification_group_id: null,
      server_ids_json: [],
      config_json: { ...config, timeout: 20 },
    })
  })

  it('of a hidden header replaces its value; a copy needs a new one', () => {
    const rows = toHeaderRows(config.headers)
    expect(rows).toMatchObject([{ name: 'Authorization', value: '', hasStoredValue: true }])
    expect(headersOf(rows)).toEqual(config.headers)
    expect(headersOf(rows.map((row) => ({ ...row, value: 'new' })))).toEqual({ Authorization: 'new' })
    expect(headersOf(copyHeaderRows(rows))).toEqual({ Authorization: '' })
  })

  it('tolerates an invalid configuration', () => {
    const odd = monitor('m', {
      config: { timeout: 'x', headers: [1], expected_status: 'y', method: 'TRACE', body: 5 },
    })
    expect(toDraft(odd)).toMatchObject({
      headers: [],
      configText: { timeout: '10', expected_status: '200', method: 'GET' },
    })
  })
})

describe('validation errors', () => {
  const invalidFields = (draft: MonitorDraft) => Object.keys(draftErrors(draft))
  it.each([
    [emptyDraft, ['name', 'target']],
    [named, []],
    [{ ...named, interval: { amount: '5', unit: 'seconds' as const } }, ['interval']],
    [{ ...named, retries: '11' }, ['retry_count']],
    [withText(named, { timeout: '61' }), ['timeout']],
    [withText(named, { expected_status: '200, 700' }), ['expected_status']],
    [withText(named, { expected_status: ' ' }), ['expected_status']],
    [withText(withType(named, 'ssl'), { port: '0', warning_days: '1.5' }), ['port', 'warning_days']],
  ])('are found: %#', (draft, fields) => expect(invalidFields(draft)).toEqual(fields))

  it('of headers are by row', () => {
    const rows = ['Accept', 'accept ', 'a b', '', ''].map((name, n) => ({
      id: `${n}`,
      name,
      value: n < 4 ? 'x' : '',
      hasStoredValue: false,
    }))
    expect(rows.map((row) => headerError(row, rows))).toEqual([
      'form.headerTwice',
      'form.headerTwice',
      'form.headerName',
      'form.headerName',
      undefined,
    ])
    expect(invalidFields({ ...named, headers: rows })).toEqual(['0', '1', '2', '3'])
  })
})

it.each([
  [90, '90', 'seconds'],
  [300, '5', 'minutes'],
  [86_400, '24', 'hours'],
])('%d seconds are shown as %s %s', (seconds, amount, unit) => {
  expect(toIntervalText(seconds)).toEqual({ amount, unit })
  expect(parseInterval({ amount, unit } as ReturnType<typeof toIntervalText>)).toBe(seconds)
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
  expect(parseInterval({ amount, unit })).toBe(seconds)
})

it.each([
  ['Example.ORG.', 'example.org'],
  ['https://www.example.org:8443/a?b#c', 'www.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.0.2.1', undefined],
  ['localhost', undefined],
  ['a b', undefined],
  ['', undefined],
])('the domain of %s is %s', (target, domain) => expect(parseDomain(target)).toBe(domain))
