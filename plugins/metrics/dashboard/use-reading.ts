import { useNow } from '@svc/dashboard-sdk'
import { useMemo } from 'react'
import type { Stretch } from './range.js'
import { type Reading, readingOf } from './reading.js'

const minute = 60_000

/** What to read for a stretch of time; of one that is over the same object every minute, and so are its charts. */
export function useReading(stretch: Stretch): Reading {
  const asked = JSON.stringify(readingOf(stretch, useNow(minute) / 1000))
  return useMemo(() => JSON.parse(asked) as Reading, [asked])
}
