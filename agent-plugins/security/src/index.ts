import { defineAgentPlugin, handle, type Link } from '@svc/agent-sdk'
import { SecurityStatus, SecuritySync } from '@svc/plugin-security/wire'
import { config } from './config.ts'
import { makeDetector } from './detector.ts'
import { makeOutbox, type OutboxTiming } from './outbox.ts'
import { openSources } from './sources.ts'
import { openStates } from './state.ts'

const tickMs = 5000

export interface SecurityOptions {
  readonly timing?: OutboxTiming
  /** instead of `/etc` */
  readonly accountsFolder?: string
}

/** Notices sign-ins, brute force, port scans, sudo and changes of accounts on this host. */
export const makeSecurityPlugin = ({ timing, accountsFolder = '/etc' }: SecurityOptions = {}) =>
  defineAgentPlugin({
    id: 'security',
    config,
    async setup(context) {
      const { log } = context
      const { security: settings } = context.config
      if (process.platform !== 'linux') return { unavailable: { security_events: 'it needs Linux' } }
      const { positions, memory } = await openStates(context)
      let link: Link | undefined
      let suppressed = 0
      let skippedBytes = 0
      let skippedSeconds = 0

      const sendStatus = () => {
        if (!link || link.signal.aborted) return
        link.send(SecurityStatus, {
          sources: sources.states(),
          learning_until: detector.learningUntil(),
          suppressed_events: suppressed,
          skipped_bytes: skippedBytes,
          skipped_seconds: skippedSeconds,
        })
      }
      const outbox = makeOutbox({
        memory,
        onSuppressed() {
          suppressed += 1
        },
        ...(timing && { timing }),
      })
      const detector = makeDetector({ memory, learningSeconds: settings.learning_hours * 3600, emit: outbox.add })
      const sources = openSources({
        settings,
        positions,
        detector,
        log,
        accountsFolder,
        onChange: () => queueMicrotask(sendStatus),
        onSkipped({ bytes = 0, seconds = 0 }) {
          skippedBytes += bytes
          skippedSeconds += seconds
          log.warn({ bytes, seconds }, 'more is logged than the agent may read; skipped the oldest part')
        },
      })
      let reported = ''
      const timer = setInterval(() => {
        detector.tick()
        const counts = `${suppressed} ${skippedBytes} ${skippedSeconds} ${detector.learningUntil()}`
        if (counts !== reported) sendStatus()
        reported = counts
      }, tickMs)

      return {
        handlers: [handle(SecuritySync, 'security_events', (_, by) => outbox.synced(by))],
        connected(opened) {
          link = opened
          outbox.connected(opened)
          sendStatus()
        },
        async close() {
          clearInterval(timer)
          outbox.close()
          await sources.close()
          await memory.flush()
          await positions.flush()
        },
      }
    },
  })

export default makeSecurityPlugin()
