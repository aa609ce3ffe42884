const canaries = 1
const secondWaveShare = 0.1

/** The wave of each server, counted from 1: one, then a tenth, then the rest. */
export function waveOf(index: number, total: number): number {
  if (index < canaries) return 1
  return index < canaries + Math.ceil(total * secondWaveShare) ? 2 : 3
}
