import { defineAgentPlugin, handle, RequestError } from '@svc/agent-sdk'
import { openShell, passkeyFeature, registerPasskey } from '@svc/plugin-terminal/wire'
import { type Channel, lockedChannel, plainChannel } from './channel.ts'
import { config } from './config.ts'
import { loginShell } from './login-shell.ts'
import { challengeSession } from './passkeys/approval.ts'
import { runPasskeyCommand } from './passkeys/passkey-command.ts'
import { makePasskeyStore } from './passkeys/passkey-store.ts'
import { makeRegistration } from './passkeys/registration.ts'
import { openPty, type Pty } from './pty.ts'

/** Shells for admins, as the user of the agent. */
export default defineAgentPlugin({
  id: 'terminal',
  config,
  commands: { passkey: runPasskeyCommand },
  setup({ config: { terminal: settings }, log, stateDir, permits }) {
    /** resolve when their session has ended and none of its processes is left */
    const sessions = new Set<Promise<void>>()
    /** those of them whose processes are being ended */
    const ending = new Set<Promise<void>>()
    const closing = new AbortController()
    const passkeys = makePasskeyStore(stateDir)
    const registration = makeRegistration(passkeys, () => Date.now() / 1000)
    if (settings.require_passkey && permits('exec')) {
      log.warn(
        'terminal.require_passkey protects terminals only: the server can still run commands, because exec is allowed',
      )
    }

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
      features: () => (settings.require_passkey ? [passkeyFeature] : []),
      connected({ serverId }) {
        if (serverId === undefined) return
        passkeys.setServerId(serverId).catch((error) => log.warn({ err: error }, 'storing the id of the server failed'))
      },
      handlers: [
        handle(registerPasskey, async ({ step, data }, { reply }) => reply({ data: await registration[step](data) })),
        handle(openShell, async ({ rows, cols }, { id, signal: streamSignal, stream }) => {
          const signal = AbortSignal.any([streamSignal, closing.signal])
          if (sessions.size >= settings.max_sessions && ending.size > 0) await Promise.race(ending)
          if (sessions.size >= settings.max_sessions) {
            throw new RequestError('unavailable', `at most ${settings.max_sessions} terminal sessions at a time`)
          }
          const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>()
          sessions.add(ended)
          try {
            const channel = settings.require_passkey
              ? await lockedChannel(stream, await challengeSession(passkeys, id), signal)
              : plainChannel(stream)
            const pty = await opened(rows, cols)
            const onAbort = () => {
              ending.add(ended)
              void pty.end()
            }
            try {
              signal.throwIfAborted()
              signal.addEventListener('abort', onAbort)
              await channel.ready()
              const feeding = feed(pty, channel)
              for await (const data of pty) await channel.send(data)
              const refusal = await Promise.race([feeding, undefined])
              if (refusal) throw refusal
              const { exitCode, signal: number } = await pty.exited
              const reason = number
                ? `the shell was ended by signal ${number}`
                : `the shell exited with code ${exitCode}`
              // As shells report it.
              await stream.end({ error: reason, exit_code: number ? 128 + number : exitCode })
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

/**
 * Passes on what the server writes. A program that does not read slows the server down. Input that an encrypted session
 * refuses ends the shell; resolves with the reason.
 */
async function feed(pty: Pty, { input }: Channel): Promise<RequestError | undefined> {
  try {
    for await (const next of input) {
      if (next instanceof Uint8Array) await pty.write(Buffer.from(next))
      else pty.resize(next.rows, next.cols)
    }
  } catch (error) {
    // Otherwise the stream has ended; the reader of the output reports why.
    if (error instanceof RequestError) {
      void pty.end()
      return error
    }
  }
  return undefined
}
