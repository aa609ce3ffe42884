type Part = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

interface Step {
  readonly part: Part
  readonly count: number
  /** about */
  readonly seconds: number
}

/** The ticks of the time axis and their unit. */
export interface TimeTicks {
  readonly at: readonly number[]
  readonly part: Part
}

/** Seconds, about. */
export const sizes: Record<Part, number> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  month: 30.44 * 86_400,
  year: 365.25 * 86_400,
}
const counts: Record<Part, readonly number[]> = {
  second: [1, 2, 5, 10, 15, 30],
  minute: [1, 2, 5, 10, 15, 30],
  hour: [1, 2, 3, 6, 12],
  day: [1, 2, 7, 14],
  month: [1, 2, 3, 6],
  year: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
}
const steps: readonly Step[] = (Object.keys(sizes) as Part[]).flatMap((part) =>
  counts[part].map((count) => ({ part, count, seconds: count * sizes[part] })),
)

/** CSS pixels between two labels. */
const room: Record<Part, number> = { second: 72, minute: 56, hour: 60, day: 66, month: 78, year: 50 }

/** Round times in the browser's time zone that fit into `width`: full hours, midnights, Mondays, first days of months. */
export function timeTicks(min: number, max: number, width: number): TimeTicks {
  const step = steps.find(({ part, seconds }) => (max - min) / seconds <= Math.max(1, width / room[part]))
  const start = new Date(min * 1000)
  if (!step || Number.isNaN(start.getTime()) || Number.isNaN(new Date(max * 1000).getTime())) {
    return { at: [], part: 'year' }
  }
  const at: number[] = []
  // Skip repeated times when clocks are set back.
  const add = (time: number) => time >= min && time > (at.at(-1) ?? Number.NEGATIVE_INFINITY) && at.push(time)
  if (step.seconds <= sizes.hour) {
    const offset = start.getTimezoneOffset() * 60
    let time = Math.ceil((min - offset) / step.seconds) * step.seconds + offset
    for (; time <= max; time += step.seconds) add(time)
    return { at, part: step.part }
  }
  const nth = walk(start, step)
  for (let count = 0, time = nth(0); time <= max; time = nth(++count)) add(time)
  return { at, part: step.part }
}

/** The n-th calendar step; step 0 is at or before the start. */
function walk(start: Date, { part, count }: Step): (n: number) => number {
  const [year, month, day] = [start.getFullYear(), start.getMonth(), start.getDate()]
  const moment = (...parts: [number, number, number?, number?]) =>
    new Date(...(parts as [number, number])).getTime() / 1000
  if (part === 'hour') return (n) => moment(year, month, day, n * count)
  if (part === 'month') return (n) => moment(year, month - (month % count) + n * count, 1)
  if (part === 'year') return (n) => moment(year - (year % count) + n * count, 0, 1)
  // Counted from a Monday in 1970, so that the same days are marked wherever the axis begins.
  const past = (Math.round(Date.UTC(year, month, day) / 86_400_000) - 4) % count
  return (n) => moment(year, month, day - past + n * count)
}
