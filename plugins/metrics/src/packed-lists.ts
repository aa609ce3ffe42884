import type { ReportPayload } from '@svc/protocol'

/** A list of a report, and its members in the order in which they are kept. */
interface ListShape {
  readonly member: 'mounts' | 'interfaces' | 'sensors'
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
}

const shapes: readonly ListShape[] = [
  { member: 'mounts', texts: ['path', 'type'], numbers: ['total', 'used', 'inodes', 'inodes_used'] },
  { member: 'interfaces', texts: ['name'], numbers: ['in_speed', 'out_speed'] },
  { member: 'sensors', texts: ['name'], numbers: ['celsius'] },
]

type Item = Readonly<Record<string, string | number | null>>

/** A list whose texts are kept while they stay the same, and whose numbers are overwritten in place. */
class PackedList {
  readonly #shape: ListShape
  #texts: readonly string[] | null = null
  #numbers = new Float64Array(0)

  constructor(shape: ListShape) {
    this.#shape = shape
  }

  set(items: readonly Item[] | null): void {
    if (!items) {
      this.#texts = null
      return
    }
    const { texts, numbers } = this.#shape
    const isSame =
      this.#texts?.length === items.length * texts.length &&
      items.every((item, i) => texts.every((name, t) => item[name] === this.#texts?.[i * texts.length + t]))
    if (!isSame) {
      this.#texts = items.flatMap((item) => texts.map((name) => String(item[name])))
      this.#numbers = new Float64Array(items.length * numbers.length)
    }
    let at = 0
    for (const item of items) for (const name of numbers) this.#numbers[at++] = (item[name] as number) ?? Number.NaN
  }

  get(): Item[] | null {
    const { texts, numbers } = this.#shape
    const names = this.#texts
    if (!names) return null
    return Array.from({ length: names.length / texts.length }, (_, i) => {
      const item: Record<string, string | number | null> = {}
      for (const [t, name] of texts.entries()) item[name] = names[i * texts.length + t] as string
      for (const [n, name] of numbers.entries()) {
        const number = this.#numbers[i * numbers.length + n] as number
        item[name] = Number.isNaN(number) ? null : number
      }
      return item
    })
  }
}

/** The lists of a report, packed for the same reason as its numbers. */
export class PackedLists {
  readonly #lists = shapes.map((shape) => ({ member: shape.member, list: new PackedList(shape) }))
  #cores: Float64Array | null = null

  set(report: ReportPayload): void {
    for (const { member, list } of this.#lists) list.set((report[member] as readonly Item[] | undefined) ?? null)
    const { cores } = report
    if (!cores) this.#cores = null
    else if (this.#cores?.length === cores.length) this.#cores.set(cores)
    else this.#cores = Float64Array.from(cores)
  }

  /** Adds the lists to `report`. */
  addTo(report: Record<string, unknown>): void {
    for (const { member, list } of this.#lists) report[member] = list.get()
    report.cores = this.#cores && [...this.#cores]
  }
}
