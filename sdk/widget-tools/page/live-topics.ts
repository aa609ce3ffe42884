import type { TopicState, WidgetRuntime } from '@svc/widget-sdk'
import type { Frame } from './apply-frame.ts'

type Send = (type: string, topic: string) => void

const noMessage: TopicState = { data: undefined, isUnavailable: false }

/** The topics that the widgets of the page are subscribed to. */
export function makeLiveTopics() {
  const states = new Map<string, TopicState>()
  const listeners = new Map<string, Set<() => void>>()
  let send: Send = () => {}

  const runtime: WidgetRuntime['topics'] = {
    get: (topic) => states.get(topic) ?? noMessage,
    subscribe(topic, listener) {
      const all = listeners.get(topic) ?? new Set()
      if (all.size === 0) send('topic_subscribe', topic)
      listeners.set(topic, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size > 0 || listeners.get(topic) !== all) return
        listeners.delete(topic)
        states.delete(topic)
        send('topic_unsubscribe', topic)
      }
    },
  }
  return {
    runtime,
    /** A connection has opened, or was lost. */
    connected(next: Send | undefined) {
      send = next ?? (() => {})
      for (const topic of listeners.keys()) send('topic_subscribe', topic)
    },
    receive(frame: Frame) {
      const { type, topic, data } = frame as { type: string; topic?: string; data?: unknown }
      if (topic === undefined || !listeners.has(topic)) return
      if (type === 'topic_message') states.set(topic, { data, isUnavailable: false })
      if (type === 'topic_unavailable') states.set(topic, { ...runtime.get(topic), isUnavailable: true })
      for (const notify of [...(listeners.get(topic) ?? [])]) notify()
    },
  }
}
export type LiveTopics = ReturnType<typeof makeLiveTopics>
