import { useFormat } from '@svc/dashboard-sdk'
import { useMemo } from 'react'

/** Formats times in the time zone of a window, which may be another than that of the reader. */
export function useZonedFormat(timeZone: string): { span(from: string, to: string): string } {
  const { locale } = useFormat()
  return useMemo(() => {
    const moment = new Intl.DateTimeFormat(locale, {
      ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
    })
    return { span: (from, to) => moment.formatRange(new Date(from), new Date(to)) }
  }, [locale, timeZone])
}
