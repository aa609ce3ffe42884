import { existsSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, type Link } from '@svc/agent-sdk'
import { SystemdUnits } from '@svc/plugin-systemd/wire'
import { parseFailedUnits } from './failed-units.ts'
import { runProgram } from './run-program.ts'

const config = Type.Object({
  systemd: Type.Object({
    interval_seconds: Type.Integer({ default: 60, minimum: 1, description: 'seconds between checks for failed units' }),
    command: Type.String({ default: 'systemctl', minLength: 1, description: 'path of `systemctl`' }),
  }),
})

const args = ['list-units', '--failed', '--all', '--plain', '--no-legend', '--no-pager', '--full']

/** Reports failed units of systemd: with each connection, and when they change. */
export default defineAgentPlugin({
  id: 'systemd',
  config,
  setup({ config: { systemd } }) {
    if (systemd.command === 'systemctl' && !existsSync('/run/systemd/system')) {
      return { unavailable: { systemd: 'systemd does not run on this host' } }
    }
    return {
      connected(link: Link) {
        let sent: string | undefined
        const check = async () => {
          const text = await runProgram(systemd.command, args)
          if (text === null || link.signal.aborted) return
          const failed = parseFailedUnits(text)
          const found = JSON.stringify(failed)
          if (found === sent) return
          sent = found
          link.send(SystemdUnits, { failed })
        }
        const timer = setInterval(() => void check(), systemd.interval_seconds * 1000)
        link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
        void check()
      },
    }
  },
})
