import type { EventRef, Listener, Logger } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'

export interface Events {
  listen(plugin: string, listeners: readonly Listener[], log: Logger): void
  withdraw(plugin: string): void
  emit<T>(event: EventRef<T>, payload: T): void
}

/** Notifies listeners after the commit. An error in a listener never reaches the emitter. */
export function makeEvents(afterCommit: (fn: () => void) => void): Events {
  let listeners: { plugin: string; listener: Listener; log: Logger }[] = []
  const notify = (event: string, payload: unknown) => {
    for (const { listener, log } of listeners) {
      if (listener.event.id !== event) continue
      const logError = (error: unknown) => log.error({ err: error, event }, `listener failed: ${reasonOf(error)}`)
      try {
        Promise.resolve(listener.run(payload as never)).catch(logError)
      } catch (error) {
        logError(error)
      }
    }
  }
  return {
    listen(plugin, added, log) {
      listeners = [...listeners, ...added.map((listener) => ({ plugin, listener, log }))]
    },
    withdraw(plugin) {
      listeners = listeners.filter((entry) => entry.plugin !== plugin)
    },
    emit: (event, payload) => afterCommit(() => notify(event.id, payload)),
  }
}
