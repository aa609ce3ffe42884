import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createKernel, type Kernel, type KernelOptions } from './kernel.ts'

export interface Run {
  /** the current kernel; another one after a restart */
  kernel(): Kernel
  app(): FastifyInstance
  /** Starts listening and returns the address as a URL, which stays the same across restarts. */
  listen(): Promise<string>
  /** Resolves when no restart is in progress; rejects if the last one failed. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Delay before a restart, so that the response to the request for it is sent first. */
const restartDelayMs = 20

export interface RunOptions extends Omit<KernelOptions, 'restart' | 'refuseInvalid' | 'onReplaced'> {
  /** What is different at each start. */
  renew?: (() => Pick<KernelOptions, 'sources' | 'clock'>) | undefined
  /** Called when a restart failed and nothing is running any more. */
  onFailure?(error: unknown): void
}

/** Runs a kernel, and replaces it with a new one on the same address on each requested restart. */
export async function runKernel(options: RunOptions): Promise<Run> {
  let port: number | undefined
  let closed = false
  let work: Promise<void> = Promise.resolve()

  // A switch on the plugins page must not end the program, so after a restart only the plugin is refused.
  const attempt = async (refuseInvalid: boolean, onReplaced: KernelOptions['onReplaced']) => {
    const kernel = await createKernel({
      ...options,
      ...options.renew?.(),
      onReplaced,
      refuseInvalid,
      restart: () => void enqueue(() => pause(restartDelayMs).then(restart)),
    })
    try {
      return { kernel, app: await kernel.start() }
    } catch (error) {
      await kernel.close()
      throw error
    }
  }
  // A restored database must not keep the server from starting.
  const boot = async (refuseInvalid: boolean) => {
    let undo: (() => void) | undefined
    try {
      return await attempt(refuseInvalid, (fn) => {
        undo = fn
      })
    } catch (err) {
      if (!undo) throw err
      undo()
      const booted = await attempt(refuseInvalid, undefined)
      booted.kernel.log.error({ err }, 'the program cannot start with the restored data and uses the former data again')
      return booted
    }
  }
  const enqueue = (step: () => Promise<void>): Promise<void> => {
    work = work.then(step)
    work.catch(() => {})
    return work
  }
  const restart = async () => {
    if (closed) return
    try {
      current.kernel.log.info('restarting')
      await current.kernel.close()
      current = await boot(true)
      if (port !== undefined) await current.kernel.listen(port)
    } catch (error) {
      await current.kernel.close()
      options.onFailure?.(error)
      throw error
    }
  }

  let current = await boot(false)
  return {
    kernel: () => current.kernel,
    app: () => current.app,
    async listen() {
      const address = await current.kernel.listen(port)
      port = address.port
      return `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}`
    },
    settled: () => work,
    async close() {
      closed = true
      await work.catch(() => {})
      await current.kernel.close()
    },
  }
}
