import { defineAgentPlugin, handle, RequestError } from '@svc/agent-sdk'
import { defaultPorts, defaultRounds, maxHops, maxRounds, traceRoute } from '@svc/plugin-traceroute/wire'
import { config } from './config.ts'
import { makeResolveTarget } from './target.ts'

/** A server runs one at a time; more are not worth what they cost. */
const maxConcurrent = 4

const clamp = (value: number | null | undefined, standard: number, max: number) =>
  Math.min(Math.max(value ?? standard, 1), max)

/** Traces the path of packets to a host. */
export default defineAgentPlugin({
  id: 'traceroute',
  config,
  setup({ config: { traceroute } }) {
    const resolve = makeResolveTarget(traceroute.deny)
    let running = 0
    return {
      handlers: [
        handle(traceRoute, async (request, { signal, progress, reply }) => {
          if (running >= maxConcurrent)
            throw new RequestError('unavailable', `at most ${maxConcurrent} traces at a time`)
          running += 1
          try {
            const { target, protocol, flow, port, ip_version } = request
            const address = await resolve(target, ip_version)
            const { runTrace } = await import('./run.ts')
            const kind = protocol ?? 'icmp'
            const plan = {
              address,
              protocol: kind,
              flow: flow ?? 'paris',
              port: kind === 'icmp' ? 0 : clamp(port, defaultPorts[kind], 0xffff),
              rounds: clamp(request.rounds, defaultRounds, maxRounds),
              maxHops: clamp(request.max_hops, maxHops, maxHops),
            } as const
            const end = await runTrace(plan, signal, (round) => progress({ target, ...round, completed: false }))
            await reply({ target, ...end, completed: true })
          } finally {
            running -= 1
          }
        }),
      ],
    }
  },
})
