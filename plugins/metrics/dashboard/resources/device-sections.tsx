import { type ChartSeries, type Column, Meter, Table, useFormat, useT, useUsageLimits } from '@svc/dashboard-sdk'
import type { Details } from '@svc/plugin-metrics/contract'
import { plainText } from '@svc/protocol'
import { type ReactNode, useCallback } from 'react'
import type { Points } from '../frame.ts'
import { DetailChart, type Shared } from './detail-chart.tsx'
import { linesOf, membersOf, mountPercents } from './detail-series.ts'
import { Section } from './section.tsx'

const maxNameLength = 128
const shown = (name: string) => plainText(name, maxNameLength)

const mountFields = ['mounts_json']
const interfaceFields = ['interfaces_json']
const sensorFields = ['sensors_json']

type Lists = Required<{ [K in 'mounts' | 'interfaces' | 'sensors']: NonNullable<Details[K]>[number] }>
type Props = { readonly details: Details | null; readonly shared: Shared }

const seriesOfLines = (lines: ReturnType<typeof linesOf>): readonly ChartSeries[] =>
  lines.map(({ name, values }, i) => ({ id: name, label: shown(name), values, color: i + 1 }))

/** A table in a panel; a sentence where there is nothing to list. */
function NowTable<Row>(props: {
  caption: string
  rows: readonly Row[] | null | undefined
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
}) {
  const { caption, rows, rowKey, columns } = props
  if (!rows || rows.length === 0) return null
  return (
    <div className="panel max-h-80 overflow-auto">
      <Table caption={caption} rows={rows} rowKey={rowKey} columns={columns} />
    </div>
  )
}

const percentOf = (used: number, total: number) => (total > 0 ? (100 * used) / total : 0)

/** Space and inodes of each mount, the fullest first. */
export function MountsSection({ details, shared }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const limits = useUsageLimits('disk')
  const seriesOf = useCallback(
    (points: Points['points']) => seriesOfLines(linesOf(points, 'mounts_json', mountPercents)),
    [],
  )
  const columns: readonly Column<Lists['mounts']>[] = [
    {
      id: 'path',
      header: t('resources.mounts.path'),
      className: 'max-w-0 w-2/5',
      cell: ({ path, type }) => (
        <>
          <span className="block truncate font-medium" data-tip={shown(path)}>
            {shown(path)}
          </span>
          <span className="block truncate text-faint text-xs">{shown(type)}</span>
        </>
      ),
    },
    {
      id: 'space',
      header: t('resources.mounts.space'),
      cell: ({ path, used, total }) => (
        <Meter
          value={percentOf(used, total)}
          limits={limits}
          label={t('resources.mounts.spaceOf', { path: shown(path) })}
          detail={t('resources.mounts.of', { used: format.bytes(used), total: format.bytes(total) })}
        />
      ),
    },
    {
      id: 'inodes',
      header: t('resources.mounts.inodes'),
      className: 'max-sm:hidden w-1/5',
      cell: ({ path, inodes, inodes_used }) =>
        inodes === null || inodes_used === null ? (
          '–'
        ) : (
          <Meter
            value={percentOf(inodes_used, inodes)}
            limits={limits}
            label={t('resources.mounts.inodesOf', { path: shown(path) })}
          />
        ),
    },
  ]
  const rows = details?.mounts?.toSorted((a, b) => percentOf(b.used, b.total) - percentOf(a.used, a.total))
  return (
    <Section title={t('resources.mounts.title')}>
      <NowTable caption={t('resources.mounts.title')} rows={rows} rowKey={({ path }) => path} columns={columns} />
      <DetailChart
        shared={shared}
        label={t('resources.mounts.chart')}
        unit="percent"
        fields={mountFields}
        seriesOf={seriesOf}
        empty={t('resources.none')}
      />
    </Section>
  )
}

/** Traffic of each interface. */
export function InterfacesSection({ details, shared }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const inbound = useCallback(
    (points: Points['points']) => seriesOfLines(linesOf(points, 'interfaces_json', membersOf('in_speed'))),
    [],
  )
  const outbound = useCallback(
    (points: Points['points']) => seriesOfLines(linesOf(points, 'interfaces_json', membersOf('out_speed'))),
    [],
  )
  const rate = (id: 'in_speed' | 'out_speed', header: string): Column<Lists['interfaces']> => ({
    ...{ id, header, align: 'right', className: 'whitespace-nowrap figures' },
    cell: (row) => format.rate(row[id]),
  })
  const columns: readonly Column<Lists['interfaces']>[] = [
    {
      id: 'name',
      header: t('resources.interfaces.name'),
      className: 'max-w-0 w-1/2 truncate',
      cell: ({ name }) => shown(name),
    },
    rate('in_speed', t('line.in')),
    rate('out_speed', t('line.out')),
  ]
  return (
    <Section title={t('resources.interfaces.title')}>
      <div className="xl:col-span-2 [&:empty]:hidden">
        <NowTable
          caption={t('resources.interfaces.title')}
          rows={details?.interfaces}
          rowKey={({ name }) => name}
          columns={columns}
        />
      </div>
      <DetailChart
        shared={shared}
        label={t('resources.interfaces.in')}
        unit="rate"
        fields={interfaceFields}
        seriesOf={inbound}
        empty={t('resources.none')}
      />
      <DetailChart
        shared={shared}
        label={t('resources.interfaces.out')}
        unit="rate"
        fields={interfaceFields}
        seriesOf={outbound}
        empty={t('resources.none')}
      />
    </Section>
  )
}

/** Each temperature sensor; nothing for hosts without any, such as virtual machines. */
export function SensorsSection({ details, shared }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const seriesOf = useCallback(
    (points: Points['points']) => seriesOfLines(linesOf(points, 'sensors_json', membersOf('celsius'))),
    [],
  )
  if (details && !details.sensors?.length) return null
  const columns: readonly Column<Lists['sensors']>[] = [
    {
      id: 'name',
      header: t('resources.sensors.name'),
      className: 'max-w-0 w-2/3 truncate',
      cell: ({ name }) => shown(name),
    },
    {
      id: 'celsius',
      header: t('chart.temperature'),
      align: 'right',
      className: 'whitespace-nowrap figures',
      cell: ({ celsius }) => `${format.number(celsius, 1)} °C`,
    },
  ]
  return (
    <Section title={t('resources.sensors.title')}>
      <NowTable
        caption={t('resources.sensors.title')}
        rows={details?.sensors}
        rowKey={({ name }) => name}
        columns={columns}
      />
      <DetailChart
        shared={shared}
        label={t('resources.sensors.chart')}
        unit="celsius"
        fields={sensorFields}
        seriesOf={seriesOf}
        empty={t('resources.none')}
      />
    </Section>
  )
}
