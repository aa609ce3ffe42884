import type { Schedule } from './plan-schema.ts'

type Zoned = Temporal.ZonedDateTime

/** The first start at or after midnight of the day of `from`, or of a later day, that the schedule names. */
function* startsFrom(from: Zoned, { frequency, time, weekday, day }: Schedule): Generator<Zoned> {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (frequency === 'hourly') {
    // Added to an instant, so that the hours of a clock change are hours too.
    for (let start = from.round({ smallestUnit: 'hour', roundingMode: 'floor' }); ; start = start.add({ hours: 1 }))
      yield start.add({ minutes: minute })
  }
  for (let date = from.toPlainDate(); ; date = date.add({ days: 1 })) {
    if (frequency === 'weekly' && date.dayOfWeek !== weekday) continue
    if (frequency === 'monthly' && date.day !== day) continue
    // A time that daylight saving time skips is that much later.
    yield date.toZonedDateTime({ timeZone: from.timeZoneId, plainTime: { hour, minute } })
  }
}

/** The next start after a time; both in epoch seconds. */
export function nextStart(schedule: Schedule, timezone: string, after: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(after * 1000).toZonedDateTimeISO(timezone)
  for (const start of startsFrom(now, schedule)) {
    const seconds = start.epochMilliseconds / 1000
    if (seconds > after) return seconds
  }
  throw new Error('a schedule never ends')
}
