import { cn, Sparkline, sparklineValues, useFormat, useMe, useT } from '@svc/dashboard-sdk'
import { memo, type ReactNode, useMemo } from 'react'
import { ActionMenu, PendingNote, useIsPending } from '../actions/container-actions.tsx'
import type { Row } from '../live/container-row.ts'
import { Age, StateMark } from '../state/state-mark.tsx'
import { adminRowGrid, rowGrid } from './columns.ts'
import { serviceOf } from './compose.ts'
import { shortImage } from './image-name.ts'

interface Props {
  readonly row: Row
  /** whether it is in or near the viewport; only then are new statistics rendered */
  readonly near: boolean
  readonly onOpen: (id: string) => void
}

const isSameEntry = (a: Props, b: Props) =>
  a.onOpen === b.onOpen && a.near === b.near && (b.near ? a.row === b.row : a.row.container === b.row.container)

/** A container as a row of the table. */
export const ContainerEntry = memo(function ContainerEntry({ row, onOpen }: Props) {
  const t = useT()
  const format = useFormat()
  const { isAdmin } = useMe()
  const { id, container, stats, rates, samples } = row
  const isPending = useIsPending(container)
  const service = serviceOf(container)
  const image = shortImage(container.image)
  const cpu = useMemo(() => sparklineValues(samples.map((sample) => sample.cpu)), [samples])
  const memory = useMemo(() => sparklineValues(samples.map((sample) => sample.memory)), [samples])
  return (
    <tr
      className={cn(
        isAdmin ? adminRowGrid : rowGrid,
        'group/row relative h-14 border-b [contain:content] hover:bg-accent-soft/40 has-[[data-row]:focus-visible]:bg-accent-soft/40',
      )}
    >
      <th scope="row" className="min-w-0 pr-3 pl-4 text-left font-normal">
        <div className="flex min-w-0 items-center gap-3">
          <span className="w-2.5 shrink-0 md:invisible">
            <StateMark container={container} hideLabel />
          </span>
          <div className="min-w-0 flex-1 md:-ml-5.5">
            <button
              type="button"
              data-row={id}
              data-tip={container.name}
              onClick={() => onOpen(id)}
              className="block max-w-full truncate rounded-xs text-left font-medium text-base after:absolute after:inset-0 group-hover/row:text-accent"
            >
              {container.name}
            </button>
            <span className="block truncate text-faint text-xs" data-tip={container.image}>
              {service && service !== container.name ? `${service} · ${image}` : image}
            </span>
          </div>
        </div>
      </th>
      <td className="min-w-0 px-3 max-md:hidden">
        {isPending ? (
          <span className="animate-breathe text-accent text-sm">
            <PendingNote container={container} />
          </span>
        ) : (
          <>
            <StateMark container={container} />
            <span className="block truncate pl-4.5 text-faint text-xs" data-tip={container.status}>
              <Age container={container} />
            </span>
          </>
        )}
      </td>
      {stats ? (
        <>
          <Figure text={format.percent(stats.cpu_percent)} values={cpu} color={1} />
          <Figure
            text={format.bytes(stats.memory_usage)}
            detail={format.percent(stats.memory_percent, stats.memory_percent < 9.95 ? 1 : 0)}
            values={memory}
            color={3}
          />
          <td className="figures min-w-0 px-3 text-right text-muted text-xs max-lg:hidden">
            {rates ? (
              <>
                <span className="block" data-tip={t('table.received')}>{`↓ ${format.rate(rates.rx)}`}</span>
                <span className="block" data-tip={t('table.sent')}>{`↑ ${format.rate(rates.tx)}`}</span>
              </>
            ) : (
              '–'
            )}
          </td>
        </>
      ) : (
        <>
          <td className="px-3 text-faint text-sm max-md:text-right">–</td>
          <td className="px-3 text-faint text-sm max-md:text-right">–</td>
          <td className="px-3 text-right text-faint text-sm max-lg:hidden">–</td>
        </>
      )}
      {isAdmin && (
        <td className="pr-3 text-right max-md:pr-1.5">
          <ActionMenu container={container} />
        </td>
      )}
    </tr>
  )
}, isSameEntry)

/** A value with its trend. */
function Figure(props: {
  text: string
  detail?: string
  values: readonly (number | null)[]
  color: number
}): ReactNode {
  const { text, detail, values, color } = props
  return (
    <td className="min-w-0 px-3 max-md:text-right">
      <span className="flex items-center gap-2.5 max-md:justify-end">
        <span className="figures w-14 shrink-0 text-sm max-md:w-auto">
          {text}
          {detail && <span className="block text-faint text-xs max-md:hidden">{detail}</span>}
        </span>
        <Sparkline values={values} color={color} className="h-6 w-14 shrink-0 max-md:hidden lg:w-16" />
      </span>
    </td>
  )
}
