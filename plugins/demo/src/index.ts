import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { guestAccounts, users } from '@svc/plugin-auth/contract'
import { servers } from '@svc/plugin-enrollment/contract'
import { pastRecords } from '@svc/plugin-metrics/contract'
import {
  configuration,
  contribute,
  data,
  definePlugin,
  pluginAdministration,
  requestGate,
  Timestamp,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { outboundGates } from '@svc/plugin-system/contract'
import { makeFleet } from './fleet.ts'
import { isOwnHost, makeGate, setupHeader } from './gate.ts'
import { makeOwnServer } from './own-server.ts'
import { makePast } from './past.ts'
import { seed } from './seed.ts'
import { makeTimeLapse, timeLapseOf } from './time-lapse.ts'

const dayMs = 86_400_000
/** The age of the installation that is shown. */
const pastMs = 30 * dayMs

export default definePlugin({
  id: 'demo',
  mode: {
    settings: {
      // Every host registers and connects from this one.
      rate_limit: { register_max: 1000 },
      monitors: { allow_private: ['127.0.0.0/8', '::1/128'] },
    },
    clock: (real) => makeTimeLapse(real, real.now() - pastMs),
  },
  config: Type.Object({
    demo: Type.Object({
      reset_hours: Type.Number({
        default: 1,
        minimum: 0.001,
        maximum: 168,
        description: 'hours after which the demo resets itself',
      }),
    }),
  }),
  requires: { configuration, plugins: pluginAdministration, users, servers, records: pastRecords },
  provides: { requestGate },
  setup({ config, clock, log, configuration, plugins, servers, records }) {
    const key = randomBytes(32).toString('base64url')
    const listen = String(configuration.list().find((each) => each.key === 'server.listen')?.value)
    const server = makeOwnServer(listen, { [setupHeader]: key })
    const fleet = makeFleet({ server, clock, log })
    const writePast = makePast({ clock, servers, records })
    const resetMs = config.demo.reset_hours * 3_600_000
    let resetsAt = 0
    const cancels: (() => void)[] = []
    let isClosed = false

    const lapse = timeLapseOf(clock)

    async function fill() {
      const { hosts, beat } = await seed({ server, lapse, log })
      for (const host of hosts) {
        await writePast(host, fleet.isStopped)
        fleet.connect(host)
      }
      const logFailure = (err: unknown) => log.warn({ err }, 'no heartbeats were sent')
      cancels.push(clock.every(60_000, () => void beat().catch(logFailure)))
      log.info('the demo is complete')
    }

    return {
      provides: { requestGate: makeGate(key) },
      contributes: [
        ...contribute(guestAccounts, { plugin: 'demo', username: 'visitor', role: 'admin' }),
        ...contribute(outboundGates, { plugin: 'demo', allows: isOwnHost }),
      ],
      routes: async (app) => {
        app.get(
          '/api/demo',
          {
            config: { access: 'public' },
            schema: {
              summary: 'When the demo resets itself',
              response: { 200: data(Type.Object({ resets_at: Timestamp })) },
            },
          },
          async () => ({ data: { resets_at: toTimestamp(toSeconds(resetsAt)) } }),
        )
      },
      listening() {
        resetsAt = lapse.realNow() + resetMs
        cancels.push(clock.after(resetMs, plugins.restart))
        fill().catch((err) => {
          if (!isClosed) log.error({ err }, 'the demo is incomplete')
        })
      },
      close() {
        isClosed = true
        for (const cancel of cancels) cancel()
        fleet.stop()
      },
    }
  },
})
