import { useCallback } from 'react'
import { getRuntime, type TopicState } from '../runtime.ts'
import { useStore } from './use-store.ts'

/**
 * The latest message that a server plugin published on a topic, while the widget is shown. Re-renders with each message.
 *
 * @example
 * const { data, isUnavailable } = useTopic<{ waiting: number }>('hello.queue')
 */
export function useTopic<T = unknown>(topic: string): TopicState<T> {
  const { topics } = getRuntime()
  const subscribe = useCallback((listener: () => void) => topics.subscribe(topic, listener), [topics, topic])
  return useStore(subscribe, () => topics.get(topic)) as TopicState<T>
}
