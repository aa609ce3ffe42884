/**
 * Readers of a public page, each from another address. A process of its own, so that neither a simulated fleet nor another
 * load delays what it measures. Prints latencies in milliseconds, bytes and elapsed seconds as JSON. Usage: readers.ts PORT PATH RATE SECONDS FIRST
 */
import { pacedRequests } from './http-load.ts'

const [port, path = '/', rate, seconds, first] = process.argv.slice(2)

/** As a proxy in front reports them: none of them reaches its limit. */
const address = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

const began = performance.now()
const { latencies, bytes } = await pacedRequests(Number(port), {
  path,
  rate: Number(rate),
  seconds: Number(seconds),
  headers: (index) => ({ 'accept-encoding': 'gzip', 'x-forwarded-for': address(Number(first) + index) }),
})
const elapsed = (performance.now() - began) / 1000
process.stdout.write(JSON.stringify({ latencies: latencies.map((ms) => Math.round(ms * 100) / 100), bytes, elapsed }))
