/** What a page asks the server for over the live socket, and how it says that it had enough. */
export interface LiveTopic {
  /** type of the message that asks */
  readonly subscribe: string
  /** type of the message that ends it */
  readonly unsubscribe: string
  /** the other members of both messages */
  readonly payload: object
}

interface Held {
  readonly topic: LiveTopic
  holders: number
}

/**
 * What the tab is subscribed to. Several parts of a page may hold one topic: the server hears of the first and of the
 * last. A connection knows nothing of the one before it, so each new one is told everything again.
 */
export class Subscriptions {
  readonly #send: (type: string, payload: object) => void
  readonly #held = new Map<string, Held>()

  /** `send` does nothing while there is no connection. */
  constructor(send: (type: string, payload: object) => void) {
    this.#send = send
  }

  /** Subscribes until the returned function is called. */
  hold(topic: LiveTopic): () => void {
    const { subscribe, unsubscribe, payload } = topic
    const key = JSON.stringify([subscribe, payload])
    const held = this.#held.get(key) ?? { topic, holders: 0 }
    this.#held.set(key, held)
    held.holders += 1
    if (held.holders === 1) this.#send(subscribe, payload)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      held.holders -= 1
      if (held.holders > 0) return
      this.#held.delete(key)
      this.#send(unsubscribe, payload)
    }
  }

  /** A connection has opened. */
  opened(): void {
    for (const { topic } of this.#held.values()) this.#send(topic.subscribe, topic.payload)
  }
}
