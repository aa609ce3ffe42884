import { liveMetrics, type ServerMetrics } from '@svc/protocol'
import { makeRecentSamples } from '../src/recent-samples.ts'

/**
 * Keeps the recent samples of 500 servers that report every three seconds for a quarter of an hour, and prints the bytes that
 * they take as JSON.
 */
const servers = 500
const seconds = 900

const collect = globalThis.gc
if (!collect) throw new Error('run it with --expose-gc')

const used = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = used()
const samples = makeRecentSamples()
for (let second = 0; second < seconds; second += 3) {
  for (let server = 0; server < servers; server++) {
    const values = Object.fromEntries(liveMetrics.map((name, index) => [name, second * server + index]))
    const sample = {
      id: `server-${server}`,
      online: true,
      last_active: 1_790_000_000 + second,
      temperature: 40,
      gpu_usage: null,
    }
    samples.put({ ...sample, ...values } as unknown as ServerMetrics)
  }
}
const bytes = used() - before
// Read afterwards, so that they are still in use.
const sampleCount = samples.columns('server-499', 1_790_000_000 + seconds)?.last_active?.length ?? 0
console.log(JSON.stringify({ bytes, sampleCount }))
