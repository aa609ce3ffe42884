/** A subscription over the live socket. */
export interface LiveTopic {
  /** type of the message that subscribes */
  readonly subscribe: string
  /** type of the message that unsubscribes */
  readonly unsubscribe: string
  /** the other members of both messages */
  readonly payload: object
}

interface Subscription {
  readonly topic: LiveTopic
  subscribers: number
}

/**
 * The subscriptions of the tab. Components can share a topic: only the first subscribes and only the last unsubscribes.
 * New connections start empty, so all topics are subscribed again after a reconnect.
 */
export class Subscriptions {
  readonly #send: (type: string, payload: object) => void
  readonly #active = new Map<string, Subscription>()

  /** `send` does nothing while there is no connection. */
  constructor(send: (type: string, payload: object) => void) {
    this.#send = send
  }

  /** Subscribes until the returned function is called. */
  add(topic: LiveTopic): () => void {
    const { subscribe, unsubscribe, payload } = topic
    const key = JSON.stringify([subscribe, payload])
    const subscription = this.#active.get(key) ?? { topic, subscribers: 0 }
    this.#active.set(key, subscription)
    subscription.subscribers += 1
    if (subscription.subscribers === 1) this.#send(subscribe, payload)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      subscription.subscribers -= 1
      if (subscription.subscribers > 0) return
      this.#active.delete(key)
      this.#send(unsubscribe, payload)
    }
  }

  /** A connection has opened. */
  opened(): void {
    for (const { topic } of this.#active.values()) this.#send(topic.subscribe, topic.payload)
  }
}
