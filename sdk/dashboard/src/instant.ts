/** A moment as the API and files write it, from seconds since the epoch; empty when it is none. */
export function toIsoTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}
