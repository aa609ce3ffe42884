import { useNow } from '@svc/dashboard-sdk'
import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import { type Assessed, makeAssessor } from './assess.ts'

/** How often servers are assessed, in milliseconds. */
export const assessIntervalMs = 3000

type AssessInput = readonly [servers: readonly ServerStatus[], rows: readonly OverviewRow[], now: number]

/** An assessor shared by several components: the same input is assessed once. */
function makeSharedAssessor() {
  // outlives the page, so that durations survive navigation
  const watch = makeAssessor()
  let lastInput: AssessInput | undefined
  let lastResult: readonly Assessed[] = []
  return (...input: AssessInput): readonly Assessed[] => {
    if (lastInput?.every((part, index) => part === input[index])) return lastResult
    const [servers, rows, now] = input
    lastInput = input
    lastResult = watch.assessAll(servers, new Map(rows.map((row) => [row.server_id, row])), now)
    return lastResult
  }
}

const assessShared = makeSharedAssessor()

/** The assessment of each server, in order. Updated regularly even without new reports. */
export function useAssessed(servers: readonly ServerStatus[], rows: readonly OverviewRow[]): readonly Assessed[] {
  const now = useNow(assessIntervalMs) / 1000
  const question = useMemo((): AssessInput => [servers, rows, now], [servers, rows, now])
  const [assessed, setAssessed] = useState(() => assessShared(...question))
  useEffect(() => setAssessed(assessShared(...question)), [question])
  return assessed
}
