import { type Recorded, type Round, type Rounds, roundOf } from './round.ts'

const maxRounds = 250
const keptRounds = 200
/** Seconds; rounds further in the future are ignored. */
const maxFuture = 30

/** The sorted index of a round with this time. */
function indexOfTime(rounds: readonly Round[], time: number): number {
  let place = rounds.length
  while (place > 0 && (rounds[place - 1] as Round).time > time) place--
  return place
}

/** Live rounds of a server: at 250 rounds, a target is cut to the newest 200. */
export class RoundBuffer {
  #rounds: ReadonlyMap<string, readonly Round[]> = new Map()

  /** Adds new rounds; `now` in seconds. Returns whether there were any. */
  add(records: readonly Recorded[], now: number): boolean {
    const changed = new Map<string, Round[]>()
    for (const record of records) {
      const round = roundOf(record)
      if (!Number.isFinite(round.time) || round.time > now + maxFuture) continue
      const list = changed.get(record.target_id) ?? [...(this.#rounds.get(record.target_id) ?? [])]
      const place = indexOfTime(list, round.time)
      if (list[place - 1]?.time === round.time) continue
      list.splice(place, 0, round)
      changed.set(record.target_id, list.length >= maxRounds ? list.slice(-keptRounds) : list)
    }
    if (changed.size === 0) return false
    this.#rounds = new Map([...this.#rounds, ...changed])
    return true
  }

  /** Seconds; undefined without rounds. */
  newest(): number | undefined {
    const times = [...this.#rounds.values()].flatMap((list) => list.at(-1)?.time ?? [])
    return times.length === 0 ? undefined : Math.max(...times)
  }

  /** The same object until a round is added. */
  rounds(): Rounds {
    return this.#rounds
  }
}
