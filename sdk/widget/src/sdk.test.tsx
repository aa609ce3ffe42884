import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import {
  ConfigForm,
  createActionsHelper,
  createWidgetRuntime,
  defineWidget,
  FeatureUnavailable,
  getRuntime,
  type Infer,
  isWidgetModule,
  resetRuntime,
  type ServerStatus,
  secondsOf,
  useAlerts,
  useCapability,
  useHistory,
  useMetric,
  useServers,
  useTheme,
  useUptime,
  type WidgetQuery,
  z,
} from './index.ts'

const server = (patch: Partial<ServerStatus> = {}) =>
  ({
    ...{ id: 's1', name: 'web <1>', online: true, last_active: 1_700_000_000, cpu: 12.5, mem_used: 50, mem_total: 200 },
    ...{
      disk_used: 1,
      disk_total: 0,
      os: null,
      tags: [],
      capabilities: 1,
      agent_authority: { status: 'claimed', outstanding_offer: null },
    },
    ...patch,
  }) as ServerStatus

let asked: { path: string; params?: object; enabled?: boolean }[]
let answers: Record<string, unknown>
let failure: Error | null
beforeEach(() => {
  asked = []
  answers = {}
  failure = null
  const all = [server()]
  const colors = { mode: 'dark' as const, cssVar: (name: string) => `var(--${name})` }
  createWidgetRuntime({
    apiBaseUrl: '',
    useQuery: <T,>(options: { path: string }): WidgetQuery<T> => {
      asked.push(options)
      return {
        data: answers[options.path] as T,
        error: failure,
        isLoading: false,
        isFetching: false,
        refetch: () => {},
      }
    },
    useMutation: () => {
      throw new Error('unused')
    },
    request: () => Promise.reject(new Error('unused')),
    servers: { all: () => all, one: (id) => all.find((one) => one.id === id), subscribe: () => () => {} },
    topics: { get: () => ({ data: undefined, isUnavailable: false }), subscribe: () => () => {} },
    theme: { get: () => colors, subscribe: () => () => {} },
    onConfigUpdate: async () => {},
  })
})
afterEach(resetRuntime)

function shown(use: () => unknown): unknown {
  let seen: unknown
  const Probe = (): ReactNode => {
    seen = use()
    return null
  }
  renderToStaticMarkup(<Probe />)
  return seen
}

describe('defineWidget', () => {
  it('requires a component and unique action ids', () => {
    const component = () => null
    const configSchema = z.object({})
    expect(isWidgetModule(defineWidget({ configSchema, component }))).toBe(true)
    expect([isWidgetModule({ configSchema, component }), isWidgetModule(null)]).toEqual([false, false])
    expect(() => defineWidget({ configSchema, component: undefined as never })).toThrow('component')
    const action = { id: 'a', label: 'A', run: () => undefined }
    expect(() => defineWidget({ configSchema, component, actions: [action, action] })).toThrow('duplicate action id')
    for (const wrong of [{ id: 'a', label: 'A' }, { ...action, id: '' }, { ...action, label: undefined }, null]) {
      const actions = [wrong as never]
      expect(() => defineWidget({ configSchema, component, actions })).toThrow(
        'must have an id, a label and a run function',
      )
    }
    expect(() => defineWidget({ configSchema, component, actions: {} as never })).toThrow('must be an array')
  })

  it('requires an object schema', () => {
    const component = () => null
    const other = [undefined, null, {}, { safeParse: () => ({ success: true }) }]
    for (const configSchema of [...other, z.string(), z.array(z.object({})), z.union([z.object({}), z.string()])]) {
      expect(() => defineWidget({ configSchema: configSchema as never, component })).toThrow(
        'must be a Zod schema whose output is an object',
      )
    }
    const a = z.object({ kind: z.literal('a'), x: z.string() })
    const b = z.object({ kind: z.literal('b'), y: z.number() })
    for (const configSchema of [
      ...[z.strictObject({}), z.looseObject({}), z.object({}).describe('of mine'), a.refine(() => true)],
      ...[a.and(b), z.union([a, b]), z.discriminatedUnion('kind', [a, b]), z.record(z.string(), z.number())],
      ...[a.default({ kind: 'a', x: '' }), a.readonly(), a.transform(({ x }) => ({ length: x.length })), a.pipe(a)],
    ]) {
      expect(isWidgetModule(defineWidget({ configSchema, component }))).toBe(true)
    }
  })

  it('infers the configuration type', () => {
    const schema = z.object({ server: z.serverId(), limit: z.number().default(5), note: z.string().optional() })
    expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{ server: string; limit: number; note?: string | undefined }>()
    expectTypeOf<z.infer<typeof schema>>().toEqualTypeOf<Infer<typeof schema>>()
    defineWidget({ configSchema: schema, component: ({ config }) => <p>{config.limit.toFixed()}</p> })
  })
})

