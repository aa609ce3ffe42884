import { type Recorded, type Round, type Rounds, roundOf } from './round.ts'

const grownTo = 250
const cutTo = 200
/** Seconds: a round that claims to be further ahead than this says nothing. */
const ahead = 30

/** Where a round of this time stands, or would. */
function placeOf(rounds: readonly Round[], time: number): number {
  let place = rounds.length
  while (place > 0 && (rounds[place - 1] as Round).time > time) place--
  return place
}

/** The rounds of one server as they come: each target's grow to 250, then are cut to the newest 200. */
export class RoundBuffer {
  #rounds: ReadonlyMap<string, readonly Round[]> = new Map()

  /** Adds what is not known yet; `now` in seconds. False when that was nothing. */
  add(records: readonly Recorded[], now: number): boolean {
    const changed = new Map<string, Round[]>()
    for (const record of records) {
      const round = roundOf(record)
      if (!Number.isFinite(round.time) || round.time > now + ahead) continue
      const list = changed.get(record.target_id) ?? [...(this.#rounds.get(record.target_id) ?? [])]
      const place = placeOf(list, round.time)
      if (list[place - 1]?.time === round.time) continue
      list.splice(place, 0, round)
      changed.set(record.target_id, list.length >= grownTo ? list.slice(-cutTo) : list)
    }
    if (changed.size === 0) return false
    this.#rounds = new Map([...this.#rounds, ...changed])
    return true
  }

  /** Seconds; undefined while there is none. */
  newest(): number | undefined {
    const times = [...this.#rounds.values()].flatMap((list) => list.at(-1)?.time ?? [])
    return times.length === 0 ? undefined : Math.max(...times)
  }

  /** The same object until something is added. */
  rounds(): Rounds {
    return this.#rounds
  }
}
