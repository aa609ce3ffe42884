import { useNow } from '@svc/dashboard-sdk'
import type { OverviewRow } from '@svc/plugin-metrics/contract'
import type { ServerStatus } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import { type Assessed, makeWatch } from './assess.ts'

/** Milliseconds: figures are judged this often. */
export const everyLook = 3000

type Question = readonly [servers: readonly ServerStatus[], rows: readonly OverviewRow[], now: number]

/** A watch that is asked by several: the same question twice is one look. */
function makeSharedWatch() {
  // outlives the page, so that coming back shows what lasts
  const watch = makeWatch()
  let asked: Question | undefined
  let answer: readonly Assessed[] = []
  return (...question: Question): readonly Assessed[] => {
    if (asked?.every((part, index) => part === question[index])) return answer
    const [servers, rows, now] = question
    asked = question
    answer = watch.observe(servers, new Map(rows.map((row) => [row.server_id, row])), now)
    return answer
  }
}

const look = makeSharedWatch()

/** Each of `servers` with what is the matter with it, in their order. Looks again also while nothing is heard. */
export function useAssessed(servers: readonly ServerStatus[], rows: readonly OverviewRow[]): readonly Assessed[] {
  const now = useNow(everyLook) / 1000
  const question = useMemo((): Question => [servers, rows, now], [servers, rows, now])
  const [seen, setSeen] = useState(() => look(...question))
  useEffect(() => setSeen(look(...question)), [question])
  return seen
}