describe('live hooks', () => {
  it('return servers and metrics', () => {
    expect(shown(useServers)).toEqual([
      { id: 's1', name: 'web <1>', online: true, lastSeen: 1_700_000_000, capabilities: ['CAP_TERMINAL'] },
    ])
    expect(shown(() => useMetric('s1', 'cpu'))).toBe(12.5)
    expect(shown(() => useMetric('s1', 'mem_percent'))).toBe(25)
    expect(shown(() => useMetric('s1', 'disk_percent'))).toBeUndefined()
    expect(shown(() => useMetric('s1', 'agent_authority.status'))).toBe('claimed')
    for (const path of ['nothing', 'tags', 'agent_authority', '__proto__', 'constructor.name', 'os']) {
      expect(shown(() => useMetric('s1', path))).toBeUndefined()
    }
    expect(shown(() => useMetric(null, 'cpu'))).toBeUndefined()
    expect(shown(() => useMetric('gone', 'cpu'))).toBeUndefined()
    expect(shown(() => useTheme().mode)).toBe('dark')
  })

  it('type the metrics', () => {
    const Probe = () => {
      expectTypeOf(useMetric('s1', 'cpu')).toEqualTypeOf<number | undefined>()
      expectTypeOf(useMetric('s1', 'name')).toEqualTypeOf<string | undefined>()
      expectTypeOf(useMetric('s1', 'online')).toEqualTypeOf<boolean | undefined>()
      expectTypeOf(useMetric('s1', 'swap_percent')).toEqualTypeOf<number | undefined>()
      expectTypeOf(useMetric('s1', 'a' as string)).toEqualTypeOf<number | string | undefined>()
      return null
    }
    renderToStaticMarkup(<Probe />)
  })

  it('return capabilities', () => {
    expect(shown(() => useCapability('s1', 'CAP_TERMINAL'))).toBe(true)
    expect(shown(() => useCapability('s1', 'CAP_EXEC'))).toBe(false)
    expect(shown(() => useCapability('s1', 'CAP_TOSTRING'))).toBe(false)
    expect(shown(() => useCapability(null, 'CAP_TERMINAL'))).toBe(false)
  })

  it('require a runtime', () => {
    resetRuntime()
    expect(getRuntime).toThrow('createWidgetRuntime')
  })
})

describe('history hooks', () => {
  it('query up to the current minute', () => {
    answers['/api/servers/s1/records'] = [
      { time: '2026-01-31T00:00:00Z', temperature: 40.5 },
      { time: '2026-01-31T00:01:00Z', temperature: null },
    ]
    expect(shown(() => useHistory('s1', 'temperature', '6h').data)).toEqual([
      { ts: 1_769_817_600, value: 40.5 },
      { ts: 1_769_817_660, value: null },
    ])
    const { from, to, fields } = (asked[0]?.params ?? {}) as { from: string; to: string; fields: string }
    expect(fields).toBe('temperature')
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 3_600_000)
    expect(Date.parse(to) % 60_000).toBe(0)
  })

  it('report days without data as unknown', () => {
    answers['/api/servers/s1/uptime-daily'] = [
      { date: '2026-01-30', total_minutes: 0, online_minutes: 0, uptime_percent: 0, downtime_incidents: 0 },
      { date: '2026-01-31', total_minutes: 10, online_minutes: 5, uptime_percent: 50, downtime_incidents: 1 },
    ]
    expect(shown(() => useUptime('s1').data)).toEqual([
      { day: '2026-01-30', uptime_pct: null, incidents: 0 },
      { day: '2026-01-31', uptime_pct: 50, incidents: 1 },
    ])
  })
})

