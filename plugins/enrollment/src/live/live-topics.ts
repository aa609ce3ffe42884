import type { Clock, Database, Registry } from '@svc/plugin-sdk'
import { encode, TopicMessage, TopicSubscribe, TopicUnavailable, TopicUnsubscribe } from '@svc/protocol'
import { type Live, type LiveMessage, type LiveTopic, onLive, type Viewer } from '../contract.ts'

/** Messages of a topic within this time are combined into its latest. */
const batchWindowMs = 100
const maxBytes = 64 * 1024
const maxPerViewer = 64

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly topics: Registry<LiveTopic>
  /** a message of a transaction waits for its commit */
  readonly db: Pick<Database, 'afterCommit'>
}

interface Published {
  readonly data: unknown
  isSent: boolean
}

const isAllowed = ({ access, allows }: LiveTopic, { principal }: Viewer) =>
  (access === 'member' || principal.role === 'admin') && (allows?.(principal) ?? true)

/** The topics on which plugins publish to browsers that subscribed to them. */
export function makeLiveTopics({ clock, topics, db }: Dependencies) {
  const subscribers = new Map<string, Set<Viewer>>()
  const byViewer = new Map<Viewer, Set<string>>()
  const latest = new Map<string, Published>()
  const cancelFlush = new Map<string, () => void>()

  const unsubscribe = (topic: string, viewer: Viewer) => {
    byViewer.get(viewer)?.delete(topic)
    const viewers = subscribers.get(topic)
    viewers?.delete(viewer)
    if (viewers?.size === 0) subscribers.delete(topic)
  }

  const topicsOf = (viewer: Viewer) => {
    const known = byViewer.get(viewer)
    if (known) return known
    const ofViewer = new Set<string>()
    byViewer.set(viewer, ofViewer)
    viewer.signal.addEventListener('abort', () => {
      for (const topic of [...ofViewer]) unsubscribe(topic, viewer)
      byViewer.delete(viewer)
    })
    return ofViewer
  }

  const subscribe = (id: string, viewer: Viewer) => {
    if (viewer.signal.aborted) return
    const refuse = (reason: 'unknown' | 'too_many') => viewer.send(TopicUnavailable, { topic: id, reason })
    const topic = topics.get(id)
    if (!topic || !isAllowed(topic, viewer)) return refuse('unknown')
    const ofViewer = topicsOf(viewer)
    if (!ofViewer.has(id) && ofViewer.size >= maxPerViewer) return refuse('too_many')
    ofViewer.add(id)
    subscribers.set(id, (subscribers.get(id) ?? new Set()).add(viewer))
    const published = latest.get(id)
    // One that is not sent yet follows with the next flush.
    if (published?.isSent) viewer.send(TopicMessage, { topic: id, data: published.data })
  }

  const flush = (topic: LiveTopic) => {
    const { id } = topic
    cancelFlush.delete(id)
    const published = latest.get(id)
    if (!published) return
    published.isSent = true
    for (const viewer of [...(subscribers.get(id) ?? [])]) {
      if (isAllowed(topic, viewer)) {
        viewer.send(TopicMessage, { topic: id, data: published.data })
        continue
      }
      unsubscribe(id, viewer)
      viewer.send(TopicUnavailable, { topic: id, reason: 'unknown' })
    }
  }

  const publish: Live['publish'] = (topic, value) => {
    const { id } = topic
    const data = value ?? null
    if (topics.get(id) !== topic) throw new Error(`topic ${id} was not contributed to enrollment.liveTopics`)
    const size = Buffer.byteLength(encode(TopicMessage, { topic: id, data }))
    if (size > maxBytes) throw new Error(`a message of topic ${id} has ${size} bytes; at most ${maxBytes} are sent`)
    db.afterCommit(() => {
      latest.set(id, { data, isSent: false })
      if (!cancelFlush.has(id)) {
        cancelFlush.set(
          id,
          clock.after(batchWindowMs, () => flush(topic)),
        )
      }
    })
  }

  const messages: readonly LiveMessage[] = [
    onLive(TopicSubscribe, ({ topic }, viewer) => subscribe(topic, viewer)),
    onLive(TopicUnsubscribe, ({ topic }, viewer) => unsubscribe(topic, viewer)),
  ]
  return {
    publish,
    messages,
    close() {
      for (const cancel of cancelFlush.values()) cancel()
    },
  }
}
export type LiveTopics = ReturnType<typeof makeLiveTopics>
