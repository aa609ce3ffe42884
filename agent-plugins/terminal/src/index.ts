import { defineAgentPlugin, handle, isMessage, RequestError, type Written } from '@svc/agent-sdk'
import { openShell, type TerminalInput, TerminalResize } from '@svc/plugin-terminal/wire'
import { config } from './config.ts'
import { loginShell } from './login-shell.ts'
import { openPty, type Pty } from './pty.ts'

/** Shells for admins, as the user of the agent. */
export default defineAgentPlugin({
  id: 'terminal',
  config,
  setup({ config: { terminal: settings }, log }) {
    /** resolve when their session has ended and none of its processes is left */
    const sessions = new Set<Promise<void>>()
    /** those of them whose processes are being ended */
    const ending = new Set<Promise<void>>()
    const closing = new AbortController()

    async function opened(rows: number, cols: number): Promise<Pty> {
      try {
        return await openPty(loginShell(settings.shell), rows, cols)
      } catch (error) {
        if (error instanceof RequestError) throw error
        log.error({ err: error }, 'starting a shell failed')
        throw new RequestError('failed', 'the shell could not be started', { cause: error })
      }
    }

    return {
      handlers: [
        handle(openShell, async ({ rows, cols }, { signal: streamSignal, stream }) => {
          const signal = AbortSignal.any([streamSignal, closing.signal])
          if (sessions.size >= settings.max_sessions && ending.size > 0) await Promise.race(ending)
          if (sessions.size >= settings.max_sessions) {
            throw new RequestError('unavailable', `at most ${settings.max_sessions} terminal sessions at a time`)
          }
          const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>()
          sessions.add(ended)
          try {
            const pty = await opened(rows, cols)
            const onAbort = () => {
              ending.add(ended)
              void pty.end()
            }
            try {
              signal.throwIfAborted()
              signal.addEventListener('abort', onAbort)
              await stream.ready({ paced: true })
              void feed(pty, stream)
              for await (const data of pty) await stream.send({ data: data.toString('base64') })
              const { exitCode, signal: number } = await pty.exited
              const reason = number
                ? `the shell was ended by signal ${number}`
                : `the shell exited with code ${exitCode}`
              await stream.end({ error: reason, exit_code: exitCode })
            } finally {
              signal.removeEventListener('abort', onAbort)
              await pty.end()
            }
          } finally {
            sessions.delete(ended)
            ending.delete(ended)
            onEnded()
          }
        }),
      ],
      async close() {
        closing.abort()
        await Promise.all(sessions)
      },
    }
  },
})

/** Passes on what the server writes. A program that does not read slows the server down. */
async function feed(
  pty: Pty,
  stream: AsyncIterable<Written<typeof TerminalInput | typeof TerminalResize>>,
): Promise<void> {
  try {
    for await (const written of stream) {
      if (isMessage(written, TerminalResize)) pty.resize(written.payload.rows, written.payload.cols)
      else await pty.write(Buffer.from(written.payload.data, 'base64'))
    }
  } catch {
    // The stream has ended; the reader of the output reports why.
  }
}
