import { lang } from './texts.ts'

const moment = new Intl.DateTimeFormat(lang, {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
})

/** Day and time in the time zone of the reader. */
export const localTime = (at: number | string): string => moment.format(new Date(at))

/** The document has all times in UTC. */
export function showLocalTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    time.title = time.dateTime
    time.textContent = localTime(time.dateTime)
  }
  const zone = document.querySelector('.zone')
  if (zone) zone.textContent = `${moment.resolvedOptions().timeZone.replaceAll('_', ' ')}`
}
