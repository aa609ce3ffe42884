import { serverNow, type TimeRange, useNow } from '@svc/dashboard-sdk'
import { useEffect, useMemo, useState } from 'react'
import { type Reading, readingOf } from './history-query.ts'

const minute = 60_000

/** The same object as long as the same is to be read: of what is over every minute, and so are its charts. */
function useReadingAt(stretch: TimeRange, now: number): Reading {
  const asked = JSON.stringify(readingOf(stretch, now / 1000))
  return useMemo(() => JSON.parse(asked) as Reading, [asked])
}

/** What to read for a stretch of time, renewed every minute. */
export const useReading = (stretch: TimeRange): Reading => useReadingAt(stretch, useNow(minute))

/** As `useReading`, each at a moment of the minute of its own: dozens of charts on a page must not all begin to read at once. */
export function useOwnReading(stretch: TimeRange): Reading {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const renew = () => setNow(serverNow())
    renew()
    let every: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      renew()
      every = setInterval(renew, minute)
    }, Math.random() * minute)
    return () => {
      clearTimeout(first)
      clearInterval(every)
    }
  }, [])
  return useReadingAt(stretch, now)
}