describe('FeatureUnavailable', () => {
  const missing = Object.assign(new Error('nothing there'), { status: 404 })

  it('is distinguished from other errors', () => {
    answers['/api/alert-events'] = [{ rule_id: 'read before it went' }]
    failure = missing
    const { error, data } = shown(() => useAlerts()) as WidgetQuery<unknown>
    expect(error).toBeInstanceOf(FeatureUnavailable)
    expect([error, data]).toMatchObject([{ name: 'FeatureUnavailable', feature: 'alerts' }, undefined])
    failure = Object.assign(new Error('down'), { status: 503 })
    expect((shown(() => useAlerts()) as WidgetQuery<unknown>).error).toBe(failure)
  })

  it('is not reported for a deleted server', () => {
    failure = missing
    expect((shown(() => useUptime('gone')) as WidgetQuery<unknown>).error).toBe(missing)
  })
})

describe('configuration types', () => {
  it.each([
    ['serverId', z.serverId(), ['s1'], ['', ' ', 5]],
    ['monitorId', z.monitorId(), ['m1'], ['', ' ', 5]],
    ['metricPath', z.metricPath(), ['cpu', 'a.b', 'a[0].b', 'a.0'], ['', 'a b', '.a', 'a..b', '1a', 'a;b']],
    [
      'color',
      z.color(),
      ['#fff', '#FFAA0080', 'rgb(1, 2, 3)', 'oklch(0.7 0.1 200)'],
      ['red;', '#12', 'url(x)', '#ggg', 'rgb(;)'],
    ],
    ['duration', z.duration(), ['15m', '3s', '400d'], ['15', 'm', '1.5h', '-1m', '15 m']],
  ])('%s takes what it is for', (_, schema, good, bad) => {
    for (const value of good) expect([value, schema.safeParse(value).success]).toEqual([value, true])
    for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false])
  })

  it('converts durations to seconds', () =>
    expect([secondsOf('90s'), secondsOf('2h'), secondsOf('1d')]).toEqual([90, 7200, 86_400]))

  it('keep their labels when reused', () => {
    const shared = z.number()
    expect([shared.describe('A').description, shared.describe('B').description, shared.description]).toEqual([
      'A',
      'B',
      undefined,
    ])
  })
})

