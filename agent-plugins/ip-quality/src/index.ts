import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { IpQualityRunNow, IpQualitySync } from '@svc/plugin-ip-quality/wire'
import { internet, makeFetchPage, type Network } from './fetch-page.ts'
import { defaultTiming, makeSchedule, type ScheduleTiming } from './schedule.ts'
import { openMemory } from './state.ts'

export interface IpQualityOptions {
  readonly network?: Network
  readonly timing?: ScheduleTiming
}

/** Checks from this host which services work. */
export const makeIpQualityPlugin = ({ network = internet, timing = defaultTiming }: IpQualityOptions = {}) =>
  defineAgentPlugin({
    id: 'ip-quality',
    async setup(context) {
      const memory = await openMemory(context)
      const schedule = makeSchedule({ memory, fetchPage: makeFetchPage(network), log: context.log, timing })
      return {
        handlers: [
          handle(IpQualitySync, 'ip_quality', schedule.sync),
          handle(IpQualityRunNow, 'ip_quality', schedule.runNow),
        ],
        close: schedule.close,
      }
    },
  })

export default makeIpQualityPlugin()
