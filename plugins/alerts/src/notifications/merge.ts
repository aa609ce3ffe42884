import type { OutgoingNotice } from '../contract.ts'
import type { Language } from './render.ts'

/** How many may wait for one channel; what comes on top is told together with the last of them. */
export const mostWaiting = 20
const mostListed = 20

/** A notice that may stand for several. */
export interface QueuedNotice extends OutgoingNotice {
  /** titles of the first of them, when there are several */
  readonly listed?: readonly string[]
}

const words = {
  en: { title: (count: number) => `${count} notifications`, rest: (count: number) => `... and ${count} more` },
  zh: { title: (count: number) => `${count} 条通知`, rest: (count: number) => `……另有 ${count} 条` },
} as const

/** Adds a notice to a queued one, which stands for `count`. */
export function merge(queued: QueuedNotice, count: number, next: OutgoingNotice, language: Language): QueuedNotice {
  const before = queued.listed ?? [queued.title]
  const listed = before.length < mostListed ? [...before, next.title] : before
  const rest = count + 1 - listed.length
  const title = words[language].title(count + 1)
  const message = [...listed, ...(rest > 0 ? [words[language].rest(rest)] : [])].join('\n')
  // one alarm among them decides what all of it is
  const event = queued.event === 'triggered' ? queued.event : next.event
  const { time = '' } = next.variables
  return {
    id: queued.id,
    event,
    title: `[svc] ${title}`,
    text: `${message}\n${time}`,
    variables: {
      ...{ server_name: title, server_id: '', rule_id: '', rule_name: '', cpu: '', memory: '' },
      ...{ event, message, time },
    },
    listed,
  }
}
