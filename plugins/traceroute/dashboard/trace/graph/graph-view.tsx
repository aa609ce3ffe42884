import { cn, useServerNames, useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { type ReactNode, useMemo } from 'react'
import { type HopReading, isSilent } from '../reading.ts'
import { type GraphNode, hopGraph } from './hop-graph.ts'

const column = 168
const row = 64
const box = { width: 136, height: 44 }
const margin = 12

const leftOf = ({ hop }: GraphNode) => margin + hop * column

/** Which router follows which, from left to right. The same is in the table, for those who do not see it. */
export function GraphView({ trace, readings }: { trace: Snapshot; readings: readonly HopReading[] }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const { nodes, edges } = useMemo(() => hopGraph(trace), [trace])
  const rows = Math.max(1, ...nodes.map((node) => node.row + 1))
  const size = { width: margin * 2 + trace.hops.length * column + box.width, height: margin * 2 + rows * row }
  /** Columns are centered vertically. */
  const countAt = (hop: number) => nodes.filter((node) => node.hop === hop).length
  const topOf = (node: GraphNode) => margin + (node.row + (rows - countAt(node.hop)) / 2) * row
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const most = Math.max(1, ...edges.map(({ rounds }) => rounds))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={t('graph.title')} tabIndex={0} className="relative overflow-x-auto px-5 pb-5">
      <div className="relative" style={size}>
        <svg aria-hidden="true" {...size} className="absolute inset-0">
          {edges.map(({ from, to, rounds }) => {
            const [a, b] = [byKey.get(from), byKey.get(to)]
            if (!a || !b) return null
            const [x1, y1] = [leftOf(a) + box.width, topOf(a) + box.height / 2]
            const [x2, y2] = [leftOf(b), topOf(b) + box.height / 2]
            const bend = (x2 - x1) / 2
            return (
              <path
                key={`${from}→${to}`}
                d={`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`}
                className="fill-none stroke-line-strong"
                strokeWidth={rounds === 0 ? 1 : 1.5 + (2.5 * rounds) / most}
                strokeDasharray={rounds === 0 ? '4 4' : undefined}
              />
            )
          })}
        </svg>
        {nodes.map((node) => (
          <Box
            key={node.key}
            node={node}
            reading={readings[node.hop - 1]}
            start={names.get(trace.server_id) ?? ''}
            style={{ left: leftOf(node), top: topOf(node), ...box }}
          />
        ))}
      </div>
      {trace.paths.length === 0 && <p className="text-faint text-xs">{t('graph.unknown')}</p>}
    </section>
  )
}

function Box(props: {
  node: GraphNode
  reading: HopReading | undefined
  start: string
  style: Readonly<Record<string, number>>
}) {
  const { node, reading, start, style } = props
  const t = useT()
  const host = reading?.hosts.find(({ ip }) => ip === node.ip)
  const loss = reading && !isSilent(reading.hop) ? reading.carriedLoss : 0
  const title = node.hop === 0 ? start : (host?.hostname ?? node.ip ?? t('hop.silent'))
  return (
    <div
      data-tip={node.ip && host?.hostname ? `${host.hostname} (${node.ip})` : title}
      className={cn(
        'absolute flex flex-col justify-center rounded-md bg-raised px-2.5 text-xs shadow-panel',
        node.hop > 0 && node.ip === null && 'bg-sunken text-faint italic',
        loss > 0 && 'ring-2 ring-danger',
      )}
      style={style}
    >
      <span className="truncate font-medium">{title}</span>
      <span className="truncate text-2xs text-faint not-italic">
        {node.hop === 0 ? t('graph.start') : [t('graph.hop', { hop: node.hop }), host?.asn].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}
