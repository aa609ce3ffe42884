import { serverNow, type TimeRange, useNow } from '@svc/dashboard-sdk'
import { useEffect, useMemo, useState } from 'react'
import { type HistoryQuery, planHistoryQuery } from './history-query.ts'

const minute = 60_000

/** Returns the same object as long as the query is the same, so that charts of past ranges do not update. */
function useQueryAt(stretch: TimeRange, now: number): HistoryQuery {
  const asked = JSON.stringify(planHistoryQuery(stretch, now / 1000))
  return useMemo(() => JSON.parse(asked) as HistoryQuery, [asked])
}

/** The query of a time range, updated every minute. */
export const useHistoryQuery = (stretch: TimeRange): HistoryQuery => useQueryAt(stretch, useNow(minute))

/** Like `useHistoryQuery`, but each at a random second of the minute, so that dozens of charts do not load at once. */
export function useStaggeredHistoryQuery(stretch: TimeRange): HistoryQuery {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const update = () => setNow(serverNow())
    update()
    let interval: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      update()
      interval = setInterval(update, minute)
    }, Math.random() * minute)
    return () => {
      clearTimeout(first)
      clearInterval(interval)
    }
  }, [])
  return useQueryAt(stretch, now)
}