describe('ConfigForm', () => {
  const schema = z.object({
    server: z.serverId().describe('Which server'),
    metric: z.enum(['cpu', 'memory']).default('memory'),
    max: z.number().min(1).max(100).optional(),
    big: z.boolean(),
    tint: z.color().optional().describe('Tint'),
    path: z.metricPath(),
    every: z.duration(),
    server_ids: z.array(z.serverId()),
    labels: z.array(z.string()),
    inner: z.object({ note: z.string() }),
  })
  const markup = (value: Record<string, unknown>, showAll = false) =>
    renderToStaticMarkup(<ConfigForm schema={schema} value={value} onChange={() => {}} showAll={showAll} />)

  it('renders a labelled control for each member', () => {
    const html = markup({ labels: ['x'], server_ids: ['s1', 'gone'], server: 'gone' })
    for (const label of ['Which server', 'Metric', 'Max', 'Big', 'Tint', 'Path', 'Every', 'Note']) {
      const [, id] = new RegExp(`<label for="([^"]+)">${label}</label>`).exec(html) ?? []
      expect([label, id !== undefined && html.includes(`id="${id}"`)]).toEqual([label, true])
    }
    for (const legend of ['Server ids', 'Labels', 'Inner']) expect(html).toContain(`<legend>${legend}</legend>`)
    expect(html).toContain('web &lt;1&gt;')
    expect(html).toMatch(/<option value="memory" selected="">/)
    expect(html).toMatch(/type="number" min="1" max="100"/)
    expect(html.match(/type="checkbox"/g)).toHaveLength(3)
  })

  it('has a search field for long lists', () => {
    const choices = (count: number) => {
      const days = z.array(z.enum(Array.from({ length: count }, (_, i) => `day ${i}`) as [string, ...string[]]))
      return renderToStaticMarkup(<ConfigForm schema={z.object({ days })} value={{}} onChange={() => {}} />)
    }
    expect([choices(12), choices(13)].map((html) => html.includes('type="search"'))).toEqual([false, true])
  })

  it('shows validation errors with showAll', () => {
    expect(markup({})).not.toContain('role="alert"')
    const html = markup({ path: 'a b', every: 'soon', max: 500 }, true)
    expect(html).toContain('metric path')
    expect(html).toContain('such as 15m')
    expect(html).toMatch(/aria-invalid="true" aria-describedby="[^"]+-problem"/)
  })
})

describe('actions', () => {
  it('render buttons', () => {
    const actions = createActionsHelper([{ id: 'check', label: 'Check <now>', icon: '↻', run: () => undefined }])
    expect(renderToStaticMarkup(actions.render('check'))).toContain('Check &lt;now&gt;')
    expect(actions.render('other')).toBeNull()
  })
})

describe('translated form texts', () => {
  const schema = z.object({
    order: z.enum(['asc', 'desc']).describe('top.order'),
    days: z.array(z.enum(['mon', 'tue'])).describe('top.days'),
    note: z.string().max(2000).describe('A note'),
  })
  const words: Record<string, string> = {
    'top.order': 'Order',
    'top.order.asc': 'Smallest first',
    'top.days.tue': 'Tuesday',
  }
  const html = renderToStaticMarkup(
    <ConfigForm schema={schema} value={{}} onChange={() => {}} textOf={(key) => words[key]} />,
  )

  it('prefer the host over the schema', () => {
    expect(html).toContain('>Order</label>')
    expect(html).toContain('>Smallest first</option>')
    expect(html).toContain('>desc</option>')
    expect(html).toContain('Tuesday')
    expect(html).toContain('top.days</legend>')
    expect(html).toContain('>A note</label>')
  })

  it('translate default validation messages', () => {
    const limited = z.object({
      max: z.number().min(1).max(100),
      label: z.string().max(3),
      days: z.array(z.string()).min(2),
      order: z.enum(['asc', 'desc']),
      count: z.number().min(5, 'far too few'),
      plain: z.number().max(9),
    })
    const value = { max: 0, label: 'long', days: [], count: 1, plain: 10 }
    const texts: Record<string, string> = {
      'form.least': 'mindestens {n}',
      'form.mostCharacters': 'höchstens {n} Zeichen',
      'form.leastEntries': 'mindestens {n} wählen',
      'form.choice': 'bitte wählen',
    }
    const form = <ConfigForm schema={limited} value={value} onChange={() => {}} showAll textOf={(key) => texts[key]} />
    const problems = [...renderToStaticMarkup(form).matchAll(/role="alert">([^<]*)</g)].map(([, text]) => text)
    expect(problems.slice(0, 5)).toEqual([
      ...['mindestens 1', 'höchstens 3 Zeichen', 'mindestens 2 wählen', 'bitte wählen', 'far too few'],
    ])
    expect(problems[5]).toContain('9')
  })

  it('use a textarea for long texts', () => expect(html).toMatch(/<textarea[^>]*rows="8"/))
})
