import type { PublicConfig, PublicMaintenance } from '../status-schema.ts'

interface CalendarSource {
  readonly origin: string
  readonly config: Pick<PublicConfig, 'title'>
  /** every occurrence by itself, so that one that ended early has its real end */
  readonly maintenances: readonly PublicMaintenance[]
}

/** Control characters break lines of a calendar. */
const line = (value: string) => value.toWellFormed().replace(/\p{Cc}/gu, ' ')

/** Maintenance windows as iCalendar. */
export async function renderCalendar({ origin, config, maintenances }: CalendarSource): Promise<string> {
  // Loaded on first use.
  const { default: makeCalendar } = await import('ical-generator')
  const calendar = makeCalendar({ name: line(config.title), prodId: { company: 'svc', product: 'status' } })
  const host = URL.parse(origin)?.hostname ?? 'svc'
  for (const { id, title, description, start_at, end_at } of maintenances) {
    calendar.createEvent({
      id: `${id}-${Date.parse(start_at) / 1000}@${host}`,
      start: new Date(start_at),
      end: new Date(end_at),
      // The times of the window are all that changes it.
      stamp: new Date(start_at),
      summary: line(title),
      ...(description !== null && { description: description.toWellFormed().replace(/(?!\n)\p{Cc}/gu, '') }),
      url: `${origin}/status`,
    })
  }
  return calendar.toString()
}
