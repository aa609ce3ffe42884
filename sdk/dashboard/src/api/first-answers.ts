import { noteServerTime } from '../server-clock.ts'

/** After this many milliseconds a page asks again instead of taking what it was opened with. */
const maxAgeMs = 30_000

let answers: Map<string, unknown> | undefined

/** Reads what the server has put into the page, see `kernel/src/http/first-answers.ts`. */
function readPage(): Map<string, unknown> {
  const element = globalThis.document?.getElementById('svc-answers')
  if (!element) return new Map()
  element.remove()
  const [visit] = performance.getEntriesByType('navigation') as PerformanceEntryList as PerformanceNavigationTiming[]
  const time = Number(element.dataset.time)
  if (visit && Number.isFinite(time)) {
    const at = (milliseconds: number) => performance.timeOrigin + milliseconds
    noteServerTime(new Date(time).toUTCString(), at(visit.requestStart), at(visit.responseEnd || performance.now()))
  }
  try {
    return new Map(Object.entries(JSON.parse(element.textContent)))
  } catch {
    // the page broke off
    return new Map()
  }
}

/** Call it when something was changed: the answers may tell what was before. */
export function dropFirstAnswers(): void {
  answers = new Map()
}

/**
 * The answer to a GET request that arrived with the page, once; undefined if there is none. Call it when the page has been
 * parsed.
 */
export function takeFirstAnswer(path: string): unknown {
  answers ??= readPage()
  const answer = answers.get(path)
  answers.delete(path)
  return performance.now() < maxAgeMs ? answer : undefined
}
