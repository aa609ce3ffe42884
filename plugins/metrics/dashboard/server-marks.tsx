import { type ChartMark, type SlotContent, useSlot } from '@svc/dashboard-sdk'
import { type ServerMarksProps, serverMarks } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useCallback, useMemo, useState } from 'react'

type Span = Pick<ServerMarksProps, 'from' | 'to'>
type Report = (id: string, marks: readonly ChartMark[]) => void

/** What plugins mark in the charts of a server; render `sources`, which report it. */
export function useServerMarks(serverId: string, span: Span): { marks: readonly ChartMark[]; sources: ReactNode } {
  const contents = useSlot(serverMarks)
  const [bySource, setBySource] = useState<Readonly<Record<string, readonly ChartMark[]>>>({})
  const marks = useMemo(() => Object.values(bySource).flat(), [bySource])
  const report = useCallback<Report>(
    (id, found) => setBySource((before) => (before[id] === found ? before : { ...before, [id]: found })),
    [],
  )
  const sources = contents.map((content) => (
    <Source key={content.id} content={content} serverId={serverId} span={span} report={report} />
  ))
  return { marks, sources }
}

function Source(props: { content: SlotContent<ServerMarksProps>; serverId: string; span: Span; report: Report }) {
  const { content, serverId, span, report } = props
  const { id, render } = content
  const onMarks = useCallback((marks: readonly ChartMark[]) => report(id, marks), [id, report])
  // It shows nothing, so nothing takes its place meanwhile.
  return render({ serverId, from: span.from, to: span.to, onMarks }, null)
}
