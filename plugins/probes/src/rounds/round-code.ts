import { type BitReader, BitWriter, type Numbers, readNumbers, writeNumbers } from '@svc/series'
import { type Round, toMicros } from './round.ts'

/*
 * Encoding of one series: the number of rounds; the columns, some as differences to others; and errors as a list of
 * texts with a column of indexes into it. This format is stored.
 */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Per-round difference and sum; a round has all three latencies or none. */
const subtract = (a: Numbers, b: Numbers): Numbers => a.map((value, i) => (value === null ? null : value - (b[i] ?? 0)))
const add = (a: Numbers, b: Numbers): Numbers => a.map((value, i) => (value === null ? null : value + (b[i] ?? 0)))

const micros = (value: number | null) => (value === null ? null : toMicros(value))
const millis = (value: number | null | undefined) => (value == null ? null : value / 1000)

function writeErrors(bits: BitWriter, rounds: readonly Round[]) {
  const texts = new Map<string, number>()
  const which = rounds.map(({ error }) => {
    if (error === null) return null
    const place = texts.get(error) ?? texts.size
    texts.set(error, place)
    return place
  })
  bits.whole(texts.size)
  if (texts.size === 0) return
  for (const text of texts.keys()) {
    const bytes = encoder.encode(text)
    bits.whole(bytes.length)
    for (const byte of bytes) bits.write(byte, 8)
  }
  writeNumbers(bits, which)
}

function readErrors(bits: BitReader, count: number): readonly (string | null)[] {
  const texts = bits.whole()
  if (texts === 0) return []
  if (texts > count) throw new Error('series has more errors than rounds')
  const known = Array.from({ length: texts }, () => decoder.decode(bits.bytes(bits.whole())))
  return readNumbers(bits, count).map((place) => (place === null ? null : (known[place] ?? null)))
}

/** Times are stored as seconds since `base`. */
export function packRounds(rounds: readonly Round[], base: number): Uint8Array {
  const avg = rounds.map((round) => micros(round.avg))
  const min = rounds.map((round) => micros(round.min))
  const max = rounds.map((round) => micros(round.max))
  const columns: readonly Numbers[] = [
    rounds.map(({ at }) => at - base),
    avg,
    subtract(avg, min),
    subtract(max, avg),
    rounds.map(({ sent }) => sent),
    rounds.map(({ sent, received }) => sent - received),
    rounds.map((round) => round.rounds),
  ]
  const bits = new BitWriter()
  bits.whole(rounds.length)
  for (const column of columns) writeNumbers(bits, column)
  writeErrors(bits, rounds)
  return bits.finish()
}

export function unpackRounds(bits: BitReader, base: number): readonly Round[] {
  const count = bits.whole()
  const at = readNumbers(bits, count)
  const avg = readNumbers(bits, count)
  const below = readNumbers(bits, count)
  const above = readNumbers(bits, count)
  const sent = readNumbers(bits, count)
  const lost = readNumbers(bits, count)
  const rounds = readNumbers(bits, count)
  const errors = readErrors(bits, count)
  bits.end()
  const min = subtract(avg, below)
  const max = add(avg, above)
  return at.map((second, i) => ({
    at: base + (second ?? 0),
    avg: millis(avg[i]),
    min: millis(min[i]),
    max: millis(max[i]),
    sent: sent[i] ?? 0,
    received: (sent[i] ?? 0) - (lost[i] ?? 0),
    rounds: rounds[i] ?? 0,
    error: errors[i] ?? null,
  }))
}
