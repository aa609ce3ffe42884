import { onLiveMessage, subscribeLive } from '@svc/dashboard-sdk'
import type { TopicState, WidgetRuntime } from '@svc/widget-sdk'

interface Entry {
  state: TopicState
  readonly listeners: Set<() => void>
  readonly stop: () => void
}

const noMessage: TopicState = { data: undefined, isUnavailable: false }

/** The topics that widgets are subscribed to, over the live socket of the tab. */
export function makeWidgetTopics(): WidgetRuntime['topics'] {
  const entries = new Map<string, Entry>()
  let isListening = false

  const change = (topic: string, next: (state: TopicState) => TopicState) => {
    const entry = entries.get(topic)
    if (!entry) return
    entry.state = next(entry.state)
    for (const notify of [...entry.listeners]) notify()
  }

  const listen = () => {
    if (isListening) return
    isListening = true
    onLiveMessage<{ topic: string; data: unknown }>('topic_message', ({ topic, data }) =>
      change(topic, () => ({ data, isUnavailable: false })),
    )
    onLiveMessage<{ topic: string }>('topic_unavailable', ({ topic }) =>
      change(topic, (state) => ({ ...state, isUnavailable: true })),
    )
  }

  const open = (topic: string): Entry => {
    listen()
    const payload = { topic }
    const stop = subscribeLive({ subscribe: 'topic_subscribe', unsubscribe: 'topic_unsubscribe', payload })
    const entry: Entry = { state: noMessage, listeners: new Set(), stop }
    entries.set(topic, entry)
    return entry
  }

  return {
    get: (topic) => entries.get(topic)?.state ?? noMessage,
    subscribe(topic, listener) {
      const entry = entries.get(topic) ?? open(topic)
      entry.listeners.add(listener)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size > 0 || entries.get(topic) !== entry) return
        entries.delete(topic)
        entry.stop()
      }
    },
  }
}
