/** Runs `run` for all items, at most `max` at a time. The results are in the order of the items. */
export async function parallel<T, R>(items: readonly T[], max: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const entries = items.entries()
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker))
  return results
}
