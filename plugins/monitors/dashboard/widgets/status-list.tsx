import { type CodedText, PageLink, StatusDot, useCodedText, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServiceMonitor } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { monitorPage } from '../pages.ts'
import { stateOf } from '../state/monitor-state.ts'
import { tones } from '../state/state-mark.tsx'

/** Monitors with state and response time, in columns where there is room. */
export function StatusList(props: { monitors: readonly ServiceMonitor[]; isEditing: boolean }): ReactNode {
  const { monitors, isEditing } = props
  const t = useT()
  const enabled = monitors.filter((monitor) => monitor.enabled)
  const up = enabled.filter((monitor) => stateOf(monitor) === 'up').length
  return (
    <>
      <p className="caption mb-1.5 truncate">
        {enabled.length === 0
          ? t('widget.allPaused')
          : up === enabled.length
            ? t('widget.allUp', { count: up })
            : t('widget.someUp', { up, count: enabled.length })}
      </p>
      <ul
        aria-label={t('list.title')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-5 gap-y-0.5"
      >
        {monitors.map((monitor) => (
          <StatusRow key={monitor.id} monitor={monitor} isEditing={isEditing} />
        ))}
      </ul>
    </>
  )
}

function StatusRow({ monitor, isEditing }: { monitor: ServiceMonitor; isEditing: boolean }) {
  const t = useT()
  const format = useFormat()
  const { id, name, last_latency: latency } = monitor
  const sentence = useCodedText()
  const reason = monitor.last_error_text && sentence(monitor.last_error_text as CodedText)
  const state = stateOf(monitor)
  const nameClass = 'min-w-0 flex-1 truncate'
  return (
    <li
      className="flex h-7 min-w-0 items-center gap-2 text-sm max-md:h-9"
      data-tip={state === 'up' ? undefined : (reason ?? undefined)}
    >
      <StatusDot tone={tones[state]} label={t(`state.${state}`)} hideLabel />
      {isEditing ? (
        <span className={nameClass}>{name}</span>
      ) : (
        <PageLink
          page={monitorPage}
          params={{ id }}
          data-tip={name}
          otherwise={<span className={nameClass}>{name}</span>}
          className={`${nameClass} rounded-xs underline-offset-2 hover:underline`}
        >
          {name}
        </PageLink>
      )}
      <span className="figures shrink-0 text-muted text-xs">
        {state === 'up' && latency !== null ? format.ms(latency) : t(`state.${state}`)}
      </span>
    </li>
  )
}
